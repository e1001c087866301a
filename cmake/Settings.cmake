# Compiler settings for the whole tree; warnings apply to house code only.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)

option(PAWL_UNITY "Compile several files at a time" ON)
set(PAWL_BATCH 8 CACHE STRING "How many files of a module are compiled together")
option(PAWL_PRECOMPILED "Compile the headers of the standard library once" ON)
option(PAWL_WERROR "Warnings are errors" ON)
option(PAWL_BENCH "Build the benchmarks" OFF)
option(PAWL_FUZZ "Build the fuzz targets (clang)" OFF)
set(PAWL_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")
set(PAWL_DEPS "${CMAKE_SOURCE_DIR}/build/deps" CACHE PATH "What ./dev unpacked: grammars, headers")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # As the manual of ccache wants it for precompiled headers.
  set(ccache env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${ccache})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ccache})
endif()
# A release says where its tables point in bits (RELR), which spares each start the reading of 800 KB. The mold of
# Debian 12 does not mark that as glibc wants it; GNU ld does.
include(CheckLinkerFlag)
if(CMAKE_BUILD_TYPE STREQUAL Release)
  check_linker_flag(CXX -Wl,-z,pack-relative-relocs PAWL_LINKER_PACKS)
endif()
find_program(MOLD_PROGRAM mold)
if(PAWL_LINKER_PACKS)
  add_link_options(-Wl,-z,pack-relative-relocs)
elseif(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()

# What tests start many thousand times begins sooner where no table has to be told where it lies. A release, and TSan,
# want a program that may lie anywhere.
if(NOT CMAKE_BUILD_TYPE STREQUAL Release AND NOT PAWL_SANITIZE)
  add_link_options(-no-pie)
endif()

# What g++ collects of its own memory, it mostly keeps: a batch takes a fifth more of it, and a tenth less time.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:--param ggc-min-expand=1000 --param ggc-min-heapsize=1048576>")
endif()

add_library(pawl_warnings INTERFACE)
target_compile_options(pawl_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wno-missing-field-initializers
  # Compiled together, files would complain of each other's constants; clang compiles them one by one.
  $<IF:$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${PAWL_UNITY}>>,-Wshadow=local,-Wshadow>
  # g++ 12 takes strings moved out of a std::variant for uninitialised ones at -O2.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
  $<$<BOOL:${PAWL_WERROR}>:-Werror>)

if(PAWL_SANITIZE)
  add_compile_options(-fsanitize=${PAWL_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${PAWL_SANITIZE})
  if(PAWL_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=all)
  endif()
endif()

# How tests are compiled: an assertion is a call, without a handler of its own, which takes a third less time. What
# throws inside one ends its test case, and is reported as that.
add_library(pawl_doctest INTERFACE)
target_compile_definitions(pawl_doctest INTERFACE DOCTEST_CONFIG_SUPER_FAST_ASSERTS)
