include_guard(GLOBAL)

# The skeleton as it must be: compiled without a warning, and failing its tests.
function(kw_task_skeleton number name task)
  kw_task_places(${number} ${name} ${task})
  set(solution ${PROJECT_SOURCE_DIR}/solutions/${folder}/${task}.cpp)
  set(file generated/skeletons/${folder}/${task}.cpp)
  set(skeleton ${PROJECT_BINARY_DIR}/${file})
  add_custom_command(OUTPUT ${skeleton}
    COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/make_skeleton.py skeleton ${solution} ${skeleton}
    DEPENDS ${solution} ${KW_SCRIPTS}/make_skeleton.py
    COMMENT "Making the skeleton of ${id}" VERBATIM)
  kw_task_kernel(${id}.skeleton.cpu.kernel ${skeleton} ${lesson_dir} cpu)
  kw_quick_to_compile(${id}.skeleton.cpu.kernel)
  kw_task_program(${id}.skeleton.cpu ${id}.skeleton.cpu.kernel ${id}.test_cases
    NUMBER ${number}.${k} NAME ${name} TREE skeleton FILE ${file} BACKEND cpu)
  add_dependencies(course_checks ${id}.skeleton.cpu)
  set_property(GLOBAL APPEND PROPERTY KW_FAILING_${number} ${id}.skeleton.cpu)

  kw_course_test(${id}.skeleton_fails
    ${KW_PYTHON} ${KW_SCRIPTS}/expect_failure.py $<TARGET_FILE:${id}.skeleton.cpu>)
  if(KW_CHECK_EXERCISES)
    kw_course_test(${id}.exercise_is_skeleton ${CMAKE_COMMAND} -E compare_files
      ${PROJECT_SOURCE_DIR}/exercises/${folder}/${task}.cpp ${skeleton})
  endif()
endfunction()

# A kernel that is known to be wrong: its tests must fail, with what the file says will catch it. The
# file is wrong/<task>/<stem>.edit, a mistake in the solution (make_wrong.py), or <stem>.cpp, whole.
function(kw_task_wrong number name task described)
  kw_task_places(${number} ${name} ${task})
  cmake_path(GET described STEM stem)
  cmake_path(GET described EXTENSION extension)
  set(target ${id}.wrong.${stem})
  set(kernel ${described})
  if(extension STREQUAL ".edit")
    set(kernel ${PROJECT_BINARY_DIR}/generated/wrong/${folder}/${task}/${stem}.cpp)
    kw_wrong_from_solution(${described} ${PROJECT_SOURCE_DIR}/solutions/${folder}/${task}.cpp
      ${kernel})
  endif()
  kw_task_kernel(${target}.kernel ${kernel} ${lesson_dir} cpu)
  kw_watch_integers(${target}.kernel)
  kw_quick_to_compile(${target}.kernel)
  cmake_path(RELATIVE_PATH described BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE file)
  kw_task_program(${target} ${target}.kernel ${id}.test_cases
    NUMBER ${number}.${k} NAME ${name} TREE wrong FILE ${file} BACKEND cpu)
  kw_has_turn(turn ${number})
  if(NOT turn)
    set_target_properties(${target} ${target}.kernel PROPERTIES EXCLUDE_FROM_ALL TRUE)
    return()
  endif()
  add_dependencies(wrong ${target})
  set_property(GLOBAL APPEND PROPERTY KW_FAILING_${number} ${target})
  add_test(NAME wrong${number}.${k}.${stem}
    COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/expect_failure.py $<TARGET_FILE:${target}> ${described}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(wrong${number}.${k}.${stem} PROPERTIES LABELS "wrong;cpu" TIMEOUT 300)
endfunction()

function(kw_wrong_from_solution edits solution kernel)
  add_custom_command(OUTPUT ${kernel}
    COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/make_wrong.py ${edits} ${solution} ${kernel}
    DEPENDS ${edits} ${solution} ${KW_SCRIPTS}/make_wrong.py ${KW_SCRIPTS}/make_skeleton.py
    COMMENT "Making a wrong kernel of ${edits}" VERBATIM)
endfunction()

# The reports that a lesson's page quotes are what the tests of its wrong kernels and skeletons print.
function(kw_lesson_messages number name)
  kw_has_turn(turn ${number})
  if(NOT turn)
    return()
  endif()
  get_property(programs GLOBAL PROPERTY KW_FAILING_${number})
  list(TRANSFORM programs REPLACE "(.+)" "$<TARGET_FILE:\\1>")
  add_test(NAME wrong${number}.messages COMMAND ${KW_PYTHON} ${KW_SCRIPTS}/check_messages.py
    ${PROJECT_SOURCE_DIR} ${number}_${name} ${programs} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(wrong${number}.messages PROPERTIES LABELS "wrong;cpu" TIMEOUT 300)
endfunction()
