# Everything the project takes from outside. Names of the Debian packages: cmake/packages.txt.
# A library installed on the machine comes first; GoogleTest and Google Benchmark are downloaded
# only where they are not installed. The grader and the docs are left out without their libraries.
include(FetchContent)
find_package(Threads REQUIRED)

# Python runs the scripts of cmake/scripts. `python3` may be a version manager's slow wrapper, so it
# is asked once for the program itself. -B writes nothing into the source tree, and -S starts faster,
# without other packages than the standard library. Files and programs speak UTF-8 in every locale.
if(NOT KW_PYTHON_PROGRAM)
  find_program(found_python python3 NO_CACHE)
  execute_process(COMMAND ${found_python} -c
      "import sys; print(sys.executable if sys.version_info >= (3, 9) else '')"
    OUTPUT_VARIABLE found_python OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT found_python)
    message(FATAL_ERROR "Kernelwright's build needs Python 3.9 or newer as python3 on the PATH "
      "(Debian package: python3), or its path as -DKW_PYTHON_PROGRAM=/path/to/python3")
  endif()
  set(KW_PYTHON_PROGRAM ${found_python} CACHE FILEPATH "Python 3.9 or newer")
endif()
set(KW_PYTHON ${KW_PYTHON_PROGRAM} -B -S -X utf8)
set(KW_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/scripts)

include(${CMAKE_CURRENT_LIST_DIR}/Architectures.cmake)

if(KW_ENABLE_CUDA)
  find_program(KW_NVCC nvcc HINTS ENV CUDACXX ENV CUDA_HOME ENV CUDA_PATH
    PATHS /usr/local/cuda PATH_SUFFIXES bin DOC "The CUDA compiler")
  if(NOT KW_NVCC AND NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR
      "KW_ENABLE_CUDA is on, but there is no nvcc: not on the PATH, not in /usr/local/cuda.\n"
      "Either install the CUDA toolkit, 12.4 or newer (https://developer.nvidia.com/cuda-downloads) and add "
      "its bin folder to the PATH, or point at it with -DCMAKE_CUDA_COMPILER=/path/to/nvcc, "
      "or use the CPU backend, which needs no toolkit: cmake --preset cpu")
  endif()
  if(NOT CMAKE_CUDA_COMPILER)
    set(CMAKE_CUDA_COMPILER ${KW_NVCC})
  endif()
  # Before the language is enabled, or CMake chooses an architecture of its own.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    kw_gpus_of_this_machine(architectures)
    set(CMAKE_CUDA_ARCHITECTURES ${architectures} CACHE STRING "GPU architectures to compile for")
  endif()
  kw_check_architectures(${CMAKE_CUDA_ARCHITECTURES})
  enable_language(CUDA)
  # 12.0 is the first whose nvcc knows C++20; versions before 12.4 have not been tried.
  if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.4)
    message(FATAL_ERROR
      "${CMAKE_CUDA_COMPILER} is of CUDA ${CMAKE_CUDA_COMPILER_VERSION}, and kernels need 12.4 or newer.\n"
      "Install a newer CUDA toolkit (https://developer.nvidia.com/cuda-downloads), or use the CPU backend, which "
      "needs none: cmake --preset cpu")
  endif()
  find_package(CUDAToolkit REQUIRED)
endif()
# What products of matrices are measured beside on a GPU; the toolkit may be installed without it.
set(KW_HAVE_CUBLAS OFF)
if(TARGET CUDA::cublas)
  set(KW_HAVE_CUBLAS ON)
elseif(KW_ENABLE_CUDA)
  message(STATUS "Kernelwright: nothing is measured beside cuBLAS: this CUDA toolkit is without it")
endif()

if(KW_BUILD_LESSONS OR KW_BUILD_TESTS)
  set(INSTALL_GTEST OFF)
  FetchContent_Declare(googletest
    GIT_REPOSITORY https://github.com/google/googletest.git
    GIT_TAG v1.14.0 GIT_SHALLOW ON
    FIND_PACKAGE_ARGS NAMES GTest)
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  FetchContent_Declare(googlebenchmark
    GIT_REPOSITORY https://github.com/google/benchmark.git
    GIT_TAG v1.8.3 GIT_SHALLOW ON
    FIND_PACKAGE_ARGS NAMES benchmark)
  # Fetched, they become parts of shared libraries.
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  FetchContent_MakeAvailable(googletest googlebenchmark)
  unset(CMAKE_POSITION_INDEPENDENT_CODE)
endif()

