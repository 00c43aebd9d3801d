# cmake -DPROGRAM=<test program> [-DSOURCE=<kernel file>] -P ExpectFailure.cmake
#
# Succeeds when the test program fails as a wrong kernel must: by its assertions (exit code 1), not
# by a crash, and with every text that a `// caught by: <text>` line of the kernel file names.
cmake_minimum_required(VERSION 3.25)

function(fail text)
  message(NOTICE "${text}")  # as it is: FATAL_ERROR would wrap the lines
  message(FATAL_ERROR "the kernel is not caught as it must be")
endfunction()

execute_process(COMMAND "${PROGRAM}" --gtest_brief=1
  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(code STREQUAL "0")
  fail("${PROGRAM} passes, but its kernel is wrong: the tests do not notice.\n${output}")
endif()
if(NOT code STREQUAL "1")
  fail("${PROGRAM} must fail by an assertion (exit code 1), but it ended with: ${code}\n${output}")
endif()
if(NOT SOURCE)
  return()
endif()

set(mark "// caught by: ")
file(READ "${SOURCE}" rest)
set(texts 0)
while(TRUE)
  string(FIND "${rest}" "${mark}" start)
  if(start EQUAL -1)
    break()
  endif()
  string(LENGTH "${mark}" length)
  math(EXPR start "${start} + ${length}")
  string(SUBSTRING "${rest}" ${start} -1 rest)
  string(FIND "${rest}" "\n" end)
  string(SUBSTRING "${rest}" 0 ${end} text)
  string(STRIP "${text}" text)
  string(FIND "${output}" "${text}" found)
  if(found EQUAL -1)
    fail("${SOURCE} should be caught by: ${text}\nbut the tests said:\n${output}")
  endif()
  math(EXPR texts "${texts} + 1")
endwhile()
if(texts EQUAL 0)
  fail("${SOURCE}: no `${mark}` line says what catches this kernel")
endif()
