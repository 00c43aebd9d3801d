include_guard(GLOBAL)

# kw_compile_at_once(<target> [EXCEPT <regex>] [KEEP_PRECOMPILED])
# With KW_AT_ONCE: all files of a folder of the target as one, for whoever builds a library once and does
# not change it. That takes a half to a third of the time, because headers are read and templates compiled
# once and not for each file. EXCEPT: files with names that others of their folder have, too, and those that
# only some programs take from the library, such as its main function. Called in the directory of the
# target, after its last source. The ordinary build warns; here files see each other's names, and
# warnings about that would help nobody.
function(kw_compile_at_once target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "KEEP_PRECOMPILED" "EXCEPT" "")
  if(NOT KW_AT_ONCE)
    return()
  endif()
  target_compile_options(${target} PRIVATE -w)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(NOT arg_KEEP_PRECOMPILED)
    set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(NOT arg_EXCEPT OR NOT source MATCHES "${arg_EXCEPT}")
      cmake_path(GET source PARENT_PATH folder)
      cmake_path(ABSOLUTE_PATH folder NORMALIZE)
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
      string(MAKE_C_IDENTIFIER "${folder}" group)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()
