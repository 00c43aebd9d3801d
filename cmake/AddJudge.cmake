include_guard(GLOBAL)
include(SharedHeader)

# kw_stubs(<id> <number> <contract.hpp> <object library of tests>...)
# What tests and benchmarks call in the place of a contract's functions (kernelwright/testing/kernels.hpp):
#   <id>.stubs    the functions, as part of a shared library of tests or benchmarks
#   <id>.entries  what a worker, which holds the kernels, answers the stubs with
function(kw_stubs id number contract)
  set(generated ${PROJECT_BINARY_DIR}/generated/remote/${id})
  list(TRANSFORM ARGN REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_custom_command(OUTPUT ${generated}/stubs.cpp ${generated}/entries.cpp
    COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/make_remote.py --nm ${CMAKE_NM}
      --object ${objects} --lesson ${number} --contract ${contract}
      --stubs ${generated}/stubs.cpp --entries ${generated}/entries.cpp
    DEPENDS ${objects} ${contract} ${KW_SCRIPTS}/make_remote.py
    COMMENT "Making the stubs of ${id}" VERBATIM COMMAND_EXPAND_LISTS)
  cmake_path(GET contract PARENT_PATH contract_dir)
  foreach(half IN ITEMS stubs entries)
    add_library(${id}.${half} OBJECT EXCLUDE_FROM_ALL ${generated}/${half}.cpp)
    target_include_directories(${id}.${half} PRIVATE ${contract_dir})
    kw_is_remote(${id}.${half})
  endforeach()
  # Not twice at a time: both targets are made of the same generated files.
  add_dependencies(${id}.entries ${id}.stubs)
endfunction()

# Stubs or entries.
function(kw_is_remote target)
  target_link_libraries(${target} PRIVATE kernelwright)
  target_compile_definitions(${target} PRIVATE KW_VIEWS_ALONE)
  kw_warnings(${target})
  kw_goes_into_shared_library(${target})
  kw_share_headers(${target} kernelwright_remote_header kernelwright OPTIONS kw_is_remote
    HEADERS <kernelwright/testing/kernels.hpp>)
endfunction()

# kw_judge_program(<target> <library or object>... NUMBER <03> NAME <masking> FILE <what is judged>): tests, of which
# the kernels run in a worker. The same for kernels on the CPU and on a GPU.
function(kw_judge_program target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NUMBER;NAME;FILE" "")
  add_executable(${target} EXCLUDE_FROM_ALL)
  kw_lesson_info(${target} NUMBER ${arg_NUMBER} NAME ${arg_NAME} TREE submission FILE ${arg_FILE} BACKEND cpu)
  # Whole: it holds the main function, and the device seam.
  target_link_libraries(${target} PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,kernelwright_judge> ${arg_UNPARSED_ARGUMENTS})
  kw_warnings(${target})
endfunction()

# kw_judged(<test> <judge> <worker> DEVICE <cpu|cuda> LABELS <label>... [OPTIONS <of the judge>...])
# The test <test>: the tests of the judge, with this worker. Without a GPU it is skipped.
function(kw_judged test judge worker)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "DEVICE" "LABELS;OPTIONS")
  add_test(NAME ${test} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMAND ${judge} --device=${arg_DEVICE} ${arg_OPTIONS} --worker $<TARGET_FILE:${worker}>)
  set_tests_properties(${test} PROPERTIES TIMEOUT 600 LABELS "${arg_LABELS};full"
    SKIP_REGULAR_EXPRESSION "needs a GPU: ")
  add_dependencies(judged ${judge} ${worker})
  if(arg_DEVICE STREQUAL cuda)
    add_dependencies(judged_on_gpu ${judge} ${worker})
  endif()
endfunction()

# kw_lesson_judge(<number> <name> <task>...)
# For grading what other people wrote:
#   lesson03.judge                     the tests
#   lesson03.bench_judge.<cpu|cuda>    the benchmarks
#   lesson03.worker.<cpu|cuda>         a worker with the solutions
#   kits/lesson03.2.<cpu|cuda>.json    what the grader makes a submission's worker of
function(kw_lesson_judge number name)
  set(folder ${number}_${name})
  set(id lesson${number})
  set(hidden)
  if(TARGET ${id}.hidden_cases)  # an instructor's own: see KW_HIDDEN_TESTS
    set(hidden $<TARGET_OBJECTS:${id}.hidden_cases>)
  endif()
  kw_judge_program(${id}.judge ${id}.tests ${hidden} NUMBER ${number} NAME ${name} FILE exercises/${folder})
  add_dependencies(kits ${id}.judge ${id}.entries kernelwright_confine)
  foreach(backend IN LISTS KW_BACKENDS)
    if(TARGET ${id}.benchmarks)
      kw_bench_judge(${number} ${name} ${backend})
    endif()
    kw_called_kernels(called ${number} ${backend})
    list(TRANSFORM called REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE solutions)
    if(called)
      add_dependencies(${id}.judge ${called})  # with which the grader links a submission
    endif()
    foreach(task IN LISTS ARGN)
      kw_task_places(${number} ${name} ${task})
      list(APPEND solutions $<TARGET_OBJECTS:${id}.solution.${backend}.kernel>)
      kw_kit(${id} lesson${number} ${backend} ${measured})
    endforeach()
    set(id lesson${number})
    set(worker ${id}.worker.${backend})
    add_executable(${worker} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:${id}.entries> ${solutions})
    target_link_libraries(${worker} PRIVATE kernelwright_worker kernelwright::${backend})
    kw_warnings(${worker})
    kw_judged(course.${id}.judged.${backend} ${id}.judge ${worker} DEVICE ${backend}
      LABELS course ${backend} OPTIONS --kernels-alone)
  endforeach()
endfunction()

# lesson03.bench_judge.<backend>: the lesson's benchmarks, of which the kernels run in a worker as well.
function(kw_bench_judge number name backend)
  set(target lesson${number}.bench_judge.${backend})
  add_executable(${target} EXCLUDE_FROM_ALL)
  kw_lesson_info(${target} NUMBER ${number} NAME ${name} TREE submission
    FILE exercises/${number}_${name} BACKEND ${backend})
  set(judge kernelwright_bench_judge)
  if(backend STREQUAL "cuda")
    set(judge kernelwright_gpu_bench_judge)
  endif()
  target_link_libraries(${target} PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,${judge}> lesson${number}.benchmarks
    kernelwright_${backend}_seam)
  kw_warnings(${target})
  add_dependencies(judged ${target})
  if(backend STREQUAL "cuda")
    add_dependencies(judged_on_gpu ${target})
  endif()
endfunction()

# kw_kit(<lesson03.2> <lesson03> <backend> <is it measured?>): what the grader needs to compile and judge a task, a file
# of paths. What measures it is empty for a task without a benchmark.
function(kw_kit id lesson backend measured)
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
  set(shared "\"$<TARGET_FILE:${lesson}.tests>\", \"$<TARGET_FILE:kernelwright_testing>\"")
  if(measured)
    set(bench_judge $<TARGET_FILE:${lesson}.bench_judge.${backend}>)
    set(measured_as ${id}.exercise.${backend}.fast_kernel)
    string(APPEND shared ", \"$<TARGET_FILE:${lesson}.benchmarks>\", \"$<TARGET_FILE:kernelwright_benchmarking>\"")
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
  \"judge\": \"$<TARGET_FILE:${lesson}.judge>\",
  \"compiler\": \"${compiler}\",
  \"linker\": \"${CMAKE_CXX_COMPILER}\",
  \"objcopy\": \"${CMAKE_OBJCOPY}\",
  \"nm\": \"${CMAKE_NM}\",
  \"bench_judge\": \"${bench_judge}\",
  \"shared\": [${shared}],
  \"measured_as\": \"${measured_as}\",
  \"compiled_as\": \"${id}.exercise.${backend}.kernel\",
  \"probe\": \"${probe}\",
  \"confine\": \"$<TARGET_FILE:kernelwright_confine>\",
  \"link\": [
    \"$<TARGET_OBJECTS:${lesson}.entries>\",${called}
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
