# `cmake --install` puts the tile language and its runtime where find_package(kernelwright) finds
# them. Lessons and grader stay in the repository.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(targets kernelwright kernelwright_base kernelwright_runtime kernelwright_no_cuda kernelwright_cpu)
if(KW_ENABLE_CUDA)
  list(APPEND targets kernelwright_cuda_runtime kernelwright_cuda)
endif()
foreach(target IN LISTS targets)
  string(REPLACE "kernelwright_" "" exported ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${exported})
endforeach()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/kernelwright)
install(TARGETS ${targets} EXPORT kernelwright-targets)
install(TARGETS explain EXPORT kernelwright-targets DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/kernelwright)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/common/include/kernelwright
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  PATTERN testing EXCLUDE PATTERN benchmarking EXCLUDE)
install(EXPORT kernelwright-targets NAMESPACE kernelwright:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/kernelwright-config.cmake.in
  ${PROJECT_BINARY_DIR}/kernelwright-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kernelwright-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kernelwright-config.cmake
  ${PROJECT_SOURCE_DIR}/cmake/ExplainErrors.cmake
  ${PROJECT_BINARY_DIR}/kernelwright-config-version.cmake DESTINATION ${package_dir})
