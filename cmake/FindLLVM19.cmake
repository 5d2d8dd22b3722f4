# Finds LLVM and Clang 19, even where another version is the default, and
# defines the interface target regtt_llvm that every compiler library links.

find_program(
  REGTT_LLVM_CONFIG
  NAMES llvm-config-19
  HINTS /usr/lib/llvm-19/bin
  DOC "llvm-config of LLVM 19")
if(NOT REGTT_LLVM_CONFIG)
  message(FATAL_ERROR "LLVM 19 was not found: run scripts/setup, or pass "
                      "-DREGTT_LLVM_CONFIG=<path to llvm-config-19>")
endif()
execute_process(
  COMMAND ${REGTT_LLVM_CONFIG} --prefix
  OUTPUT_VARIABLE REGTT_LLVM_PREFIX
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_package(LLVM 19.1 REQUIRED CONFIG PATHS ${REGTT_LLVM_PREFIX}/lib/cmake/llvm
                                           NO_DEFAULT_PATH)
find_package(Clang REQUIRED CONFIG PATHS ${REGTT_LLVM_PREFIX}/lib/cmake/clang
                                         NO_DEFAULT_PATH)

# Clang's own headers (stddef.h and the like), carried beside the command.
set(REGTT_CLANG_HEADERS
    ${REGTT_LLVM_PREFIX}/lib/clang/${LLVM_VERSION_MAJOR}/include)
if(NOT EXISTS ${REGTT_CLANG_HEADERS}/stddef.h)
  message(FATAL_ERROR "Clang's builtin headers are not in "
                      "${REGTT_CLANG_HEADERS}; libclang-common-19-dev has them")
endif()

add_library(regtt_llvm INTERFACE)
target_include_directories(regtt_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS}
                                                       ${CLANG_INCLUDE_DIRS})
target_compile_definitions(regtt_llvm INTERFACE ${LLVM_DEFINITIONS_LIST})
target_compile_options(regtt_llvm INTERFACE -fno-rtti -fno-exceptions)
if(REGTT_STATIC_LLVM)
  target_link_libraries(
    regtt_llvm
    INTERFACE clangTooling clangToolingCore clangFormat clangFrontend
              clangRewrite clangAST clangLex clangBasic)
else()
  target_link_libraries(regtt_llvm INTERFACE clang-cpp LLVM)
endif()
