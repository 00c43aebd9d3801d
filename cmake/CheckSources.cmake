# cmake -DCOMMON=<common> -P CheckSources.cmake
#
# Sources are listed by name, so a file that nobody lists would be neither built nor tested.
cmake_minimum_required(VERSION 3.25)

file(READ ${COMMON}/CMakeLists.txt listed)
file(READ ${COMMON}/test/CMakeLists.txt tests)
string(REGEX REPLACE "[^A-Za-z0-9_/.-]+/?" ";" listed "${listed};${tests}")

set(forgotten "")
file(GLOB_RECURSE sources RELATIVE ${COMMON} ${COMMON}/*.cpp)
list(FILTER sources EXCLUDE REGEX "^test/consumer/")
foreach(source IN LISTS sources)
  string(REGEX REPLACE "^test/" "" name ${source})
  string(REGEX REPLACE "^(compile_fail|corpus)/(.*)[.]cpp$" "\\2" name ${name})
  if(NOT name IN_LIST listed)
    string(APPEND forgotten "  ${source}\n")
  endif()
endforeach()
if(NOT forgotten STREQUAL "")
  message(FATAL_ERROR "in no CMakeLists.txt:\n${forgotten}")
endif()
