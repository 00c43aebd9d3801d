# kw_warnings(<target>...): the warnings every target of this project is compiled with. They are
# errors only with KW_WERROR (as in CI), so that a newer compiler never stops a student.
# -Wrestrict is off since g++ 12 warns of `"text" + std::string` (GCC bug 105329).
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

# kw_kernel_options(<target>...): how a target that holds kernels, or a plain loop that they are
# measured against, is compiled. No errno and no traps, so that the compiler may vectorise. A kernel
# that is half written does not use all its parameters yet: no warning about that. Programs for CUDA
# hold no kernels for the CPU, which took a third of the time: each has one for the CPU beside it.
# Under a sanitizer g++ takes a sixth of the time without the optimisations.
function(kw_kernel_options)
  set(optimised -O2)
  if(KW_SANITIZE)
    set(optimised $<$<CXX_COMPILER_ID:GNU>:-Og;-DKW_COMPILE_FAST>)
  endif()
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:${optimised};-fno-math-errno;-fno-trapping-math;-Wno-unused-parameter>"
      $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo -Xcompiler=-Wno-unused-parameter -DKW_NO_CPU_SIDE>)
    # No shipped kernel spills; an exercise that is not solved yet may, and so may a test of the
    # language, which puts tiles of any size into one warp.
    if(KW_WERROR AND NOT target MATCHES "[.]exercise[.]|^library[.]")
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xptxas=-warn-spills>)
    endif()
    if(KW_NATIVE)
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-march=native>)
    endif()
  endforeach()
endfunction()

# kw_watch_integers(<target>...): an integer that overflows, or is divided by 0, in a kernel becomes a
# finding. The compiler calls the runtime (common/checker/record/overflow.cpp): no sanitizer's library is
# linked. Under a sanitizer the sanitizer itself does it.
function(kw_watch_integers)
  if(NOT KW_SANITIZE)
    foreach(target IN LISTS ARGN)
      target_compile_options(${target} PRIVATE
        "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=signed-integer-overflow,integer-divide-by-zero>")
    endforeach()
  endif()
endfunction()

# kw_quick_to_compile(<target>): a kernel that is only tested, for a learner who waits for one file.
# g++ takes half the time for it: tile operations are functions (KW_COMPILE_FAST), and only the loops
# over lanes are optimised. So does nvcc: it makes one kernel of each launch, the one that needs no
# alignment, and compiles all of them side by side.
function(kw_quick_to_compile target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Og;-DKW_COMPILE_FAST>
    $<$<COMPILE_LANGUAGE:CUDA>:-DKW_COMPILE_FAST;--split-compile=0>)
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