# Finds what compilers' errors are recognised by. A package of CMake knows what RE2 itself needs;
# Debian 12 has none, and its RE2 needs nothing.
set(KW_HAVE_RE2 OFF)
find_package(re2 QUIET CONFIG)
if(NOT TARGET re2::re2)
  find_path(KW_RE2_INCLUDE re2/re2.h DOC "The folder of re2/re2.h")
  find_library(KW_RE2_LIBRARY re2 DOC "The library RE2")
  if(KW_RE2_INCLUDE AND KW_RE2_LIBRARY)
    add_library(re2::re2 UNKNOWN IMPORTED)
    set_target_properties(re2::re2 PROPERTIES IMPORTED_LOCATION ${KW_RE2_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${KW_RE2_INCLUDE}
      INTERFACE_LINK_LIBRARIES Threads::Threads)
  endif()
endif()
if(TARGET re2::re2)
  set(KW_HAVE_RE2 ON)
else()
  message(STATUS "Kernelwright: compile errors are shown in the compiler's own words: RE2 not "
    "found (Debian package: libre2-dev)")
endif()

# kw_optional_part(<part> <ON|OFF|AUTO> MISSING <libraries...>) sets KW_HAVE_<part> and says in one
# line why the part is off.
function(kw_optional_part part wanted)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" MISSING)
  string(TOLOWER ${part} name)
  set(KW_HAVE_${part} OFF PARENT_SCOPE)
  if(NOT wanted)
    return()
  endif()
  if(NOT arg_MISSING)
    set(KW_HAVE_${part} ON PARENT_SCOPE)
    return()
  endif()
  list(JOIN arg_MISSING ", " missing)
  string(CONCAT text "Kernelwright: the ${name} part is off: ${missing} not found "
    "(Debian packages: the ${name} lines of cmake/packages.txt)")
  if(wanted STREQUAL "AUTO")
    message(STATUS "${text}")
  else()
    message(FATAL_ERROR "${text}")
  endif()
endfunction()

set(missing)
if(KW_BUILD_GRADER AND PROJECT_IS_TOP_LEVEL)
  foreach(library IN ITEMS CLI11 nlohmann_json tomlplusplus fmt pugixml LibArchive)
    find_package(${library} QUIET)
    if(NOT ${library}_FOUND)
      list(APPEND missing ${library})
    endif()
  endforeach()
  if(NOT KW_HAVE_RE2)
    list(APPEND missing "RE2 (libre2-dev)")
  endif()
  find_path(KW_MUSTACHE kainjow/mustache.hpp DOC "The folder with kainjow/mustache.hpp")
  if(NOT KW_MUSTACHE)
    list(APPEND missing kainjow-mustache)
  endif()
  # Names of people in all scripts.
  find_path(KW_UTF8PROC_INCLUDE utf8proc.h DOC "The folder of utf8proc.h")
  find_library(KW_UTF8PROC_LIBRARY utf8proc DOC "The library utf8proc")
  if(NOT KW_UTF8PROC_INCLUDE OR NOT KW_UTF8PROC_LIBRARY)
    list(APPEND missing utf8proc)
  endif()
  kw_optional_part(GRADER ${KW_BUILD_GRADER} MISSING ${missing})
endif()

set(KW_HAVE_GRADER_TESTS OFF)  # who learns or grades needs none: Debian's valijson brings 140 packages along
if(KW_HAVE_GRADER AND KW_BUILD_TESTS)
  find_package(valijson QUIET)  # the tests validate results by their published schema
  if(valijson_FOUND AND TARGET GTest::gmock)
    set(KW_HAVE_GRADER_TESTS ON)
  else()
    message(STATUS "Kernelwright: the grader's own tests are off: valijson or GoogleMock not found "
      "(Debian packages: the test lines of cmake/packages.txt)")
  endif()
endif()

set(missing)
if(KW_BUILD_DOCS AND PROJECT_IS_TOP_LEVEL)
  find_package(Doxygen QUIET OPTIONAL_COMPONENTS dot)
  if(NOT Doxygen_FOUND)
    list(APPEND missing Doxygen)
  endif()
  find_path(KW_DOXYGEN_AWESOME doxygen-awesome.css PATH_SUFFIXES share/doxygen-awesome-css
    DOC "The folder of doxygen-awesome.css")
  if(NOT KW_DOXYGEN_AWESOME)
    list(APPEND missing doxygen-awesome-css)
  endif()
  find_program(KW_NODE NAMES node nodejs DOC "Node.js, which runs KaTeX")
  find_path(KW_KATEX katex.js PATH_SUFFIXES share/javascript/katex
    DOC "The folder of katex.js, katex.min.css and fonts")
  if(NOT KW_NODE OR NOT KW_KATEX)
    list(APPEND missing katex)
  endif()
  find_file(KW_LUNR lunr.min.js PATH_SUFFIXES share/javascript/lunr DOC "The search in the pages")
  if(NOT KW_LUNR)
    list(APPEND missing libjs-lunr)
  endif()
  kw_optional_part(DOCS ${KW_BUILD_DOCS} MISSING ${missing})
endif()
unset(missing)
