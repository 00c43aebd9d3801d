include_guard(GLOBAL)

# kw_explain_errors(<kernel target> <its file> <program>)
# Explains a compile error in a learner's file (explain/). KW_RAW_ERRORS=1 in the environment shows
# the compiler's own message. An existing launcher, such as ccache, runs after it. An error deletes
# the program that the object was linked into, so no test runs an old version of the file.
function(kw_explain_errors target kernel program)
  foreach(language IN ITEMS CXX CUDA)
    # A list, because a missing launcher must add no argument at all, not an empty one.
    set(launcher $<TARGET_FILE:explain> ${PROJECT_SOURCE_DIR} ${kernel}
      --outdates ${CMAKE_CURRENT_BINARY_DIR}/${program})
    if(language STREQUAL "CXX" AND program MATCHES "^lesson[0-9.]+exercise[.]cpu$")
      list(APPEND launcher --target ${program})
    endif()
    list(APPEND launcher --
      ${CMAKE_${language}_COMPILER_LAUNCHER})
    set_property(TARGET ${target} PROPERTY ${language}_COMPILER_LAUNCHER ${launcher})
  endforeach()
  add_dependencies(${target} explain)
  # However deep in the library an error is, the message must show the learner's line. Two slips
  # that compilers accept would leave nothing to test, so they are errors: a function without its
  # return, and float('inf'), a number made of letters.
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-ftemplate-backtrace-limit=0;-Werror=return-type;-Werror=multichar>
    "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcudafe --context_limit=0 --diag-error 940,1422>")
endfunction()
