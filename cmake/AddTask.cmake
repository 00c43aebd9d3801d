include_guard(GLOBAL)
include(ExplainTask)
include(SharedHeader)

# kw_task(<number> <name> <task>)
# Adds what a lesson's task has of its own. For `kw_task(03 masking 2_masked_add)`:
#   lesson03.2.exercise.<cpu|cuda>[.bench]    the learner's file, linked with the lesson's tests or benchmarks: a
#                                             program of its own, so a file that does not compile, crashes or never
#                                             ends does not affect the others
#   lesson03.2.solution.<cpu|cuda>.kernel     our solution, as fast as it can be compiled
# A task is measured if the lesson's benchmarks.cpp has a row for it.
function(kw_task number name task)
  kw_task_places(${number} ${name} ${task})
  foreach(backend IN LISTS KW_BACKENDS)
    kw_task_kernel(${id}.solution.${backend}.kernel ${PROJECT_SOURCE_DIR}/solutions/${folder}/${task}.cpp
      ${lesson_dir} ${backend})
    kw_task_exercise(${number} ${name} ${task} ${backend})
  endforeach()
endfunction()

# Sets in the caller what a task's names are made of: `id` lesson03.2, `k` 2, `folder` 03_masking,
# `lesson_dir`, and whether the task is `measured`.
macro(kw_task_places number name task)
  string(REGEX MATCH "^[1-9]" k ${task})
  set(id lesson${number}.${k})
  set(folder ${number}_${name})
  set(lesson_dir ${PROJECT_SOURCE_DIR}/lessons/${folder})
  set(measured 0)
  if(EXISTS ${lesson_dir}/benchmarks.cpp)
    file(STRINGS ${lesson_dir}/benchmarks.cpp its_benchmarks REGEX "[{]${k},")
    list(LENGTH its_benchmarks measured)
  endif()
endmacro()

function(kw_task_exercise number name task backend)
  kw_task_places(${number} ${name} ${task})
  set(kernel exercises/${folder}/${task}.cpp)
  set(target ${id}.exercise.${backend})
  set(info NUMBER ${number}.${k} NAME ${name} TREE exercise FILE ${kernel} BACKEND ${backend})
  kw_exercise_source(source ${folder} ${task} ${id})
  kw_task_kernel(${target}.kernel ${source} ${lesson_dir} ${backend})
  kw_explain_errors(${target}.kernel ${kernel} ${target})
  kw_lesson_program(${target} lesson${number}.tests $<TARGET_OBJECTS:${target}.kernel> ${info})
  # A function that the tests call, and that the learner's file does not define, is a matter of its tests; but one
  # that the file itself calls is missed by the linker. (CMake 3.25 takes no generator expression here.)
  set_property(TARGET ${target} PROPERTY CXX_LINKER_LAUNCHER
    ${PROJECT_BINARY_DIR}/explain/explain ${PROJECT_SOURCE_DIR} ${kernel} --)
  kw_quick_to_link(${target})
  add_dependencies(lesson${number}.exercise.${backend} ${target})
  # A learner waits for the tests after each edit; only what is measured must be fast.
  if(backend STREQUAL "cpu")
    kw_is_edited(${target}.kernel)
  else()
    kw_quick_to_compile(${target}.kernel)
  endif()
  if(measured)
    kw_task_kernel(${target}.fast_kernel ${source} ${lesson_dir} ${backend})
    target_compile_options(${target}.fast_kernel PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-w>)  # the tests' program has warned
    kw_lesson_program(${target}.bench lesson${number}.benchmarks $<TARGET_OBJECTS:${target}.fast_kernel> ${info})
    add_dependencies(lesson${number}.exercise.${backend}.bench ${target}.bench)
  endif()
  kw_lesson_test(${target} lesson${number} ${id} exercise ${backend} COMMAND ${target})
endfunction()

# Options of a learner's file for the CPU, but for those of kw_explain_errors. The one of `./course debug` is compiled for a
# debugger. Reading the library takes half of the time, so it is compiled beforehand.
function(kw_is_edited target)
  kw_quick_to_compile(${target})
  kw_watch_integers(${target})
  # Line numbers alone, for the report of a crash (common/testing/code_place.hpp). In version 5 of
  # the format, addr2line 2.40 takes one file for another. The version comes first, since it sets
  # the level as well, and level 2 takes a third longer to compile.
  target_compile_options(${target} PRIVATE -gdwarf-4 -g1)
  if(target STREQUAL "${KW_DEBUG}.exercise.cpu.kernel")
    target_compile_options(${target} PRIVATE -O0 -g)
  else()
    kw_share_headers(${target} kernelwright_exercise_header kernelwright::cpu OPTIONS kw_kernel_options kw_is_edited
      HEADERS <kernelwright/kernelwright.hpp>)
  endif()
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

# A kernel file compiled for one backend.
function(kw_task_kernel target file lesson_dir backend)
  kw_kernel_source(source ${target} ${file} ${backend})
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${source})
  target_include_directories(${target} PRIVATE ${lesson_dir})
  target_link_libraries(${target} PRIVATE kernelwright::${backend})
  kw_warnings(${target})
  kw_kernel_options(${target})
endfunction()

