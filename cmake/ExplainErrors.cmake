# For projects that use the library, from its source folder or installed.

# kernelwright_explain_errors(<target>...)
# Puts the first compile error of each source file into words. KW_RAW_ERRORS=1 in the environment shows
# the compiler's own. A launcher that the target has already, such as ccache, comes behind it.
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
    # However deep an error lies in the library, the line in the kernel must be in the message.
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-ftemplate-backtrace-limit=0>
      "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcudafe --context_limit=0>")
    get_target_property(imported kernelwright::explain IMPORTED)
    if(NOT imported)
      add_dependencies(${target} kernelwright::explain)
    endif()
  endforeach()
endfunction()
