# cmake -DROOT= -DGRADER= -DWORK= -DCOMPILER= -DLIBRARIES= -DBENCH_LIBRARIES= -DINCLUDES=
#   -P new_lesson.cmake
#
# A lesson made by `grader new-lesson` keeps every rule of the course: its files and headings are
# right, its solution passes, its skeleton fails, each of its wrong kernels is caught, and its speed
# check has benchmarks.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
file(COPY ${ROOT}/lessons ${ROOT}/cmake ${ROOT}/solutions ${ROOT}/exercises DESTINATION ${WORK})
execute_process(COMMAND ${GRADER} new-lesson trial_lesson --number 99 --source-dir ${WORK}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${GRADER} new-lesson trial_lesson --number 98 --source-dir ${WORK}
  RESULT_VARIABLE code ERROR_VARIABLE said)
if(NOT code EQUAL 2 OR NOT said MATCHES "there is a lesson 99_trial_lesson already")
  message(FATAL_ERROR "a second lesson of the same name: exit code ${code}, ${said}")
endif()
file(STRINGS ${WORK}/lessons/CMakeLists.txt line REGEX "^  adds_two .*\\)$")
string(REGEX REPLACE "[ )]+" ";" wrong "${line}")
list(REMOVE_ITEM wrong "")
list(JOIN wrong "," joined)
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -DNUMBER=99 -DNAME=trial_lesson
  -DWRONG=${joined} -P ${ROOT}/cmake/CheckLesson.cmake COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -DLESSON=99_trial_lesson
  -DWORK=${WORK}/quotes -P ${ROOT}/docs/check_quotes.cmake COMMAND_ERROR_IS_FATAL ANY)

set(lesson ${WORK}/lessons/99_trial_lesson)
set(compile ${COMPILER} -std=c++20 -O1 -Wall -Wextra -Werror -Wno-unused-parameter -I${lesson} ${INCLUDES})
file(WRITE ${WORK}/info.cpp "#include <kernelwright/testing/lesson_info.hpp>\n"
  "const kw::testing::lesson_info kw::testing::current_lesson = {\"99\", \"trial_lesson\", "
  "\"solution\", \"trial_lesson.cpp\", \"cpu\"};\n")
execute_process(COMMAND ${compile} -c ${lesson}/trial_lesson_test.cpp -o ${WORK}/test.o
  COMMAND_ERROR_IS_FATAL ANY)

function(build kernel program)
  execute_process(COMMAND ${compile} ${kernel} ${WORK}/info.cpp ${WORK}/test.o -o ${program}
    -Wl,--start-group ${LIBRARIES} -Wl,--end-group -pthread COMMAND_ERROR_IS_FATAL ANY)
endfunction()
execute_process(COMMAND ${compile} ${WORK}/solutions/99_trial_lesson/trial_lesson.cpp
  ${lesson}/trial_lesson_bench.cpp ${WORK}/info.cpp -o ${WORK}/bench
  -Wl,--start-group ${BENCH_LIBRARIES} -Wl,--end-group -pthread COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${lesson}/lesson.toml filters REGEX "^benchmarks")
list(LENGTH filters count)
foreach(line IN LISTS filters)
  string(REGEX REPLACE "^[a-z_]+ = \"(.*)\"$" "\\1" filter "${line}")
  execute_process(COMMAND ${WORK}/bench --benchmark_list_tests --benchmark_filter=${filter}
    OUTPUT_VARIABLE listed)
  if(NOT count EQUAL 2 OR NOT listed MATCHES "TrialLesson/[0-9]")
    message(FATAL_ERROR "the speed check's ${line} fits no benchmark: ${listed}")
  endif()
endforeach()
build(${WORK}/solutions/99_trial_lesson/trial_lesson.cpp ${WORK}/solution)
execute_process(COMMAND ${WORK}/solution COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
build(${WORK}/exercises/99_trial_lesson/trial_lesson.cpp ${WORK}/skeleton)
execute_process(COMMAND ${CMAKE_COMMAND} -DPROGRAM=${WORK}/skeleton
  -P ${ROOT}/cmake/ExpectFailure.cmake COMMAND_ERROR_IS_FATAL ANY)
foreach(stem IN LISTS wrong)
  execute_process(COMMAND ${CMAKE_COMMAND} -DEDITS=${lesson}/wrong/${stem}.edit
    -DSOLUTION=${WORK}/solutions/99_trial_lesson/trial_lesson.cpp -DOUTPUT=${WORK}/${stem}.cpp
    -P ${ROOT}/cmake/MakeWrong.cmake COMMAND_ERROR_IS_FATAL ANY)
  build(${WORK}/${stem}.cpp ${WORK}/wrong.${stem})
  execute_process(COMMAND ${CMAKE_COMMAND} -DPROGRAM=${WORK}/wrong.${stem}
    -DSOURCE=${lesson}/wrong/${stem}.edit -P ${ROOT}/cmake/ExpectFailure.cmake
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
