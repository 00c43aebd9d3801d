include_guard(GLOBAL)
include(SharedHeader)

# kw_judge(<id> NUMBER <03.2> NAME <masking> FILE <what is judged> CASES <object library> CONTRACT <name.hpp>)
# Tests in two programs, for kernels that are not trusted:
#   <id>.stubs    what the tests, and benchmarks, call in the place of kernels
#   <id>.judge    the tests with these; the same for kernels on the CPU and on a GPU
#   <id>.entries  what a worker, which holds the kernels, answers the stubs with
function(kw_judge id)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NUMBER;NAME;FILE;CASES;CONTRACT" "")
  set(generated ${PROJECT_BINARY_DIR}/generated/remote/${id})
  string(REGEX MATCH "^[^.]+" lesson ${arg_NUMBER})
  set(objects $<TARGET_OBJECTS:${arg_CASES}>)
  if(TARGET ${id}.hidden_cases)  # an instructor's own: see KW_HIDDEN_TESTS
    list(APPEND objects $<TARGET_OBJECTS:${id}.hidden_cases>)
  endif()
  add_custom_command(OUTPUT ${generated}/judge.cpp ${generated}/worker.cpp
    COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/make_remote.py --nm ${CMAKE_NM}
      --object ${objects} --lesson ${lesson} --contract ${arg_CONTRACT}
      --judge ${generated}/judge.cpp --worker ${generated}/worker.cpp
    DEPENDS ${objects} ${arg_CONTRACT} ${KW_SCRIPTS}/make_remote.py
    COMMENT "Making the stubs of ${id}" VERBATIM COMMAND_EXPAND_LISTS)
  cmake_path(GET arg_CONTRACT PARENT_PATH contract_dir)

  foreach(half IN ITEMS stubs entries)
    set(source_of_stubs judge.cpp)
    set(source_of_entries worker.cpp)
    add_library(${id}.${half} OBJECT EXCLUDE_FROM_ALL ${generated}/${source_of_${half}})
    target_include_directories(${id}.${half} PRIVATE ${contract_dir})
    kw_is_remote(${id}.${half})
  endforeach()
  # Not twice at a time: both targets are made of the same generated files.
  add_dependencies(${id}.entries ${id}.stubs)

  add_executable(${id}.judge EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${id}.stubs> ${objects})
  kw_lesson_info(${id}.judge NUMBER ${arg_NUMBER} NAME ${arg_NAME} TREE submission
    FILE ${arg_FILE} BACKEND cpu)
  # Whole: it holds the main function, and the device seam.
  target_link_libraries(${id}.judge PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,kernelwright_judge>)
  kw_warnings(${id}.judge)
endfunction()

# Half of a judged lesson.
function(kw_is_remote target)
  set(header kernelwright_remote_header)
  if(NOT TARGET ${header})
    kw_header_owner(${header} kernelwright::runtime <kernelwright/testing/remote.hpp>)
  endif()
  target_link_libraries(${target} PRIVATE kernelwright::runtime)
  kw_warnings(${target})
  target_precompile_headers(${target} REUSE_FROM ${header})
endfunction()

# kw_judged(<test> <id> <worker> DEVICE <cpu|cuda> LABELS <label>... [OPTIONS <of the judge>...])
# The test <test>: the tests of <id>.judge, with this worker. Without a GPU it is skipped.
function(kw_judged test id worker)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "DEVICE" "LABELS;OPTIONS")
  add_test(NAME ${test} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMAND ${id}.judge --device=${arg_DEVICE} ${arg_OPTIONS} --worker $<TARGET_FILE:${worker}>)
  set_tests_properties(${test} PROPERTIES TIMEOUT 300 LABELS "${arg_LABELS}"
    SKIP_REGULAR_EXPRESSION "needs a GPU: ")
  add_dependencies(repository_tests ${id}.judge ${worker})
  if(KW_ENABLE_CUDA)  # where all programs are built that tests for a GPU need
    if(arg_DEVICE STREQUAL cuda)
      add_dependencies(judged_on_gpu ${id}.judge ${worker})
    endif()
    set_target_properties(${id}.judge ${worker} PROPERTIES EXCLUDE_FROM_ALL FALSE)
  endif()
endfunction()

