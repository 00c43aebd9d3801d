include_guard(GLOBAL)

# kw_header_owner(<owner> <library> <header>...)
# Adds an object library that owns precompiled headers, for targets whose compilation would mostly be to
# read them: they take the headers with `REUSE_FROM <owner>`, and must have the same options.
function(kw_header_owner owner library)
  set(empty ${PROJECT_BINARY_DIR}/generated/headers/${owner}.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "// Owns precompiled headers.\n")
  add_library(${owner} OBJECT EXCLUDE_FROM_ALL ${empty})
  target_link_libraries(${owner} PRIVATE ${library})
  target_precompile_headers(${owner} PRIVATE ${ARGN})
  kw_warnings(${owner})
endfunction()
