# cmake -DROOT=<repository> -DNUMBER=03 -DNAME=masking -DWRONG=no_mask,... -P CheckLesson.cmake
#
# The rules of a lesson's folders: the files that must be there and no others, the headings of its
# page, numbered steps in its solution, and kernels that are free of backends.
cmake_minimum_required(VERSION 3.25)

function(fail text)
  message(NOTICE "${text}")  # as it is: FATAL_ERROR would wrap the lines
  message(FATAL_ERROR "the lesson breaks a rule")
endfunction()

set(folder ${NUMBER}_${NAME})
set(problems "")
string(REPLACE "," ";" WRONG "${WRONG}")

# The files in a folder are exactly those expected.
function(expect_files folder)
  file(GLOB_RECURSE found RELATIVE ${ROOT}/${folder} ${ROOT}/${folder}/*)
  foreach(file IN LISTS ARGN)
    if(NOT file IN_LIST found)
      string(APPEND problems "  ${folder}/${file} is missing\n")
    endif()
  endforeach()
  foreach(file IN LISTS found)
    if(NOT file IN_LIST ARGN)
      string(APPEND problems "  ${folder}/${file} does not belong to the lesson\n")
    endif()
  endforeach()
  set(problems "${problems}" PARENT_SCOPE)
endfunction()

set(wrong_files "")  # a mistake in the solution, or a whole kernel
foreach(stem IN LISTS WRONG)
  if(EXISTS ${ROOT}/lessons/${folder}/wrong/${stem}.edit)
    list(APPEND wrong_files wrong/${stem}.edit)
  else()
    list(APPEND wrong_files wrong/${stem}.cpp)
  endif()
endforeach()
set(cases "")  # what long tests work on may have a file of its own
if(EXISTS ${ROOT}/lessons/${folder}/${NAME}_cases.hpp)
  set(cases ${NAME}_cases.hpp)
endif()
expect_files(lessons/${folder} README.md lesson.toml ${NAME}.hpp ${NAME}_reference.hpp
  ${NAME}_test.cpp ${NAME}_bench.cpp ${cases} ${wrong_files})
expect_files(solutions/${folder} ${NAME}.cpp)

list(LENGTH WRONG wrong_count)
if(wrong_count LESS 5)
  string(APPEND problems "  at least five wrong kernels are needed, there are ${wrong_count}\n")
endif()

if(EXISTS ${ROOT}/lessons/${folder}/README.md)
  file(READ ${ROOT}/lessons/${folder}/README.md page)
  foreach(heading IN ITEMS "Goal" "The idea" "The code so far" "Your task" "How to check" "Hints"
      "When it fails" "How fast is it" "The same thing elsewhere" "Going further")
    string(FIND "${page}" "\n## ${heading}" found)
    if(found EQUAL -1)
      string(APPEND problems "  README.md has no section `## ${heading}`\n")
    endif()
  endforeach()
endif()

file(READ ${ROOT}/solutions/${folder}/${NAME}.cpp solution)
string(FIND "${solution}" "TODO(lesson${NUMBER}.1)" found)
if(found EQUAL -1)
  string(APPEND problems "  the solution has no TODO(lesson${NUMBER}.1) for the learner\n")
endif()

# One kernel source serves both backends: a kernel knows no threads, and no backend.
list(TRANSFORM wrong_files PREPEND lessons/${folder}/)
foreach(file IN LISTS wrong_files ITEMS solutions/${folder}/${NAME}.cpp)
  file(READ ${ROOT}/${file} text)
  string(REGEX MATCH "#[ \t]*if|__CUDA|threadIdx|blockIdx|__syncthreads|__shared__" word "${text}")
  if(word)
    string(APPEND problems "  ${file} uses ${word}\n")
  endif()
endforeach()

if(NOT problems STREQUAL "")
  fail("lesson ${folder}:\n${problems}")
endif()
