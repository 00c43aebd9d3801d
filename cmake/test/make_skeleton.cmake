# cmake -DTOOL=<MakeSkeleton.cmake> -DWORK=<folder> -P make_skeleton.cmake
# Text that CMake's lists would spoil passes through unharmed, and a broken mark names its line.
cmake_minimum_required(VERSION 3.25)

function(make keep input expected_code result)
  file(WRITE ${WORK}/input.cpp "${input}")
  execute_process(COMMAND ${CMAKE_COMMAND} -DINPUT=${WORK}/input.cpp -DOUTPUT=${WORK}/output.cpp
    -DKEEP=${keep} -P ${TOOL} RESULT_VARIABLE code ERROR_VARIABLE message)
  if(NOT code STREQUAL expected_code)
    message(FATAL_ERROR "exit code ${code} instead of ${expected_code} for:\n${input}\n${message}")
  endif()
  if(code STREQUAL "0")
    file(READ ${WORK}/output.cpp message)
  endif()
  set(${result} "${message}" PARENT_SCOPE)
endfunction()

function(expect_equal got wanted)
  if(NOT got STREQUAL wanted)
    message(FATAL_ERROR "got:\n${got}\nwanted:\n${wanted}")
  endif()
endfunction()

function(expect_text text wanted)
  string(FIND "${text}" "${wanted}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "no `${wanted}` in:\n${text}")
  endif()
endfunction()

set(marked [==[
int a[] = {1; 2}; // [x; ]] ${y} @z@ \n "q"

  // TODO(lesson01.1): do it
  //{ solution
  auto t = x[i];  // ]

  //| auto t = 0;  // [;
  //|
  //}
done;
]==])
make(solution "${marked}" 0 got)
expect_equal("${got}" [==[
int a[] = {1; 2}; // [x; ]] ${y} @z@ \n "q"

  // TODO(lesson01.1): do it
  auto t = x[i];  // ]

done;
]==])
make(skeleton "${marked}" 0 got)
expect_equal("${got}" [==[
int a[] = {1; 2}; // [x; ]] ${y} @z@ \n "q"

  // TODO(lesson01.1): do it
  auto t = 0;  // [;

done;
]==])

make(skeleton "a\n//{ solution\nb\n" 1 got)
expect_text("${got}" "input.cpp:2")
make(skeleton "a\n//}\n" 1 got)
expect_text("${got}" "input.cpp:2")
make(skeleton "//{ solution\n//{ solution\n//}\n" 1 got)
expect_text("${got}" "input.cpp:2")
make(skeleton "//| a\n" 1 got)
expect_text("${got}" "input.cpp:1")
