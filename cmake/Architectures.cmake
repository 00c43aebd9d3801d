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

# kw_gpus_of_this_machine(<variable>)
# What to compile for: the GPUs that are here, since a learner waits for any other in vain, and both
# architectures that the library has code for where there is none.
function(kw_gpus_of_this_machine result)
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
    OUTPUT_VARIABLE capabilities ERROR_QUIET RESULT_VARIABLE code)
  set(architectures)
  if(code EQUAL 0)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${capabilities}")
    list(REMOVE_DUPLICATES capabilities)
    list(TRANSFORM capabilities REPLACE "\\." "")
    list(TRANSFORM capabilities APPEND -real OUTPUT_VARIABLE architectures)
    list(TRANSFORM architectures REPLACE "^90-" "90a-")  # wgmma and bulk copies need the a
  endif()
  if(NOT architectures)
    set(architectures 80-real 90a-real)
  endif()
  set(${result} ${architectures} PARENT_SCOPE)
endfunction()
