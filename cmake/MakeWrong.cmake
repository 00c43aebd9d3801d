# cmake -DEDITS=<wrong/stem.edit> -DSOLUTION=<solution.cpp> -DOUTPUT=<file> -P MakeWrong.cmake
#
# A wrong kernel is the solution with a mistake. Its file begins with comments; then come the
# mistakes, each as whole lines of the solution (without the marks of a skeleton) and what stands in
# their place, which may be nothing:
#
#     // wrong: the maximum is not subtracted, so that exp overflows
#     // caught by: Softmax.ExtremeValues
#     replace:
#         auto e = tl.exp(v - tl.max(v));
#     with:
#         auto e = tl.exp(v);
#
# What is to be replaced must stand in the solution exactly once: when the solution changes, the
# build says so, instead of a wrong kernel that has become right.
#
# Text is cut with FIND and SUBSTRING alone: as a CMake list, C++ would lose its semicolons and
# brackets.
cmake_minimum_required(VERSION 3.25)

foreach(variable IN ITEMS EDITS SOLUTION OUTPUT)
  if(NOT ${variable})
    message(FATAL_ERROR "MakeWrong: -D${variable}=... is missing")
  endif()
endforeach()

function(fail text)
  message(NOTICE "${EDITS}: ${text}")  # as it is: FATAL_ERROR would wrap the lines
  message(FATAL_ERROR "a wrong kernel cannot be made of its solution")
endfunction()

execute_process(COMMAND ${CMAKE_COMMAND} -DINPUT=${SOLUTION} -DOUTPUT=${OUTPUT} -DKEEP=solution
  -P ${CMAKE_CURRENT_LIST_DIR}/MakeSkeleton.cmake COMMAND_ERROR_IS_FATAL ANY)
file(READ "${OUTPUT}" kernel)
string(PREPEND kernel "\n")  # so that every line begins after a newline
file(REMOVE "${OUTPUT}")  # whatever goes wrong from here on leaves no right kernel behind

# Replaces `old` by `new` in the kernel.
macro(replace_once)
  string(FIND "${kernel}" "\n${old}" first)
  string(FIND "${kernel}" "\n${old}" last REVERSE)
  if(old STREQUAL "" OR first EQUAL -1)
    fail("these lines are not in ${SOLUTION}:\n${old}")
  elseif(NOT first EQUAL last)
    fail("these lines are in ${SOLUTION} more than once; add a line before or after them:\n${old}")
  elseif(old STREQUAL new)
    fail("these lines are replaced by themselves:\n${old}")
  endif()
  string(LENGTH "\n${old}" length)
  math(EXPR after "${first} + ${length}")
  string(SUBSTRING "${kernel}" 0 ${first} before)
  string(SUBSTRING "${kernel}" ${after} -1 kernel)
  set(kernel "${before}\n${new}${kernel}")
endmacro()

file(READ "${EDITS}" rest)
set(part comment)
set(edits 0)
set(header "")
while(NOT rest STREQUAL "")
  string(FIND "${rest}" "\n" length)
  if(length EQUAL -1)
    fail("the last line does not end with a newline")
  endif()
  math(EXPR length "${length} + 1")
  string(SUBSTRING "${rest}" 0 ${length} line)
  string(SUBSTRING "${rest}" ${length} -1 rest)

  if(line STREQUAL "replace:\n")
    if(part STREQUAL "old")
      fail("`replace:` where `with:` is expected")
    elseif(part STREQUAL "new")
      replace_once()
    endif()
    set(part old)
    set(old "")
    math(EXPR edits "${edits} + 1")
  elseif(line STREQUAL "with:\n")
    if(NOT part STREQUAL "old")
      fail("`with:` without `replace:`")
    endif()
    set(part new)
    set(new "")
  elseif(part STREQUAL "comment")
    if(NOT line MATCHES "^(//|\n$)")
      fail("before the first `replace:` only comments are expected, not: ${line}")
    endif()
    string(APPEND header "${line}")
  else()
    string(APPEND ${part} "${line}")
  endif()
endwhile()
if(NOT part STREQUAL "new")
  fail("at least one `replace:` with its `with:` is needed")
endif()
replace_once()
string(SUBSTRING "${kernel}" 1 -1 kernel)
file(WRITE "${OUTPUT}" "${header}${kernel}")
