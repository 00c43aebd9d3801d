include_guard(GLOBAL)
include(GoogleTest)

# kw_has_turn(<variable> <number>): is this part of the tests that take long built (KW_TURN)? Those with even numbers
# are the wrong kernels of such lessons and the library's tests of values (0); the others are the other wrong kernels
# and the kernels with a planted mistake (1).
function(kw_has_turn variable number)
  math(EXPR half "${number} % 2")
  set(${variable} FALSE PARENT_SCOPE)
  if(KW_TURN STREQUAL "" OR KW_TURN EQUAL half)
    set(${variable} TRUE PARENT_SCOPE)
  endif()
endfunction()

# kw_lesson_info(<target> NUMBER <03.2> NAME <masking> TREE <exercise> FILE <path> BACKEND <cpu>)
# Compiles into the program which kernel file it tests; the test main prints it.
function(kw_lesson_info target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NUMBER;NAME;TREE;FILE;BACKEND" "")
  set(source ${PROJECT_BINARY_DIR}/generated/info/${target}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include <kernelwright/testing/lesson_info.hpp>

const kw::testing::lesson_info kw::testing::current_lesson = {
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

# kw_discover_tests(<target> <label>...): one CTest test for each GoogleTest test, found when ctest
# runs, named <target>.<Suite>.<Test>. A program that is not built is one failing test with the
# same labels, so `ctest -LE exercise` leaves out an exercise that does not compile. After a test
# that never ended, the program's other tests are skipped.
function(kw_discover_tests target)
  set(labels)
  foreach(label IN LISTS ARGN)
    list(APPEND labels LABELS ${label})
  endforeach()
  gtest_discover_tests(${target}
    TEST_PREFIX ${target}.
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES ${labels} TIMEOUT 300 ENVIRONMENT KW_SKIP_AFTER_HANG=1)
  set(include_file ${CMAKE_CURRENT_BINARY_DIR}/${target}.labels.cmake)
  file(GENERATE OUTPUT ${include_file} CONTENT
    "if(NOT EXISTS \"$<TARGET_FILE:${target}>\")
  set_tests_properties(${target}_NOT_BUILT PROPERTIES LABELS \"${ARGN}\")
endif()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include_file})
endfunction()
