# cmake -DINPUT=<solution.cpp> -DOUTPUT=<file> -DKEEP=<skeleton|solution> -P MakeSkeleton.cmake
#
# In a solution, the lines between `//{ solution` and `//}` are the answer. Those that begin with
# `//| ` stand in its place in the skeleton. KEEP=skeleton writes what a learner starts from,
# KEEP=solution the answer without the marks.
#
# Text is cut with FIND and SUBSTRING alone: as a CMake list, C++ would lose its semicolons and
# brackets.
cmake_minimum_required(VERSION 3.25)

foreach(variable IN ITEMS INPUT OUTPUT KEEP)
  if(NOT ${variable})
    message(FATAL_ERROR "MakeSkeleton: -D${variable}=... is missing")
  endif()
endforeach()
file(READ "${INPUT}" rest)

set(result "")
set(number 0)
set(opened 0)  # the line of the open `//{ solution`, or 0
while(NOT rest STREQUAL "")
  string(FIND "${rest}" "\n" length)
  if(length EQUAL -1)
    message(FATAL_ERROR "${INPUT}: the last line does not end with a newline")
  endif()
  math(EXPR length "${length} + 1")
  string(SUBSTRING "${rest}" 0 ${length} line)
  string(SUBSTRING "${rest}" ${length} -1 rest)
  math(EXPR number "${number} + 1")
  string(STRIP "${line}" text)

  if(text STREQUAL "//{ solution")
    if(opened)
      message(FATAL_ERROR "${INPUT}:${number}: `//{ solution` inside the one of line ${opened}")
    endif()
    set(opened ${number})
  elseif(text STREQUAL "//}")
    if(NOT opened)
      message(FATAL_ERROR "${INPUT}:${number}: `//}` without `//{ solution`")
    endif()
    set(opened 0)
  elseif(text MATCHES "^//[|]")
    if(NOT opened)
      message(FATAL_ERROR "${INPUT}:${number}: `//|` outside `//{ solution`")
    endif()
    if(KEEP STREQUAL "skeleton")
      string(REGEX REPLACE "^( *)//[|] ?" "\\1" line "${line}")
      if(text STREQUAL "//|")
        set(line "\n")
      endif()
      string(APPEND result "${line}")
    endif()
  elseif(NOT opened OR KEEP STREQUAL "solution")
    string(APPEND result "${line}")
  endif()
endwhile()
if(opened)
  message(FATAL_ERROR "${INPUT}:${opened}: `//{ solution` is never closed with `//}`")
endif()
file(WRITE "${OUTPUT}" "${result}")
