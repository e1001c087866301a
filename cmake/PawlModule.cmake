# pawl_module(name USES … SOURCES … TESTS … LIBRARIES … [INCLUDES …])
# One folder of src/ = one static library pawl_<name>. USES are the modules it stands on (the row
# of src/floors.txt); LIBRARIES are third-party targets only this module may see.
function(pawl_module name)
  cmake_parse_arguments(ARG "" "" "USES;SOURCES;TESTS;LIBRARIES;INCLUDES;TEST_USES" ${ARGN})
  set(target pawl_${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  target_include_directories(${target} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  if(ARG_INCLUDES)
    target_include_directories(${target} SYSTEM PRIVATE ${ARG_INCLUDES})
  endif()
  foreach(use IN LISTS ARG_USES)
    target_link_libraries(${target} PUBLIC pawl_${use})
  endforeach()
  target_link_libraries(${target} PRIVATE pawl_warnings ${ARG_LIBRARIES})
  pawl_precompiled(${target} pawl_headers)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${PAWL_UNITY} UNITY_BUILD_BATCH_SIZE 8)
  if(ARG_TESTS)
    set(test ${name}_test)
    add_executable(${test} ${ARG_TESTS})
    target_link_libraries(${test} PRIVATE ${target} pawl_doctest_main pawl_warnings)
    foreach(use IN LISTS ARG_TEST_USES)
      target_link_libraries(${test} PRIVATE pawl_${use})
    endforeach()
    set_source_files_properties(${ARG_TESTS} PROPERTIES
      COMPILE_DEFINITIONS PAWL_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    pawl_precompiled(${test} pawl_test_headers)
    add_test(NAME unit.${name} COMMAND ${test})
  endif()
endfunction()

# pawl_archive(out name): the static library of that name where the system has one, else the shared
# one. Each shared library costs every start of the program.
function(pawl_archive out name)
  find_library(PAWL_ARCHIVE_${name} NAMES lib${name}.a ${name} REQUIRED)
  set(${out} ${PAWL_ARCHIVE_${name}} PARENT_SCOPE)
endfunction()

# The program around the tests of a module: compiled once.
add_library(pawl_doctest_main OBJECT ${CMAKE_SOURCE_DIR}/tests/doctest_main.cpp)
target_include_directories(pawl_doctest_main PRIVATE ${CMAKE_SOURCE_DIR}/src)
