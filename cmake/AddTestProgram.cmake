include_guard(GLOBAL)

# kw_lesson_info(<target> NUMBER <03.2> NAME <masking> TREE <exercise> FILE <path> BACKEND <cpu>)
# Compiles into the program which kernel file it tests; the test main prints it.
function(kw_lesson_info target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NUMBER;NAME;TREE;FILE;BACKEND" "")
  set(source ${PROJECT_BINARY_DIR}/generated/info/${target}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include <kernelwright/testing/lesson_info.hpp>

kw::testing::lesson_info kw::testing::current_lesson = {
    "@arg_NUMBER@", "@arg_NAME@", "@arg_TREE@", "@arg_FILE@", "@arg_BACKEND@"};
]])
  target_sources(${target} PRIVATE ${source})
endfunction()

# kw_kernel_source(<variable> <target> <file.cpp> <cpu|cuda>)
# The file to compile for a backend. For CUDA it is a generated .cu that includes the .cpp, so
# messages point at the file the learner edits.
function(kw_kernel_source variable target file backend)
  if(backend STREQUAL "cpu")
    set(${variable} ${file} PARENT_SCOPE)
    return()
  endif()
  cmake_path(GET file STEM stem)
  set(source ${PROJECT_BINARY_DIR}/generated/cuda/${target}/${stem}.cu)
  file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${file}\"\n" @ONLY)
  set(${variable} ${source} PARENT_SCOPE)
endfunction()

# kw_only_in_full(<test>...): tests that `./course test` leaves out and `./course test --all` runs.
function(kw_only_in_full)
  foreach(test IN LISTS ARGN)
    set_property(TEST ${test} APPEND PROPERTY LABELS full)
  endforeach()
endfunction()

# kw_starts_early(<test> <seconds>...): CTest starts the longest tests first, which it only knows after a first run.
function(kw_starts_early)
  while(ARGV)
    list(POP_FRONT ARGV test seconds)
    set_tests_properties(${test} PROPERTIES COST ${seconds})
  endwhile()
endfunction()

# kw_program_tests(<program> <label>... [SHARDS <count>]): its tests, as one test of CTest or several.
function(kw_program_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SHARDS" "")
  set(shards 1)
  if(arg_SHARDS)
    set(shards ${arg_SHARDS})
  endif()
  foreach(shard RANGE 1 ${shards})
    set(name ${target})
    if(shards GREATER 1)
      string(APPEND name .${shard})
    endif()
    add_test(NAME ${name} COMMAND ${target} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    math(EXPR index "${shard} - 1")
    set_tests_properties(${name} PROPERTIES LABELS "${arg_UNPARSED_ARGUMENTS}" TIMEOUT 300
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
    if(cuda IN_LIST arg_UNPARSED_ARGUMENTS)
      set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "^Testing [^\n]+: skipped, ")
    endif()
  endforeach()
endfunction()
