include_guard(GLOBAL)
include(AddJudge)

# One file that is shared out at a time keeps all processors at work, and memory is bounded.
set_property(GLOBAL APPEND PROPERTY JOB_POOLS kernels_in_parts=1)

# add_lesson(<number> <name> [PARTS <number>])
# Everything the build knows about a lesson. For `add_lesson(03 masking)`:
#   lesson03.test_cases, lesson03.bench_cases  the tests and benchmarks, compiled once
#   lesson03.<exercise|solution>.<cpu|cuda>[.bench]  linked with one kernel file on one backend
#   lesson03.judge, lesson03.worker.<cpu|cuda>  the tests and the solution as two programs
#   lesson03.bench_judge                       the benchmarks, for a worker as well
#   lesson03.skeleton.cpu                      the skeleton generated from the solution
#   lesson03.wrong.no_mask                     a kernel that is known to be wrong, as the others in
#                                              the lesson's wrong/ folder
# PARTS: how many compilers share the kernels of an exercise (kw_explain_errors), for a lesson whose
# kernels take long to compile. For CUDA it is three times as many, since nvcc takes longer.
# CTest labels: lesson03 + exercise, solution03 + solution, wrong, course; cpu or cuda.
function(add_lesson number name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "PARTS" "")
  set(id lesson${number})
  set(folder ${number}_${name})
  set(lesson_dir ${PROJECT_SOURCE_DIR}/lessons/${folder})

  kw_lesson_objects(${id}.test_cases ${lesson_dir}/${name}_test.cpp kernelwright::testing)
  kw_lesson_objects(${id}.bench_cases ${lesson_dir}/${name}_bench.cpp kernelwright::benchmarking)
  kw_kernel_options(${id}.bench_cases)
  # At -O2 g++ 12 leaves the plain loops, which kernels are measured against, as scalar code.
  target_compile_options(${id}.bench_cases PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O3>)

  foreach(backend IN LISTS KW_BACKENDS)
    foreach(tree IN ITEMS exercise solution)
      set(target ${id}.${tree}.${backend})
      set(kernel ${tree}s/${folder}/${name}.cpp)
      set(info NUMBER ${number} NAME ${name} TREE ${tree} FILE ${kernel} BACKEND ${backend})
      kw_lesson_kernel(${target}.kernel ${PROJECT_SOURCE_DIR}/${kernel} ${lesson_dir} ${backend})
      if(tree STREQUAL "exercise")
        kw_explain_errors(${target}.kernel ${kernel} ${backend} ${arg_PARTS})
      endif()
      kw_lesson_program(${target} ${target}.kernel test_cases ${info})
      if(tree STREQUAL "exercise" AND backend STREQUAL "cpu")
        # A learner waits for the tests after each edit; only what is measured must be fast.
        kw_lesson_kernel(${target}.fast_kernel ${PROJECT_SOURCE_DIR}/${kernel} ${lesson_dir} cpu)
        kw_lesson_program(${target}.bench ${target}.fast_kernel bench_cases ${info})
        kw_quick_to_compile(${target}.kernel)
        kw_watch_integers(${target}.kernel)  # not in what is measured
      else()
        kw_lesson_program(${target}.bench ${target}.kernel bench_cases ${info})
      endif()
      add_dependencies(${tree}s ${target} ${target}.bench)
    endforeach()
    kw_discover_tests(${id}.exercise.${backend} ${id} exercise ${backend})
    kw_discover_tests(${id}.solution.${backend} solution${number} solution ${backend})
  endforeach()

  kw_lesson_judge(${number} ${name})
  kw_lesson_skeleton(${number} ${name})
  file(GLOB wrong_kernels CONFIGURE_DEPENDS ${lesson_dir}/wrong/*.edit ${lesson_dir}/wrong/*.cpp)
  foreach(file IN LISTS wrong_kernels)
    kw_lesson_wrong(${number} ${name} ${file})
  endforeach()
  kw_lesson_checks(${number} ${name})
endfunction()

# Tests or benchmarks of a lesson: one object for every kernel file it is linked with.
function(kw_lesson_objects target source library)
  add_library(${target} OBJECT ${source})
  cmake_path(GET source PARENT_PATH lesson_dir)
  target_include_directories(${target} PRIVATE ${lesson_dir})
  target_link_libraries(${target} PRIVATE ${library})
  kw_warnings(${target})
endfunction()

# A kernel file compiled for one backend.
function(kw_lesson_kernel target file lesson_dir backend)
  kw_kernel_source(source ${target} ${file} ${backend})
  add_library(${target} OBJECT ${source})
  target_include_directories(${target} PRIVATE ${lesson_dir})
  target_link_libraries(${target} PRIVATE kernelwright::${backend})
  kw_warnings(${target})
  kw_kernel_options(${target})
endfunction()

# Puts a compile error of a learner's file into words (explain/). KW_RAW_ERRORS=1 in the environment
# shows the compiler's own. A launcher that is there already, such as ccache, comes behind it. The
# launcher also shares the file out to several compilers. On the CPU the names of kernels, by which it
# does, are g++'s.
function(kw_explain_errors target kernel backend)
  set(parts "")
  if(ARGN AND backend STREQUAL "cuda")
    math(EXPR parts "3 * ${ARGN}")
    set(parts --parts ${parts})
    set_property(TARGET ${target} PROPERTY JOB_POOL_COMPILE kernels_in_parts)
  elseif(ARGN AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT KW_SANITIZE)
    set(parts --parts ${ARGN})
  endif()
  foreach(language IN ITEMS CXX CUDA)
    # As a list, so that no launcher is no argument and not an empty one.
    set(launcher $<TARGET_FILE:explain> ${PROJECT_SOURCE_DIR} ${kernel} ${parts} --
      ${CMAKE_${language}_COMPILER_LAUNCHER})
    set_property(TARGET ${target} PROPERTY ${language}_COMPILER_LAUNCHER ${launcher})
  endforeach()
  add_dependencies(${target} explain)
  # However deep an error lies in the library, the learner's line must be in the message. And two
  # slips that compilers let pass leave nothing to test: a function without its return, and
  # float('inf'), a number made of letters.
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-ftemplate-backtrace-limit=0;-Werror=return-type;-Werror=multichar>
    "$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcudafe --context_limit=0 --diag-error 940,1422>")
endfunction()

# A kernel linked with the test_cases or bench_cases of its lesson.
function(kw_lesson_program target kernel cases)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "NUMBER;NAME;TREE;FILE;BACKEND" "")
  add_executable(${target}
    $<TARGET_OBJECTS:${kernel}> $<TARGET_OBJECTS:lesson${arg_NUMBER}.${cases}>)
  kw_lesson_info(${target} NUMBER ${arg_NUMBER} NAME ${arg_NAME} TREE ${arg_TREE}
    FILE ${arg_FILE} BACKEND ${arg_BACKEND})
  if(cases STREQUAL "test_cases")
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

# The skeleton as it must be: compiled without a warning, and failing its tests.
function(kw_lesson_skeleton number name)
  set(id lesson${number})
  set(solution ${PROJECT_SOURCE_DIR}/solutions/${number}_${name}/${name}.cpp)
  set(skeleton ${PROJECT_BINARY_DIR}/generated/skeletons/${number}_${name}/${name}.cpp)
  add_custom_command(OUTPUT ${skeleton}
    COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/make_skeleton.py skeleton ${solution} ${skeleton}
    DEPENDS ${solution} ${KW_SCRIPTS}/make_skeleton.py
    COMMENT "Making the skeleton of ${id}" VERBATIM)
  kw_lesson_kernel(${id}.skeleton.cpu.kernel ${skeleton}
    ${PROJECT_SOURCE_DIR}/lessons/${number}_${name} cpu)
  kw_quick_to_compile(${id}.skeleton.cpu.kernel)
  kw_lesson_program(${id}.skeleton.cpu ${id}.skeleton.cpu.kernel test_cases
    NUMBER ${number} NAME ${name} TREE skeleton
    FILE generated/skeletons/${number}_${name}/${name}.cpp BACKEND cpu)
  add_dependencies(course_checks ${id}.skeleton.cpu)

  kw_course_test(${id}.skeleton_fails
    ${KW_PYTHON} ${KW_SCRIPTS}/expect_failure.py $<TARGET_FILE:${id}.skeleton.cpu>)
  if(KW_CHECK_EXERCISES)
    kw_course_test(${id}.exercise_is_skeleton ${CMAKE_COMMAND} -E compare_files
      ${PROJECT_SOURCE_DIR}/exercises/${number}_${name}/${name}.cpp ${skeleton})
  endif()
endfunction()

# A kernel that is known to be wrong: its tests must fail, with what the file says will catch it. The
# file is wrong/<stem>.edit, a mistake in the solution (make_wrong.py), or wrong/<stem>.cpp, whole.
function(kw_lesson_wrong number name described)
  cmake_path(GET described STEM stem)
  cmake_path(GET described EXTENSION extension)
  set(target lesson${number}.wrong.${stem})
  set(lesson_dir ${PROJECT_SOURCE_DIR}/lessons/${number}_${name})
  set(kernel ${described})
  if(extension STREQUAL ".edit")
    set(kernel ${PROJECT_BINARY_DIR}/generated/wrong/${number}_${name}/${stem}.cpp)
    kw_wrong_from_solution(${described} ${PROJECT_SOURCE_DIR}/solutions/${number}_${name}/${name}.cpp
      ${kernel})
  endif()
  kw_lesson_kernel(${target}.kernel ${kernel} ${lesson_dir} cpu)
  kw_watch_integers(${target}.kernel)
  kw_quick_to_compile(${target}.kernel)
  cmake_path(RELATIVE_PATH described BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE file)
  kw_lesson_program(${target} ${target}.kernel test_cases
    NUMBER ${number} NAME ${name} TREE wrong FILE ${file} BACKEND cpu)
  add_dependencies(wrong ${target})
  add_test(NAME wrong${number}.${stem}
    COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/expect_failure.py $<TARGET_FILE:${target}> ${described}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(wrong${number}.${stem} PROPERTIES LABELS "wrong;cpu" TIMEOUT 300)
endfunction()

function(kw_wrong_from_solution edits solution kernel)
  add_custom_command(OUTPUT ${kernel}
    COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/make_wrong.py ${edits} ${solution} ${kernel}
    DEPENDS ${edits} ${solution} ${KW_SCRIPTS}/make_wrong.py ${KW_SCRIPTS}/make_skeleton.py
    COMMENT "Making a wrong kernel of ${edits}" VERBATIM)
endfunction()

function(kw_lesson_checks number name)
  kw_course_test(lesson${number}.files
    ${KW_PYTHON} ${KW_SCRIPTS}/check_lesson.py ${PROJECT_SOURCE_DIR} ${number}_${name})
  kw_course_test(lesson${number}.quotes
    ${KW_PYTHON} ${KW_SCRIPTS}/check_quotes.py ${PROJECT_SOURCE_DIR} ${number}_${name})
endfunction()

# kw_course_test(<name> <command>...): the test course.<name>, label `course`.
function(kw_course_test name)
  add_test(NAME course.${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(course.${name} PROPERTIES LABELS course TIMEOUT 300)
endfunction()
