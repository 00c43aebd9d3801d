# cmake -DEXPLAIN=<program> -DCOMPILER=<c++> -DWORK=<folder> -P launcher.cmake
# The launcher changes nothing but the words of an error: exit code, warnings, dependency files and
# object files are the compiler's own.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/header.hpp "int answer();\n")
file(WRITE ${WORK}/good.cpp "#include \"header.hpp\"\nint main() { int unused; return 0; }\n")
file(WRITE ${WORK}/bad.cpp "int main() {\n  return answr();\n}\n")

# run(<file> <command>...): sets `code` and `output`.
function(run file)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${WORK}
    RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(code ${code} PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()
function(expect text)
  if(NOT output MATCHES "${text}")
    message(FATAL_ERROR "expected `${text}` in:\n${output}")
  endif()
endfunction()
function(refuse text)
  if(output MATCHES "${text}")
    message(FATAL_ERROR "unexpected `${text}` in:\n${output}")
  endif()
endfunction()
function(expect_code expected)
  if(NOT code EQUAL expected)
    message(FATAL_ERROR "exit code ${code}, not ${expected}:\n${output}")
  endif()
endfunction()
set(compile ${COMPILER} -Wall -MD -MF deps.d -c -o out.o)

run(good ${EXPLAIN} ${WORK} good.cpp -- ${compile} good.cpp)
expect_code(0)
expect("unused")
if(NOT EXISTS ${WORK}/out.o OR NOT EXISTS ${WORK}/deps.d)
  message(FATAL_ERROR "no object or no dependency file")
endif()
file(READ ${WORK}/deps.d output)
expect("header.hpp")

run(bad ${EXPLAIN} ${WORK} bad.cpp -- ${compile} bad.cpp)
expect_code(1)
expect("/bad.cpp:2:10: error: the name answr is not known here\n")
expect("  2 . return answr..;\n    .        .~~~~\n")
expect("KW_RAW_ERRORS=1")

run(bad ${CMAKE_COMMAND} -E env KW_RAW_ERRORS=1 ${EXPLAIN} ${WORK} bad.cpp -- ${compile} bad.cpp)
expect_code(1)
expect("answr.* was not declared in this scope|undeclared identifier .answr")
refuse("KW_RAW_ERRORS")

# What is no mistake of the learner's file stays as the compiler says it.
run(bad ${EXPLAIN} ${WORK} good.cpp -- ${compile} bad.cpp)
expect_code(1)
expect("was not declared in this scope|undeclared identifier")

run(signal ${EXPLAIN} ${WORK} good.cpp -- sh -c "exit 7")
expect_code(7)
run(missing ${EXPLAIN} ${WORK} good.cpp -- no_such_compiler)
expect_code(127)
expect("cannot run no_such_compiler")
run(usage ${EXPLAIN} ${WORK})
expect_code(2)
expect("usage: explain")
