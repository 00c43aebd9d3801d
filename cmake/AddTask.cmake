include_guard(GLOBAL)
include(AddJudge)
include(CheckTask)
include(ExplainTask)
include(SharedHeader)

# kw_task(<number> <name> <task>)
# Adds all targets of a lesson's task. Each is a program of its own, so a task that does not
# compile, crashes or never ends does not affect the others. For
# `kw_task(03 masking 2_masked_add)`:
#   lesson03.2.test_cases, lesson03.2.bench_cases  its tests and benchmarks, compiled once
#   lesson03.2.<exercise|solution>.<cpu|cuda>[.bench]  linked with one kernel file on one backend
#   lesson03.2.judge, lesson03.2.worker.<cpu|cuda>  the tests and the solution as two programs
#   lesson03.2.bench_judge.<cpu|cuda>          the benchmarks, for a worker as well
#   lesson03.2.skeleton.cpu                    the skeleton generated from the solution
#   lesson03.2.wrong.no_mask                   a kernel that is known to be wrong, one of those in
#                                              the lesson's wrong/2_masked_add
# A task is measured if the lesson's benchmarks/ has a file for it.
function(kw_task number name task)
  kw_task_places(${number} ${name} ${task})
  kw_task_cases(${id}.test_cases ${lesson_dir}/tests/${task}.cpp kernelwright::testing)
  if(EXISTS "${KW_HIDDEN_TESTS}/${folder}/tests/${task}.cpp")
    kw_task_cases(${id}.hidden_cases ${KW_HIDDEN_TESTS}/${folder}/tests/${task}.cpp
      kernelwright::testing)
    target_include_directories(${id}.hidden_cases PRIVATE ${lesson_dir})
    set_property(GLOBAL APPEND PROPERTY KW_HIDDEN_TESTS_USED ${folder}/tests/${task}.cpp)
  endif()
  if(measured)
    kw_task_cases(${id}.bench_cases ${lesson_dir}/benchmarks/${task}.cpp kernelwright::benchmarking)
    kw_is_measured(${id}.bench_cases)
  endif()
  foreach(backend IN LISTS KW_BACKENDS)
    kw_task_solution(${number} ${name} ${task} ${backend})
    kw_task_exercise(${number} ${name} ${task} ${backend})
  endforeach()
  kw_task_judge(${number} ${name} ${task})
  kw_task_skeleton(${number} ${name} ${task})
  file(GLOB wrong_kernels CONFIGURE_DEPENDS
    ${lesson_dir}/wrong/${task}/*.edit ${lesson_dir}/wrong/${task}/*.cpp)
  foreach(file IN LISTS wrong_kernels)
    kw_task_wrong(${number} ${name} ${task} ${file})
  endforeach()
endfunction()

# Sets in the caller what a task's names are made of: `id` lesson03.2, `k` 2, `folder` 03_masking,
# `lesson_dir`, and whether the task is `measured`.
macro(kw_task_places number name task)
  string(REGEX MATCH "^[1-9]" k ${task})
  set(id lesson${number}.${k})
  set(folder ${number}_${name})
  set(lesson_dir ${PROJECT_SOURCE_DIR}/lessons/${folder})
  set(measured FALSE)
  if(EXISTS ${lesson_dir}/benchmarks/${task}.cpp)
    set(measured TRUE)
  endif()
endmacro()

function(kw_task_solution number name task backend)
  kw_task_places(${number} ${name} ${task})
  set(kernel solutions/${folder}/${task}.cpp)
  set(target ${id}.solution.${backend})
  set(info NUMBER ${number}.${k} NAME ${name} TREE solution FILE ${kernel} BACKEND ${backend})
  kw_task_kernel(${target}.kernel ${PROJECT_SOURCE_DIR}/${kernel} ${lesson_dir} ${backend})
  kw_task_program(${target} ${target}.kernel ${id}.test_cases ${info})
  add_dependencies(lesson${number}.solution.${backend} ${target})
  if(measured)
    kw_task_program(${target}.bench ${target}.kernel ${id}.bench_cases ${info})
    add_dependencies(lesson${number}.solution.${backend}.bench ${target}.bench)
  endif()
  kw_discover_tests(${target} solution${number} solution ${backend})
endfunction()

function(kw_task_exercise number name task backend)
  kw_task_places(${number} ${name} ${task})
  set(kernel exercises/${folder}/${task}.cpp)
  set(target ${id}.exercise.${backend})
  set(info NUMBER ${number}.${k} NAME ${name} TREE exercise FILE ${kernel} BACKEND ${backend})
  kw_exercise_source(source ${folder} ${task} ${id})
  kw_task_kernel(${target}.kernel ${source} ${lesson_dir} ${backend})
  kw_explain_errors(${target}.kernel ${kernel} ${target})
  kw_task_program(${target} ${target}.kernel ${id}.test_cases ${info})
  # A function that the tests call, and that the learner's file does not define, is missed by the
  # linker. (CMake 3.25 takes no generator expression here.)
  set_property(TARGET ${target} PROPERTY CXX_LINKER_LAUNCHER
    ${PROJECT_BINARY_DIR}/explain/explain ${PROJECT_SOURCE_DIR} ${kernel} --)
  add_dependencies(lesson${number}.exercise.${backend} ${target})
  # A learner waits for the tests after each edit; only what is measured must be fast.
  kw_quick_to_compile(${target}.kernel)
  if(backend STREQUAL "cpu")
    kw_watch_integers(${target}.kernel)  # not in what is measured
    # Line numbers alone, for the report of a crash (common/testing/code_place.hpp). In version 5 of
    # the format, addr2line 2.40 takes one file for another. The version comes first, since it sets
    # the level as well, and level 2 takes a third longer to compile.
    target_compile_options(${target}.kernel PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-gdwarf-4;-g1>")
  endif()
  if(measured)
    kw_task_kernel(${target}.fast_kernel ${source} ${lesson_dir} ${backend})
    kw_task_program(${target}.bench ${target}.fast_kernel ${id}.bench_cases ${info})
    add_dependencies(lesson${number}.exercise.${backend}.bench ${target}.bench)
  endif()
  kw_discover_tests(${target} lesson${number} ${id} exercise ${backend})
endfunction()

# kw_exercise_source(<variable> <03_masking> <2_masked_add> <lesson03.2>): the exercise's file, or one that says
# that it is missing.
function(kw_exercise_source variable folder task id)
  set(kernel exercises/${folder}/${task}.cpp)
  set(source ${PROJECT_SOURCE_DIR}/${kernel})
  if(NOT EXISTS ${source})
    set(source ${PROJECT_BINARY_DIR}/generated/missing/${folder}/${task}.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
      "#error \"@kernel@ is missing. `./course reset @id@` brings the skeleton back.\"\n")
  endif()
  set(${variable} ${source} PARENT_SCOPE)
endfunction()

# Tests or benchmarks of a task: one object for every kernel file it is linked with.
function(kw_task_cases target source library)
  add_library(${target} OBJECT ${source})
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(GET folder PARENT_PATH lesson_dir)
  target_include_directories(${target} PRIVATE ${lesson_dir})
  target_link_libraries(${target} PRIVATE ${library})
  kw_warnings(${target})
  if(KW_SANITIZE)  # to optimise them takes longer than they do
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O0>)
  endif()
  if(KW_AT_ONCE AND library STREQUAL "kernelwright::testing")
    # Optimised as that library is, whatever the type of the build: else g++ 12 crashes on its header.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O1>)
    target_precompile_headers(${target} REUSE_FROM kernelwright_testing)
  endif()
endfunction()

# Benchmarks of a task.
function(kw_is_measured target)
  set(header kernelwright_benchmark_header)
  if(NOT TARGET ${header})
    kw_header_owner(${header} kernelwright::benchmarking
      <kernelwright/benchmarking/benchmark.hpp> <kernelwright/benchmarking/measure.hpp>)
    kw_is_measured(${header})
  endif()
  kw_kernel_options(${target})
  # At -O2 g++ 12 leaves the plain loops, which kernels are measured against, as scalar code.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O3>)
  if(NOT target STREQUAL header)
    target_precompile_headers(${target} REUSE_FROM ${header})
  endif()
endfunction()

# A kernel file compiled for one backend.
function(kw_task_kernel target file lesson_dir backend)
  kw_kernel_source(source ${target} ${file} ${backend})
  add_library(${target} OBJECT ${source})
  target_include_directories(${target} PRIVATE ${lesson_dir})
  target_link_libraries(${target} PRIVATE kernelwright::${backend})
  kw_warnings(${target})
  kw_kernel_options(${target})
endfunction()

# kw_called_kernels(<variable> <03, 03.2 or lesson03.2> <cpu|cuda>): the object libraries of what a lesson's tasks
# call of earlier lessons.
function(kw_called_kernels variable number backend)
  string(REGEX MATCH "[0-9][0-9]" number ${number})
  get_property(called GLOBAL PROPERTY KW_CALLS_${number})
  list(TRANSFORM called REPLACE "(.+)" "lesson\\1.solution.${backend}.kernel")
  set(${variable} ${called} PARENT_SCOPE)
endfunction()

# A kernel linked with the tests or the benchmarks of its task.
function(kw_task_program target kernel cases)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "NUMBER;NAME;TREE;FILE;BACKEND" "")
  kw_called_kernels(called ${arg_NUMBER} ${arg_BACKEND})
  list(TRANSFORM called REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_executable(${target} $<TARGET_OBJECTS:${kernel}> $<TARGET_OBJECTS:${cases}> ${called})
  kw_lesson_info(${target} NUMBER ${arg_NUMBER} NAME ${arg_NAME} TREE ${arg_TREE}
    FILE ${arg_FILE} BACKEND ${arg_BACKEND})
  if(cases MATCHES "[.]test_cases$")
    target_link_libraries(${target} PRIVATE kernelwright::testing)
    if(arg_BACKEND STREQUAL "cpu")
      kw_quick_to_link(${target})
    endif()
  else()
    target_link_libraries(${target} PRIVATE kernelwright::benchmarking)
  endif()
  target_link_libraries(${target} PRIVATE kernelwright::${arg_BACKEND})
  kw_warnings(${target})
endfunction()
