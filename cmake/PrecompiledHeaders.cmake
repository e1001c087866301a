# The headers of the standard library that most files read are compiled once. Files still include what
# they use; presets `clang` and `tidy` build without.
set(PAWL_STANDARD_HEADERS
  <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstdlib> <functional> <limits> <map> <memory> <mutex>
  <optional> <set> <span> <string> <string_view> <thread> <unordered_map> <utility> <variant> <vector>)

function(pawl_header_set name)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}.cpp CONTENT "// Nothing but its headers.\n")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cpp)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${name} PRIVATE pawl_warnings)
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()

if(PAWL_PRECOMPILED)
  pawl_header_set(pawl_headers ${PAWL_STANDARD_HEADERS})
  pawl_header_set(pawl_test_headers ${PAWL_STANDARD_HEADERS} <doctest/doctest.h>)
  target_link_libraries(pawl_test_headers PRIVATE pawl_doctest)
endif()

function(pawl_precompiled target set)
  if(PAWL_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${set})
  endif()
endfunction()
