# Which GPUs kernels are compiled for: compute capability 7.5 (Turing, such as the T4) and later. Products
# run on the tensor cores from 8.0 on; Hopper's own instructions need 9.0a.
set(KW_OLDEST_ARCHITECTURE 75)

# kw_check_architectures(<architecture>...)
# Stops before anything is compiled: ptxas would print hundreds of errors.
function(kw_check_architectures)
  foreach(architecture IN LISTS ARGN)
    if(architecture MATCHES "^([0-9]+)[af]?(-real|-virtual)?$" AND CMAKE_MATCH_1 LESS KW_OLDEST_ARCHITECTURE)
      string(REGEX REPLACE "^([0-9]+)([0-9])$" "\\1.\\2" capability ${CMAKE_MATCH_1})
      message(FATAL_ERROR
        "Kernelwright's kernels need a GPU of compute capability 7.5 or later (Turing, such as the T4), "
        "but CMAKE_CUDA_ARCHITECTURES has ${architecture}, which is ${capability}.\n"
        "Either compile for other GPUs, such as -DCMAKE_CUDA_ARCHITECTURES=75-real, or use the CPU "
        "backend, which needs no GPU: cmake --preset cpu")
    endif()
  endforeach()
endfunction()
