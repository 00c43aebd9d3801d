# cmake -DTOOL=<ExpectFailure.cmake> -DWORK=<folder> -P expect_failure.cmake
# A wrong kernel counts as caught only by an assertion, and only with the text it names.
cmake_minimum_required(VERSION 3.25)

function(run_tool script kernel expected_code expected_text)
  file(WRITE ${WORK}/program "#!/bin/sh\n${script}\n")
  file(CHMOD ${WORK}/program PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  file(WRITE ${WORK}/kernel.cpp "${kernel}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -DPROGRAM=${WORK}/program -DSOURCE=${WORK}/kernel.cpp -P ${TOOL}
    RESULT_VARIABLE code ERROR_VARIABLE message)
  string(FIND "${message}" "${expected_text}" found)
  if(NOT code STREQUAL expected_code OR found EQUAL -1)
    message(FATAL_ERROR "`${script}` gave ${code} instead of ${expected_code}: ${message}")
  endif()
endfunction()

set(kernel "// wrong\n// caught by: [out-of-bounds]\n// caught by: x[3..4]; lanes\nint a;\n")
set(findings "echo '[out-of-bounds]'; echo 'reads x[3..4]; lanes' >&2")
run_tool("${findings}; exit 1" "${kernel}" 0 "")
run_tool("echo '[out-of-bounds]'; exit 1" "${kernel}" 1 "should be caught by: x[3..4]; lanes")
run_tool("${findings}; exit 0" "${kernel}" 1 "do not notice")
run_tool("${findings}; exit 2" "${kernel}" 1 "must fail by an assertion")
run_tool("${findings}; kill -SEGV $$" "${kernel}" 1 "must fail by an assertion")
run_tool("${findings}; exit 1" "int a;\n" 1 "no `// caught by: ` line")
