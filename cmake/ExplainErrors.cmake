# For projects that use the library, from its source folder or installed.

# kernelwright_explain_errors(<target>...)
# Explains the first compile error of each source file. KW_RAW_ERRORS=1 in the environment shows the
# compiler's own message. A launcher that the target already has, such as ccache, runs after it.
function(kernelwright_explain_errors)
  foreach(target IN LISTS ARGN)
    foreach(language IN ITEMS CXX CUDA)
      get_target_property(launcher ${target} ${language}_COMPILER_LAUNCHER)
      if(NOT launcher)
        set(launcher)
      endif()
      set_property(TARGET ${target} PROPERTY ${language}_COMPILER_LAUNCHER
        $<TARGET_FILE:kernelwright::explain> ${CMAKE_CURRENT_SOURCE_DIR} - -- ${launcher})
    endforeach()
    # However deep in the library an error is, the message must show the line in the kernel.
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-ftemplate-backtrace-limit=0>
      "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcudafe --context_limit=0>")
    get_target_property(imported kernelwright::explain IMPORTED)
    if(NOT imported)
      add_dependencies(${target} kernelwright::explain)
    endif()
  endforeach()
endfunction()
