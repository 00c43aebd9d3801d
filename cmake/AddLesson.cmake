include_guard(GLOBAL)
include(AddTask)
include(AddJudge)

# add_lesson(<number> <name> [CALLS <05.2>...])
# Everything the build knows about a lesson. CALLS: tasks of earlier lessons whose functions its tasks
# call; our solutions of them are linked. A lesson is made of tasks: the files of its folder in
# solutions/. For `add_lesson(03 masking)`:
#   lesson03.tests, lesson03.benchmarks       a shared library each: those of all tasks, compiled once
#   lesson03.kernels.cpu                      the tests with the course's own kernels. --kernel=solution, skeleton,
#                                             nothing or wrong/no_mask chooses, and --task=2 the task
#   lesson03.kernels.cuda                     the tests with the solutions on a GPU
#   lesson03.solution.<cpu|cuda>.bench        the benchmarks with the solutions
#   lesson03.exercise.<cpu|cuda>[.bench]      the programs of all its exercises; those of one: see kw_task
#   lesson03.judge, lesson03.worker.<cpu|cuda>, ...  see kw_lesson_judge
# CTest labels: lesson03, lesson03.2 + exercise, solution03 + solution, wrong, course; cpu or cuda.
function(add_lesson number name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "CALLS")
  set_property(GLOBAL PROPERTY KW_CALLS_${number} "${arg_CALLS}")
  foreach(backend IN LISTS KW_BACKENDS)
    foreach(kind IN ITEMS "" ".bench")
      add_custom_target(lesson${number}.exercise.${backend}${kind})
      add_dependencies(exercises lesson${number}.exercise.${backend}${kind})
    endforeach()
  endforeach()

  set(folder ${number}_${name})
  file(GLOB tasks RELATIVE ${PROJECT_SOURCE_DIR}/solutions/${folder}
    CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/solutions/${folder}/[1-9]_*.cpp)
  list(TRANSFORM tasks REPLACE "[.]cpp$" "")
  # Checked before each build, so a new or a removed file is noticed.
  file(GLOB noticed CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/exercises/${folder}/*.cpp)
  kw_lesson_cases(${number} ${name})
  foreach(task IN LISTS tasks)
    kw_task(${number} ${name} ${task})
  endforeach()
  kw_lesson_tables(${number} ${name} ${tasks})
  kw_lesson_kernels(${number} ${name} ${tasks})
  kw_lesson_judge(${number} ${name} ${tasks})
endfunction()

# The tests and the benchmarks of a lesson, with a stub of each function that the tests call.
function(kw_lesson_cases number name)
  set(lesson_dir ${PROJECT_SOURCE_DIR}/lessons/${number}_${name})
  file(GLOB tests CONFIGURE_DEPENDS ${lesson_dir}/tests/[1-9]_*.cpp)
  file(GLOB benchmarks CONFIGURE_DEPENDS ${lesson_dir}/benchmarks.cpp)
  kw_cases(lesson${number}.test_cases ${lesson_dir} ${tests})
  kw_is_tested(lesson${number}.test_cases)
  kw_compile_at_once(lesson${number}.test_cases KEEP_PRECOMPILED)
  if(KW_AT_ONCE AND number EQUAL 1)  # a first start waits for one file, which reads the headers in less time
    set_target_properties(lesson${number}.test_cases PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  endif()
  set(cases lesson${number}.test_cases)
  if(benchmarks)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${benchmarks})  # which tasks are measured
    kw_cases(lesson${number}.bench_cases ${lesson_dir} ${benchmarks})
    kw_is_measured(lesson${number}.bench_cases)
  endif()
  file(GLOB hidden CONFIGURE_DEPENDS ${KW_HIDDEN_TESTS}/${number}_${name}/tests/[1-9]_*.cpp)
  if(KW_HIDDEN_TESTS AND hidden)
    kw_cases(lesson${number}.hidden_cases ${lesson_dir} ${hidden})
    kw_is_tested(lesson${number}.hidden_cases)
    target_include_directories(lesson${number}.hidden_cases PRIVATE ${lesson_dir}/tests)  # what its own tests share
    set_property(GLOBAL APPEND PROPERTY KW_HIDDEN_TESTS_USED ${hidden})
    list(APPEND cases lesson${number}.hidden_cases)
  endif()
  kw_stubs(lesson${number} ${number} ${lesson_dir}/${name}.hpp ${cases})
  kw_case_library(lesson${number}.tests kernelwright_testing
    $<TARGET_OBJECTS:lesson${number}.test_cases> $<TARGET_OBJECTS:lesson${number}.stubs>)
  if(benchmarks)
    kw_case_library(lesson${number}.benchmarks kernelwright_benchmarking
      $<TARGET_OBJECTS:lesson${number}.bench_cases> $<TARGET_OBJECTS:lesson${number}.stubs>)
  endif()
endfunction()

# Tests or benchmarks, compiled to go into a shared library.
function(kw_cases target lesson_dir)
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${ARGN})
  target_include_directories(${target} PRIVATE ${lesson_dir})
  kw_warnings(${target})
endfunction()

function(kw_case_library target library)
  add_library(${target} SHARED EXCLUDE_FROM_ALL ${ARGN})
  target_link_libraries(${target} PUBLIC ${library})
  # Programs call nothing of it: its tests make themselves known when it is loaded.
  target_link_options(${target} INTERFACE LINKER:--no-as-needed)
endfunction()

# Options of tests. They take longer to optimise than they run.
function(kw_is_tested target)
  target_link_libraries(${target} PRIVATE kernelwright_testing)
  kw_goes_into_shared_library(${target})
  target_compile_definitions(${target} PRIVATE KW_VIEWS_ALONE)
  set(level -O1)
  if(KW_RUNS_ONCE)
    set(level -O0)
  endif()
  target_compile_options(${target} PRIVATE ${level})
  kw_share_headers(${target} kernelwright_test_header kernelwright_testing OPTIONS kw_is_tested
    HEADERS <algorithm> <cmath> <functional> <string> <vector> <kernelwright/testing/testing.hpp>)
endfunction()

# Options of benchmarks.
function(kw_is_measured target)
  target_link_libraries(${target} PRIVATE kernelwright_benchmarking)
  kw_goes_into_shared_library(${target})
  target_compile_definitions(${target} PRIVATE KW_VIEWS_ALONE)
  kw_kernel_options(${target})
  # At -O2 g++ 12 leaves the plain loops, which kernels are measured against, as scalar code.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O3>)
  kw_share_headers(${target} kernelwright_benchmark_header kernelwright_benchmarking OPTIONS kw_is_measured
    HEADERS <kernelwright/benchmarking/benchmark.hpp> <kernelwright/benchmarking/measure.hpp>)
endfunction()

# The programs with the course's own kernels, and the tests that run them.
function(kw_lesson_kernels number name)
  set(folder ${number}_${name})
  set(info NUMBER ${number} NAME ${name} TREE solution FILE solutions/${folder})
  set(rows)
  foreach(task IN LISTS ARGN)
    kw_task_places(${number} ${name} ${task})
    list(APPEND rows $<TARGET_OBJECTS:${id}.kernels>)
  endforeach()
  kw_lesson_program(lesson${number}.kernels.cpu lesson${number}.tests ${rows} ${info} BACKEND cpu)
  add_dependencies(solutions lesson${number}.kernels.cpu)
  add_dependencies(course_kernels lesson${number}.kernels.cpu)
  foreach(backend IN LISTS KW_BACKENDS)
    set(solutions)
    foreach(task IN LISTS ARGN)
      kw_task_places(${number} ${name} ${task})
      list(APPEND solutions $<TARGET_OBJECTS:${id}.solution.${backend}.kernel>)
      kw_lesson_test(solution${number}.${k}.${backend} solution${number} solution ${backend}
        COMMAND lesson${number}.kernels.${backend} --kernel=solution --task=${k})
    endforeach()
    if(backend STREQUAL "cuda")
      kw_lesson_program(lesson${number}.kernels.cuda lesson${number}.tests ${solutions} ${info} BACKEND cuda)
      add_dependencies(solutions lesson${number}.kernels.cuda)
    endif()
    if(TARGET lesson${number}.benchmarks)
      kw_lesson_program(lesson${number}.solution.${backend}.bench lesson${number}.benchmarks ${solutions} ${info}
        BACKEND ${backend})
      add_dependencies(solutions lesson${number}.solution.${backend}.bench)
    endif()
  endforeach()
  if(KW_SANITIZE)
    return()
  endif()
  # The solutions on random shapes (kernelwright/testing/cases.hpp). Run by hand, KW_FUZZ_SHAPES=2000 looks longer.
  add_test(NAME lesson${number}.fuzz COMMAND lesson${number}.kernels.cpu --gtest_filter=*.AnyShape
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(lesson${number}.fuzz PROPERTIES LABELS "course;fuzz;full" TIMEOUT 3000
    ENVIRONMENT "KW_FUZZ=1;KW_FUZZ_SHAPES=20")
  # One run of each kernel that must fail shows that it does, and what the lesson's pages quote.
  add_test(NAME wrong${number} COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/check_kernels.py ${PROJECT_SOURCE_DIR} ${folder}
      $<TARGET_FILE:lesson${number}.kernels.cpu>
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(wrong${number} PROPERTIES LABELS "wrong;cpu" TIMEOUT 600)
endfunction()

# kw_course_test(<name> <command>...): the test course.<name>, label `course`.
function(kw_course_test name)
  add_test(NAME course.${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(course.${name} PROPERTIES LABELS course TIMEOUT 300)
endfunction()