# The judge and the workers of a task, and kits/<id>.<device>.json, which tells the grader how to
# compile a submission and what to link it with.
function(kw_task_judge number name task)
  kw_task_places(${number} ${name} ${task})
  kw_judge(${id} NUMBER ${number}.${k} NAME ${name} FILE exercises/${folder}/${task}.cpp
    CASES ${id}.test_cases CONTRACT ${lesson_dir}/${name}.hpp)
  add_dependencies(kits ${id}.judge ${id}.entries kernelwright_confine)
  foreach(backend IN LISTS KW_BACKENDS)
    if(measured)
      kw_bench_judge(${number} ${name} ${task} ${backend})
    endif()
    set(worker ${id}.worker.${backend})
    kw_called_kernels(called ${number} ${backend})
    list(TRANSFORM called REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE called_objects)
    add_executable(${worker} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${id}.entries>
      $<TARGET_OBJECTS:${id}.solution.${backend}.kernel> ${called_objects})
    if(called)
      add_dependencies(${id}.judge ${called})  # with which the grader links a submission
    endif()
    target_link_libraries(${worker} PRIVATE kernelwright_worker kernelwright::${backend})
    kw_warnings(${worker})
    kw_judged(course.${id}.judged.${backend} ${id} ${worker} DEVICE ${backend}
      LABELS course ${backend} OPTIONS --rehearse)
    if(backend STREQUAL "cpu")  # kernels that do nothing fail, and no test crashes on what they leave
      kw_course_test(${id}.idle_fails ${KW_PYTHON} ${KW_SCRIPTS}/expect_failure.py
        $<TARGET_FILE:${id}.judge> -- --device=cpu --idle --worker $<TARGET_FILE:${worker}>)
    endif()
    kw_kit(${id} ${backend} ${measured})
  endforeach()
endfunction()

# <id>.bench_judge.<backend>: the task's benchmarks, of which the kernels run in a worker as well.
function(kw_bench_judge number name task backend)
  kw_task_places(${number} ${name} ${task})
  set(target ${id}.bench_judge.${backend})
  add_executable(${target} EXCLUDE_FROM_ALL
    $<TARGET_OBJECTS:${id}.stubs> $<TARGET_OBJECTS:${id}.bench_cases>)
  kw_lesson_info(${target} NUMBER ${number}.${k} NAME ${name} TREE submission
    FILE exercises/${folder}/${task}.cpp BACKEND ${backend})
  if(backend STREQUAL "cuda")
    target_link_libraries(${target} PRIVATE kernelwright_gpu_bench_judge)
  else()
    target_link_libraries(${target} PRIVATE kernelwright_bench_judge kernelwright::cpu)
  endif()
  kw_warnings(${target})
  add_dependencies(repository_tests ${target})
endfunction()

# What the grader needs to compile and judge a task: a file of paths. What measures it is empty for a
# task without a benchmark.
function(kw_kit id backend measured)
  set(compiler ${CMAKE_CXX_COMPILER})
  set(seam kernelwright_no_cuda)
  set(libraries "")
  set(link_options "")
  if(KW_HAVE_GOLD AND NOT KW_SANITIZE)  # as kw_quick_to_link
    set(link_options "\"-fuse-ld=gold\"")
  endif()
  set(probe "")
  set(bench_judge "")
  set(measured_as "")
  if(measured)
    set(bench_judge $<TARGET_FILE:${id}.bench_judge.${backend}>)
    set(measured_as ${id}.exercise.${backend}.fast_kernel)
  endif()
  if(backend STREQUAL "cuda")
    set(compiler ${CMAKE_CUDA_COMPILER})
    set(seam kernelwright_cuda_runtime)
    set(libraries "\"$<TARGET_FILE:CUDA::cudart_static>\", \"-ldl\", \"-lrt\"")
    set(probe $<TARGET_FILE:kernelwright_gpu_probe>)
    add_dependencies(kits kernelwright_gpu_probe)
  endif()
  kw_called_kernels(called ${id} ${backend})
  list(TRANSFORM called REPLACE "(.+)" "\n    \"$<TARGET_OBJECTS:\\1>\",")
  list(JOIN called "" called)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/kits/${id}.${backend}.json CONTENT "{
  \"judge\": \"$<TARGET_FILE:${id}.judge>\",
  \"compiler\": \"${compiler}\",
  \"linker\": \"${CMAKE_CXX_COMPILER}\",
  \"bench_judge\": \"${bench_judge}\",
  \"measured_as\": \"${measured_as}\",
  \"compiled_as\": \"${id}.exercise.${backend}.kernel\",
  \"probe\": \"${probe}\",
  \"confine\": \"$<TARGET_FILE:kernelwright_confine>\",
  \"link\": [
    \"$<TARGET_OBJECTS:${id}.entries>\",${called}
    \"$<TARGET_FILE:kernelwright_worker>\",
    \"$<TARGET_FILE:${seam}>\",
    \"$<TARGET_FILE:kernelwright_runtime>\",
    \"$<TARGET_FILE:kernelwright_base>\"
  ],
  \"link_options\": [${link_options}],
  \"libraries\": [${libraries}]
}
")
endfunction()
