# cmake -DEXPLAIN=<program> -DCOMPILER=<c++> -DWORK=<folder> -P launcher.cmake
# The launcher changes nothing but the words of an error: exit code, warnings, dependency files and
# object files are the compiler's own, also where several compilers share a file.
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
set(compile ${COMPILER} -Wall -MD -MT out.o -MF deps.d -c -o out.o)

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

# Two compilers, where there are two processors, each of which leaves out what the other one makes.
file(WRITE ${WORK}/shared.cpp "#include \"header.hpp\"
#ifndef KW_PART
#define KW_PART 0
#endif
int shared = 4;
int of_both() { int unused; return shared; }
#if KW_PART != 2
int of_first() { int unused_in_first; return ++shared; }
#else
int of_first();
#endif
#if KW_PART != 1
int of_second() { int unused_in_second; return ++shared; }
#else
int of_second();
#endif
int use() { return of_first() + of_second(); }
#ifdef MISTAKES
#if MISTAKES != 2 || KW_PART != 2
int wrong_in_first = MISTAKE_1;
#endif
#if MISTAKES != 1 || KW_PART != 1
int wrong_in_second = MISTAKE_2;
#endif
#endif
")
file(WRITE ${WORK}/main.cpp "int use(); int of_both();
int main() { return of_both() == 4 && use() == 11 && of_both() == 6 ? 0 : 1; }\n")
set(share ${EXPLAIN} ${WORK} shared.cpp --parts 2 -- ${compile})
file(REMOVE ${WORK}/out.o ${WORK}/deps.d)
run(shared ${share} shared.cpp)
expect_code(0)
foreach(warning IN ITEMS unused unused_in_first unused_in_second)
  string(REGEX MATCHALL "warning: unused variable [^a-z]*${warning}[^_]" told "${output}")
  list(LENGTH told times)
  if(NOT times EQUAL 1)
    message(FATAL_ERROR "${warning} is told ${times} times:\n${output}")
  endif()
endforeach()
file(READ ${WORK}/deps.d output)
expect("out.o:.*header.hpp")
file(GLOB output ${WORK}/*.part*)
refuse("part")
run(main ${COMPILER} main.cpp out.o -o main)
expect_code(0)
run(main ./main)
expect_code(0)
# One message, and the same, wherever the mistake is.
foreach(mistakes IN ITEMS 0 1 2)
  run(whole ${EXPLAIN} ${WORK} shared.cpp -- ${compile} -DMISTAKES=${mistakes} shared.cpp)
  expect_code(1)
  set(whole "${output}")
  run(shared ${share} -DMISTAKES=${mistakes} shared.cpp)
  expect_code(1)
  expect("shared.cpp:[0-9]+:[0-9]+: error: ")
  if(NOT output STREQUAL whole)
    message(FATAL_ERROR "in parts:\n${output}\nand in one:\n${whole}")
  endif()
  run(raw ${CMAKE_COMMAND} -E env KW_RAW_ERRORS=1 ${share} -DMISTAKES=${mistakes} shared.cpp)
  expect_code(1)
  expect("MISTAKE_[12].* was not declared in this scope|undeclared identifier")
endforeach()
# nvcc's parts but the first have code for the host only where it is marked as used. (The second one's
# would not link: there is no `nowhere`.)
execute_process(COMMAND ${COMPILER} --version OUTPUT_VARIABLE version)
if(NOT version MATCHES "clang")
  file(WRITE ${WORK}/nvcc "#!/bin/sh\nfor word; do
  shift
  set -- \"$@\" \"\${word#-Xcompiler=}\"
done
exec '${COMPILER}' \"$@\"\n")
  file(CHMOD ${WORK}/nvcc PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  file(WRITE ${WORK}/launches.cpp "extern int nowhere;
#if KW_PART == 1
int of_first() { return 5; }
int of_second();
int use() { return of_first() + of_second(); }
int of_both() { return 4 + of_first() - 5; }
#else
int of_first() { return nowhere; }
[[gnu::used]] int of_second() { return 6; }
int of_both() { return of_first(); }
#endif\n")
  run(launches ${EXPLAIN} ${WORK} launches.cpp --parts 2 -- ${WORK}/nvcc -O1 -c -o out.o
    launches.cpp)
  expect_code(0)
  file(WRITE ${WORK}/main.cpp "int use(); int of_both();
int main() { return of_both() == 4 && use() == 11 ? 0 : 1; }\n")
  run(main ${COMPILER} main.cpp out.o -o main)
  expect_code(0)
  run(main ./main)
  expect_code(0)
endif()

file(REMOVE ${WORK}/out.o)
run(main ${EXPLAIN} ${WORK} shared.cpp --parts 2 -- ${COMPILER} main.cpp out.o -o linked)
expect_code(1)  # there is no out.o, and a command that links is no compilation
expect("out.o")

run(signal ${EXPLAIN} ${WORK} good.cpp -- sh -c "exit 7")
expect_code(7)
run(missing ${EXPLAIN} ${WORK} good.cpp -- no_such_compiler)
expect_code(127)
expect("cannot run no_such_compiler")
run(usage ${EXPLAIN} ${WORK})
expect_code(2)
expect("usage: explain")
