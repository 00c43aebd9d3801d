# cmake -DCOMPILER=<g++ or clang++> -DINCLUDE=<common/include> -P CheckHeaders.cmake
#
# Every header stands alone, and `#if` on a backend stays inside the backends' folders.
cmake_minimum_required(VERSION 3.25)

function(fail text)
  message(NOTICE "${text}")  # as it is: FATAL_ERROR would wrap the lines
  message(FATAL_ERROR "the headers break a rule")
endfunction()

set(problems "")
file(GLOB_RECURSE headers RELATIVE ${INCLUDE} ${INCLUDE}/kernelwright/*.hpp)
foreach(header IN LISTS headers)
  file(READ ${INCLUDE}/${header} text)
  if(NOT header MATCHES "^kernelwright/(cpu|cuda)/")
    string(REGEX MATCH "#[ \t]*if[^\n]*" condition "${text}")
    if(condition)
      string(APPEND problems "${header}: `${condition}` belongs into cpu/ or cuda/\n")
    endif()
  endif()
  if(NOT text MATCHES "(^|\n)#pragma once\n")
    string(APPEND problems "${header}: no #pragma once\n")
  endif()
  execute_process(COMMAND "${COMPILER}" -std=c++20 -fsyntax-only -Wall -Wextra -Werror
      -I "${INCLUDE}" -include "${INCLUDE}/${header}" -x c++ /dev/null
    RESULT_VARIABLE code ERROR_VARIABLE output)
  if(NOT code STREQUAL "0")
    string(APPEND problems "${header} does not compile alone:\n${output}\n")
  endif()
endforeach()
if(NOT problems STREQUAL "")
  fail("${problems}")
endif()
