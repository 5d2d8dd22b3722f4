# What find_package(regtt) finds, in an installed prefix and in the build folder,
# which is laid out alike.
include(CMakePackageConfigHelpers)

function(regtt_package folder prefix)
  set(REGTT_COMMAND ${CMAKE_INSTALL_BINDIR}/regtt-cc)
  configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/regttConfig.cmake.in ${folder}/regttConfig.cmake
    INSTALL_PREFIX ${prefix}
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/regtt
    PATH_VARS REGTT_COMMAND
    NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  write_basic_package_version_file(${folder}/regttConfigVersion.cmake
                                   COMPATIBILITY SameMinorVersion)
endfunction()

regtt_package(${CMAKE_BINARY_DIR}/package ${CMAKE_INSTALL_PREFIX})
regtt_package(${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR}/cmake/regtt ${CMAKE_BINARY_DIR})
install(FILES ${CMAKE_BINARY_DIR}/package/regttConfig.cmake
              ${CMAKE_BINARY_DIR}/package/regttConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/regtt)
