# Finds LLVM and Clang 19, even where another version is the default, and
# defines interface targets: regtt_llvm, which every compiler library links that
# knows Clang; regtt_llvm_headers for those that do not, since what they are
# linked into says which LLVM it brings; regtt_llvm_support, LLVM's support
# library alone, for commands without Clang.

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

add_library(regtt_llvm_headers INTERFACE)
target_include_directories(regtt_llvm_headers SYSTEM
                           INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(regtt_llvm_headers
                           INTERFACE ${LLVM_DEFINITIONS_LIST})
target_compile_options(regtt_llvm_headers INTERFACE -fno-rtti -fno-exceptions)

add_library(regtt_llvm_support INTERFACE)
target_link_libraries(regtt_llvm_support INTERFACE regtt_llvm_headers
                                                   LLVMSupport)

add_library(regtt_llvm INTERFACE)
target_link_libraries(regtt_llvm INTERFACE regtt_llvm_headers)
target_include_directories(regtt_llvm SYSTEM INTERFACE ${CLANG_INCLUDE_DIRS})
if(REGTT_STATIC_LLVM)
  # The distribution's Clang targets name the LLVM shared library, so the
  # archives are named one by one; what only other tools need (libz3, libedit,
  # libxml2) is never pulled in.
  execute_process(
    COMMAND ${REGTT_LLVM_CONFIG} --link-static --libs option windowsdriver
            frontendopenmp frontendoffloading frontendhlsl bitreader mcparser
            profiledata targetparser core support
    OUTPUT_VARIABLE REGTT_LLVM_ARCHIVES
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(REGTT_LLVM_ARCHIVES)
  set(REGTT_CLANG_ARCHIVES)
  foreach(
    library
    Tooling ToolingCore ToolingInclusions Format Frontend Driver Parse
    Serialization Sema APINotes Analysis ASTMatchers Edit Rewrite AST Lex
    Basic Support)
    list(APPEND REGTT_CLANG_ARCHIVES
         ${REGTT_LLVM_PREFIX}/lib/libclang${library}.a)
  endforeach()
  target_link_libraries(
    regtt_llvm
    INTERFACE -Wl,--start-group ${REGTT_CLANG_ARCHIVES} -Wl,--end-group
              ${REGTT_LLVM_ARCHIVES} -l:libz.a -l:libzstd.a -l:libtinfo.a
              pthread dl)
  target_link_options(regtt_llvm INTERFACE -L${REGTT_LLVM_PREFIX}/lib
                      -static-libstdc++ -static-libgcc -Wl,--gc-sections)
else()
  target_link_libraries(regtt_llvm INTERFACE clang-cpp LLVM)
endif()