# kw_lesson_tables(<number> <name> <task>...): the course's own kernels of each task, compiled fast.
#   lesson03.2.kernels        our solution, the skeleton and the kernels that are known to be wrong: rows of the table of
#                             kernels (kernelwright/testing/kernels.hpp), in one file, so what they share is compiled once
#   lesson03.2.kernels.cpu    the tests with these, which are asked where a learner's values are wrong
function(kw_lesson_tables number name)
  set(lesson_dir ${PROJECT_SOURCE_DIR}/lessons/${number}_${name})
  set(solutions ${ARGN})
  list(TRANSFORM solutions PREPEND ${PROJECT_SOURCE_DIR}/solutions/${number}_${name}/)
  list(TRANSFORM solutions APPEND .cpp)
  set(generated ${PROJECT_BINARY_DIR}/generated/kernels/${number}_${name})
  set(tables ${ARGN})
  list(TRANSFORM tables REPLACE "(.+)" "${generated}/\\1.cpp")
  file(GLOB made_of CONFIGURE_DEPENDS ${lesson_dir}/*.hpp ${lesson_dir}/wrong/*.mistakes)
  set(tests $<TARGET_OBJECTS:lesson${number}.test_cases>)
  set(correct)
  if(KW_RUNS_ONCE)  # where solutions alone are asked: sanitizers stop at mistakes
    set(correct --without-mistakes)
  endif()
  add_custom_command(OUTPUT ${tables}
    COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/make_kernels.py --nm ${CMAKE_NM} --object ${tests}
      --root ${PROJECT_SOURCE_DIR} --lesson ${number}_${name} --output ${generated} ${correct}
    DEPENDS ${tests} ${solutions} ${made_of} ${KW_SCRIPTS}/make_kernels.py ${KW_SCRIPTS}/make_remote.py
      ${KW_SCRIPTS}/make_skeleton.py ${KW_SCRIPTS}/make_wrong.py
    COMMENT "Making the kernels of lesson${number}" VERBATIM COMMAND_EXPAND_LISTS)
  foreach(task IN LISTS ARGN)
    kw_task_places(${number} ${name} ${task})
    add_library(${id}.kernels OBJECT EXCLUDE_FROM_ALL ${generated}/${task}.cpp)
    target_link_libraries(${id}.kernels PRIVATE kernelwright::cpu)
    kw_is_table(${id}.kernels)
    kw_lesson_program(${id}.kernels.cpu lesson${number}.tests $<TARGET_OBJECTS:${id}.kernels> NUMBER ${number}.${k}
      NAME ${name} TREE solution FILE solutions/${folder}/${task}.cpp BACKEND cpu)
    add_dependencies(wrong_kernels ${id}.kernels.cpu)
  endforeach()
endfunction()

# Options of a file with rows of the table of kernels.
function(kw_is_table target)
  kw_warnings(${target})
  kw_kernel_options(${target})
  kw_watch_integers(${target})
  kw_quick_to_compile(${target})
  kw_share_headers(${target} kernelwright_table_header kernelwright::cpu OPTIONS kw_is_table
    HEADERS <kernelwright/kernelwright.hpp> <kernelwright/autotune.hpp> <kernelwright/testing/kernels.hpp>)
endfunction()

# kw_called_kernels(<variable> <03, 03.2 or lesson03.2> <cpu|cuda>): the object libraries of what a lesson's tasks
# call of earlier lessons.
function(kw_called_kernels variable number backend)
  string(REGEX MATCH "[0-9][0-9]" number ${number})
  get_property(called GLOBAL PROPERTY KW_CALLS_${number})
  list(TRANSFORM called REPLACE "(.+)" "lesson\\1.solution.${backend}.kernel")
  set(${variable} ${called} PARENT_SCOPE)
endfunction()

# kw_lesson_program(<target> <lesson03.tests|lesson03.benchmarks> <object>... NUMBER <03.2> NAME <masking> TREE
#   <exercise> FILE <path> BACKEND <cpu|cuda>)
# A program of kernels with the tests or the benchmarks of their lesson.
function(kw_lesson_program target cases)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "NUMBER;NAME;TREE;FILE;BACKEND" "")
  kw_called_kernels(called ${arg_NUMBER} ${arg_BACKEND})
  list(TRANSFORM called REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_executable(${target} EXCLUDE_FROM_ALL ${arg_UNPARSED_ARGUMENTS} ${called})
  kw_lesson_info(${target} NUMBER ${arg_NUMBER} NAME ${arg_NAME} TREE ${arg_TREE}
    FILE ${arg_FILE} BACKEND ${arg_BACKEND})
  target_link_libraries(${target} PRIVATE ${cases} kernelwright_${arg_BACKEND}_seam)
  kw_warnings(${target})
  if(KW_SANITIZE)  # whose runtime is in the program, and would come before the library's `operator new`
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/common/testing/counting_new.cpp)
  endif()
endfunction()

# kw_lesson_test(<name> <label>... COMMAND <program> <argument>...): a test of CTest that runs tests of a lesson.
# Without a GPU those for CUDA are skipped.
function(kw_lesson_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "COMMAND")
  add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS "${arg_UNPARSED_ARGUMENTS}" TIMEOUT 300)
  if(cuda IN_LIST arg_UNPARSED_ARGUMENTS)
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "^Testing [^\n]+: skipped, ")
  endif()
endfunction()
