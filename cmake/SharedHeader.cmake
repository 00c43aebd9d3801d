include_guard(GLOBAL)

# kw_share_headers(<target> <owner> <library> OPTIONS <function>... HEADERS <header>...)
# For targets whose compilation would mostly be to read the same headers, and that have the same options: gives this one
# the headers as they were compiled for the object library <owner>, which is added for the first of them. The functions
# set the options of both; the last one of them is the caller.
function(kw_share_headers target owner library)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "OPTIONS;HEADERS")
  if(target STREQUAL owner)
    return()
  endif()
  if(NOT TARGET ${owner})
    set(empty ${PROJECT_BINARY_DIR}/generated/headers/${owner}.cpp)
    file(CONFIGURE OUTPUT ${empty} CONTENT "// Owns precompiled headers.\n")
    add_library(${owner} OBJECT EXCLUDE_FROM_ALL ${empty})
    target_link_libraries(${owner} PRIVATE ${library})
    target_precompile_headers(${owner} PRIVATE ${arg_HEADERS})
    kw_warnings(${owner})
    foreach(set_options IN LISTS arg_OPTIONS)
      cmake_language(CALL ${set_options} ${owner})
    endforeach()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()
