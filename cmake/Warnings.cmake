# kw_warnings(<target>...): the warnings every target of this project is compiled with. They are
# errors only with KW_WERROR (as in CI), so a newer compiler never stops a student.
# -Wrestrict is off because g++ 12 warns about `"text" + std::string` (GCC bug 105329).
function(kw_warnings)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow>
      $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>
      $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>)
    if(KW_WERROR)
      target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANGUAGE:CXX>:-Werror>
        $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
    endif()
  endforeach()
endfunction()

# kw_kernel_options(<target>...): how to compile a target that contains kernels, or plain loops that
# they are measured against. Without errno and traps, the compiler may vectorise. A half-written
# kernel does not use all its parameters yet, so that warning is off. Programs for CUDA omit the
# CPU's kernels, which took a third of the time: each has a program for the CPU beside it. For kernels
# that run once, g++ takes a sixth of the time without the optimisations.
function(kw_kernel_options)
  set(optimised -O2)
  if(KW_RUNS_ONCE)
    set(optimised $<$<CXX_COMPILER_ID:GNU>:-Og;-DKW_COMPILE_FAST>)
  endif()
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:${optimised};-fno-math-errno;-fno-trapping-math;-Wno-unused-parameter>"
      $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo -Xcompiler=-Wno-unused-parameter -DKW_NO_CPU_SIDE>
      $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<NOT:$<BOOL:$<TARGET_PROPERTY:KW_QUICK>>>>:-Xcompiler=-O1>)
    # No shipped kernel spills; an exercise that is not solved yet may, and so may a test of the
    # language, which puts tiles of any size into one warp.
    if(KW_WERROR AND NOT target MATCHES "[.]exercise[.]|^library[.]")
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xptxas=-warn-spills>)
    endif()
    if(KW_NATIVE)  # without the second option, g++ clears the upper halves of vectors only from -O2 on (cpu/launch.hpp)
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-march=native>
        $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fexpensive-optimizations>)
    endif()
  endforeach()
endfunction()

# kw_watch_integers(<target>...): reports an integer overflow or a division by 0 in a kernel as a
# finding. The compiled code calls the runtime (common/checker/record/overflow.cpp), so no sanitizer
# library is linked. Under a sanitizer, the sanitizer itself reports them.
function(kw_watch_integers)
  if(NOT KW_SANITIZE)
    foreach(target IN LISTS ARGN)
      target_compile_options(${target} PRIVATE
        "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=signed-integer-overflow,integer-divide-by-zero>")
    endforeach()
  endif()
endfunction()

# kw_quick_to_compile(<target>): a kernel that is only tested, for a learner who waits for one file.
# g++ takes half the time for it: tile operations are functions (KW_COMPILE_FAST), and only loops
# over lanes are optimised. So does nvcc: it makes one kernel for each launch, the one that needs no
# alignment, and compiles them all in parallel. Host code that launches kernels is not optimised, and its
# warnings are left to the program for the CPU. clang++ does where kernels run once, and takes a third of
# the time.
function(kw_quick_to_compile target)
  set_target_properties(${target} PROPERTIES KW_QUICK TRUE)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Og;-DKW_COMPILE_FAST>
    $<$<COMPILE_LANGUAGE:CUDA>:-DKW_COMPILE_FAST;--split-compile=0;-Xcompiler=-w>)
  if(KW_RUNS_ONCE)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-O0;-DKW_COMPILE_FAST>)
  endif()
endfunction()

# kw_quick_to_link(<target>): a program that a learner waits for. The linker gold takes half the time of
# ld, where it is installed.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold KW_HAVE_GOLD)
function(kw_quick_to_link target)
  if(KW_HAVE_GOLD AND NOT KW_SANITIZE)
    target_link_options(${target} PRIVATE -fuse-ld=gold)
  endif()
endfunction()
