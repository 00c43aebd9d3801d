include_guard(GLOBAL)

# kw_compile_at_once(<target> [OPTIMISE <-O0>] [BY_FOLDER <regex>] [EXCEPT <regex>] [KEEP_PRECOMPILED])
# With KW_AT_ONCE: all files of the target as one, for whoever builds a library once and does not change
# it. That takes a half to a third of the time, because headers are read and templates compiled once and
# not for each file. OPTIMISE: the level, if what the target does takes less time than optimising it.
# BY_FOLDER: folders that are a file of their own, because there is more than one core, or because their
# files share names with others. EXCEPT: files with names that others have, too, and those that only
# some programs take from the library, such as its main function. KEEP_PRECOMPILED: its precompiled
# headers serve more files than this one. Called in the directory of the target, after its last source.
# It warns only where warnings are errors (KW_WERROR), since a first start has no reader for them, and never of a name
# that another file has as well.
function(kw_compile_at_once target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "KEEP_PRECOMPILED" "BY_FOLDER;EXCEPT;OPTIMISE" "")
  if(NOT KW_AT_ONCE)
    return()
  endif()
  if(KW_RUNS_ONCE)
    set(arg_OPTIMISE)
  endif()
  # A file of this length makes g++ look several times for memory to use again, which takes a twentieth of its time.
  target_compile_options(${target} PRIVATE $<IF:$<BOOL:${KW_WERROR}>,-Wno-shadow,-w> ${arg_OPTIMISE}
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=1000000>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(NOT arg_KEEP_PRECOMPILED)
    set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(NOT arg_EXCEPT OR NOT source MATCHES "${arg_EXCEPT}")
      cmake_path(GET source PARENT_PATH folder)
      set(group all)
      if(arg_BY_FOLDER AND folder MATCHES "${arg_BY_FOLDER}")
        cmake_path(ABSOLUTE_PATH folder NORMALIZE)
        cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        string(MAKE_C_IDENTIFIER "${folder}" group)
      endif()
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()

# kw_compile_in_namespaces(<target> <batch> <file>...): as many files in one, each in a namespace of its own, so they may
# use the same names. The target has precompiled all headers that they include; the files that are named stay alone.
function(kw_compile_in_namespaces target batch)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch} UNITY_BUILD_UNIQUE_ID kw_file
    UNITY_BUILD_CODE_BEFORE_INCLUDE "namespace kw_file {" UNITY_BUILD_CODE_AFTER_INCLUDE "}")
  set_source_files_properties(${ARGN} ${PROJECT_BINARY_DIR}/generated/info/${target}.cpp PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
