include_guard(GLOBAL)
include(AddTask)

# add_lesson(<number> <name> [CALLS <05.2>...])
# Everything the build knows about a lesson. CALLS: tasks of earlier lessons whose functions its tasks
# call; our solutions of them are linked. A lesson is made of tasks: the files of its folder in
# solutions/. For `add_lesson(03 masking)`:
#   lesson03.<exercise|solution>.<cpu|cuda>[.bench]  the programs of all its tasks
#   lesson03.2...                                    those of one task: see kw_task
# CTest labels: lesson03, lesson03.2 + exercise, solution03 + solution, wrong, course; cpu or cuda.
function(add_lesson number name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "CALLS")
  set_property(GLOBAL PROPERTY KW_CALLS_${number} "${arg_CALLS}")
  foreach(backend IN LISTS KW_BACKENDS)
    foreach(tree IN ITEMS exercise solution)
      add_custom_target(lesson${number}.${tree}.${backend})
      add_custom_target(lesson${number}.${tree}.${backend}.bench)
      add_dependencies(${tree}s
        lesson${number}.${tree}.${backend} lesson${number}.${tree}.${backend}.bench)
    endforeach()
  endforeach()

  set(folder ${number}_${name})
  file(GLOB solutions CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/solutions/${folder}/[1-9]_*.cpp)
  # Checked before each build, so a new or a removed file is noticed.
  file(GLOB noticed CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/exercises/${folder}/*.cpp
    ${PROJECT_SOURCE_DIR}/lessons/${folder}/benchmarks/*.cpp)
  foreach(solution IN LISTS solutions)
    cmake_path(GET solution STEM task)
    kw_task(${number} ${name} ${task})
  endforeach()
  kw_lesson_checks(${number} ${name})
  kw_lesson_messages(${number} ${name})
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
