# cmake -DCOMPILER=<g++ or clang++> -DINCLUDE=<folder> -DSOURCE=<file> -P ExpectCompileError.cmake
#
# Succeeds when the compiler refuses the source with the text of its first line,
# `// expect: <text>`: the message a learner gets for a common slip.
cmake_minimum_required(VERSION 3.25)

function(fail text)
  message(NOTICE "${text}")  # as it is: FATAL_ERROR would wrap the lines
  message(FATAL_ERROR "not the expected compile error")
endfunction()

set(mark "// expect: ")
file(READ "${SOURCE}" source)
string(FIND "${source}" "${mark}" start)
if(NOT start EQUAL 0)
  fail("${SOURCE}: the first line must be `${mark}<part of the compiler's message>`")
endif()
string(LENGTH "${mark}" length)
string(SUBSTRING "${source}" ${length} -1 source)
string(FIND "${source}" "\n" end)
string(SUBSTRING "${source}" 0 ${end} expected)
string(STRIP "${expected}" expected)

execute_process(COMMAND "${COMPILER}" -std=c++20 -fsyntax-only -I "${INCLUDE}" "${SOURCE}"
  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(code STREQUAL "0")
  fail("${COMPILER} accepts ${SOURCE}; it should say: ${expected}")
endif()
string(FIND "${output}" "${expected}" found)
if(found EQUAL -1)
  fail("${COMPILER} should say: ${expected}\nbut it says:\n${output}")
endif()
