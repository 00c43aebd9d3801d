include_guard(GLOBAL)
include(TaskObject)

# kw_pytorch_library(<exercise|solution> <cpu|cuda> <number_folder>)
# The target pytorch.<tree>.<backend>: pytorch/libkernelwright_<tree>_<backend>.so, with the C functions of
# that elective and the kernels that they call (CALLS of add_lesson), all of one tree. Python loads it, by
# lessons/11_pytorch/kernelwright_torch.py. Nothing of PyTorch is needed to build it.
function(kw_pytorch_library tree backend own)
  string(SUBSTRING ${own} 0 2 number)
  get_property(called GLOBAL PROPERTY KW_CALLS_${number})
  file(GLOB tasks RELATIVE ${PROJECT_SOURCE_DIR}/solutions/${own}
    ${PROJECT_SOURCE_DIR}/solutions/${own}/[1-9]_*.cpp)
  list(TRANSFORM tasks REPLACE "^([1-9]).*" "${number}.\\1")
  set(target pytorch.${tree}.${backend})
  set(objects)
  foreach(id IN LISTS called tasks)
    kw_task_object(object ${tree} ${backend} ${id} ${target} SHARED)
    list(APPEND objects ${object})
  endforeach()

  add_library(${target} SHARED EXCLUDE_FROM_ALL ${objects})
  target_link_libraries(${target} PRIVATE kernelwright::${backend})
  # Our C++ must not meet that of another library in the same process.
  set(exports ${PROJECT_BINARY_DIR}/generated/pytorch_exports.map)
  file(CONFIGURE OUTPUT ${exports} CONTENT "{ global: kw_*; local: *; };\n" @ONLY)
  target_link_options(${target} PRIVATE LINKER:--no-undefined LINKER:--version-script=${exports})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX
    OUTPUT_NAME kernelwright_${tree}_${backend} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/pytorch)
endfunction()
