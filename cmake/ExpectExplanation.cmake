# cmake -DEXPLAIN=<program> -DROOT=<folder> -DSOURCE=<file> -DNAME=<gcc|clang|nvcc>
#   "-DCOMMAND=<compiler and options>" [-DUPDATE=ON] -P ExpectExplanation.cmake
#
# Succeeds when the compiler refuses the source, and the learner is told the whole text that stands
# at the source's end: after `/* The message:`, or after `/* The message of nvcc:` where a compiler
# has its own. UPDATE writes down what is told.
cmake_minimum_required(VERSION 3.25)

function(fail text)
  message(NOTICE "${text}")  # as it is: FATAL_ERROR would wrap the lines
  message(FATAL_ERROR "not the expected message")
endfunction()

# Sets `text` to what stands behind `mark`, and `found` to whether it does.
function(read_message mark)
  set(found OFF PARENT_SCOPE)
  string(FIND "${source}" "\n/* ${mark}:\n" start)
  if(NOT start EQUAL -1)
    string(LENGTH "\n/* ${mark}:\n" length)
    math(EXPR start "${start} + ${length}")
    string(SUBSTRING "${source}" ${start} -1 rest)
    string(FIND "${rest}" "*/\n" end)
    string(SUBSTRING "${rest}" 0 ${end} text)
    set(text "${text}" PARENT_SCOPE)
    set(found ON PARENT_SCOPE)
  endif()
endfunction()

file(READ "${SOURCE}" source)
cmake_path(RELATIVE_PATH SOURCE BASE_DIRECTORY "${ROOT}" OUTPUT_VARIABLE file)
execute_process(COMMAND "${EXPLAIN}" "${ROOT}" "${file}" -- ${COMMAND} "${SOURCE}"
  RESULT_VARIABLE code OUTPUT_VARIABLE told ERROR_VARIABLE told)
if(code STREQUAL "0")
  fail("${NAME} accepts ${SOURCE}")
endif()
if(told STREQUAL "")
  fail("${NAME} refuses ${SOURCE} without a word (exit code ${code})")
endif()
string(REPLACE "${ROOT}/" "" told "${told}")
string(REGEX REPLACE "[^\n]" "" newlines "${told}")
string(LENGTH "${newlines}" lines)
if(lines GREATER 12)
  fail("${lines} lines are too many:\n${told}")
endif()

set(mark "The message of ${NAME}")
read_message("${mark}")
if(NOT found)
  set(mark "The message")
  read_message("${mark}")
endif()
if(found AND text STREQUAL told)
  return()
endif()
if(NOT UPDATE)
  fail("${NAME} leads to this message:\n${told}\nbut ${SOURCE} says:\n${text}")
endif()
if(found AND mark STREQUAL "The message" AND NOT NAME STREQUAL "gcc")
  set(mark "The message of ${NAME}")
  set(found OFF)
endif()
if(found)
  string(REPLACE "\n/* ${mark}:\n${text}*/\n" "\n/* ${mark}:\n${told}*/\n" source "${source}")
else()
  string(APPEND source "\n/* ${mark}:\n${told}*/\n")
endif()
file(WRITE "${SOURCE}" "${source}")
