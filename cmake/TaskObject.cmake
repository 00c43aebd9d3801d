include_guard(GLOBAL)
include(AddTask)

# kw_task_object(<variable> <exercise|solution> <cpu|cuda> <05.2> <program> [SHARED])
# The object file of a task, for a program or a shared library that takes kernels of many tasks. The
# solution's is there already. The exercise's is one of its own, <program>.lesson05.2.<backend>.kernel,
# because it has to be fast here and quick to compile elsewhere.
function(kw_task_object variable tree backend id program)
  cmake_parse_arguments(PARSE_ARGV 5 arg "SHARED" "" "")
  set(kernel lesson${id}.solution.${backend}.kernel)
  if(tree STREQUAL "exercise")
    string(REGEX MATCH "^([0-9]+)[.]([0-9])$" matched ${id})
    file(GLOB file RELATIVE ${PROJECT_SOURCE_DIR}/solutions
      ${PROJECT_SOURCE_DIR}/solutions/${CMAKE_MATCH_1}_*/${CMAKE_MATCH_2}_*.cpp)
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(GET file STEM task)
    set(kernel ${program}.lesson${id}.${backend}.kernel)
    kw_exercise_source(source ${folder} ${task} lesson${id})
    kw_task_kernel(${kernel} ${source} ${PROJECT_SOURCE_DIR}/lessons/${folder} ${backend})
    kw_explain_errors(${kernel} exercises/${file} ${program})
    set_target_properties(${kernel} PROPERTIES EXCLUDE_FROM_ALL TRUE)
  endif()
  if(arg_SHARED)
    kw_goes_into_shared_library(${kernel})
  endif()
  set(object $<TARGET_OBJECTS:${kernel}>)
  if(tree STREQUAL "exercise")
    kw_keep_apart(object ${kernel})
  endif()
  set(${variable} ${object} PARENT_SCOPE)
endfunction()

# kw_keep_apart(<variable> <object library>): its object with kernels that no other file sees. Two files
# of a learner may have a kernel of the same name, and the linker would take one for both. What remains
# to be seen are the functions of lessons. (The solutions' kernels have different names.)
function(kw_keep_apart variable kernel)
  if(KW_SANITIZE)
    set(${variable} $<TARGET_OBJECTS:${kernel}> PARENT_SCOPE)
    return()
  endif()
  set(folder ${PROJECT_BINARY_DIR}/objects)
  file(MAKE_DIRECTORY ${folder})
  # A symbol that is unique in a program would stay so.
  target_compile_options(${kernel} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fno-gnu-unique>)
  add_custom_command(OUTPUT ${folder}/${kernel}.o
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${folder}/${kernel}.merged.o
      $<TARGET_OBJECTS:${kernel}>
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=_ZN8lesson* --keep-global-symbol=kw_*
      ${folder}/${kernel}.merged.o ${folder}/${kernel}.o
    DEPENDS $<TARGET_OBJECTS:${kernel}> VERBATIM COMMENT "Keeping the kernels of ${kernel} apart")
  set_source_files_properties(${folder}/${kernel}.o PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set(${variable} ${folder}/${kernel}.o PARENT_SCOPE)
endfunction()
