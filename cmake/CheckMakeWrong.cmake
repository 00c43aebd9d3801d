# cmake -DWORK=<folder> -P CheckMakeWrong.cmake
#
# MakeWrong.cmake makes a kernel of a good edit, and makes none of an edit that does not fit its
# solution.
cmake_minimum_required(VERSION 3.25)

file(MAKE_DIRECTORY ${WORK})
file(WRITE ${WORK}/solution.cpp "int a[2] = {1, 2};\n//{ solution\nint b;\n//| int skeleton;\n//}\nint b;\n")

# check(<what the kernel must be, or a part of the message> <success or failure> <edit>)
function(check expected outcome edit)
  file(WRITE ${WORK}/mistake.edit "${edit}")
  file(REMOVE ${WORK}/kernel.cpp)
  execute_process(COMMAND ${CMAKE_COMMAND} -DEDITS=${WORK}/mistake.edit
    -DSOLUTION=${WORK}/solution.cpp -DOUTPUT=${WORK}/kernel.cpp
    -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/MakeWrong.cmake
    RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(outcome STREQUAL "success")
    if(NOT code EQUAL 0)
      message(FATAL_ERROR "this edit must work:\n${edit}\nbut:\n${output}")
    endif()
    file(READ ${WORK}/kernel.cpp kernel)
    if(NOT kernel STREQUAL expected)
      message(FATAL_ERROR "of\n${edit}\ncame\n${kernel}\nand not\n${expected}")
    endif()
  else()
    string(FIND "${output}" "${expected}" found)
    if(code EQUAL 0 OR found EQUAL -1 OR EXISTS ${WORK}/kernel.cpp)
      message(FATAL_ERROR "this edit must be refused (${expected}):\n${edit}\nbut:\n${output}")
    endif()
  endif()
endfunction()

check("// wrong: x\nint a[2] = {2, 1};\nint b;\nint b;\n" success
  "// wrong: x\nreplace:\nint a[2] = {1, 2};\nwith:\nint a[2] = {2, 1};\n")
check("int a[2] = {1, 2};\n" success "replace:\nint b;\nint b;\nwith:\n")
check("int c;\nint b;\nint b;\n" success
  "replace:\nint a[2] = {1, 2};\nint b;\nwith:\nint a;\nint b;\nreplace:\nint a;\nwith:\nint c;\n")
check("are not in" failure "replace:\nint c;\nwith:\n")
check("are not in" failure "replace:\nint skeleton;\nwith:\n")
check("are not in" failure "replace:\nb;\nwith:\n")  # whole lines
check("more than once" failure "replace:\nint b;\nwith:\nint c;\n")
check("replaced by themselves" failure "replace:\nint a[2] = {1, 2};\nwith:\nint a[2] = {1, 2};\n")
check("at least one" failure "// wrong: nothing\n")
check("only comments are expected" failure "int c;\nreplace:\nint b;\nwith:\n")
check("`with:` without" failure "with:\nint c;\n")
check("where `with:` is expected" failure "replace:\nint b;\nreplace:\nint b;\nwith:\n")
