# pawl_assets(out DIR …): a C++ file that holds every file below the given folders of the source
# tree, as bytes, under its path relative to data/ (data files) or to the tree (all others).
function(pawl_assets out)
  set(depends "")
  foreach(dir IN LISTS ARGN)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${dir}/*)
    list(FILTER found EXCLUDE REGEX "/data/paths/guarded\\.txt$")  # the compiler reads it: src/guards
    list(APPEND depends ${found})
  endforeach()
  list(SORT depends)
  set(list_file ${CMAKE_CURRENT_BINARY_DIR}/assets.list)
  list(JOIN depends "\n" lines)
  file(CONFIGURE OUTPUT ${list_file} CONTENT "${lines}\n" @ONLY)
  add_custom_command(
    OUTPUT ${out}
    COMMAND sh ${CMAKE_SOURCE_DIR}/tools/embed.sh ${CMAKE_SOURCE_DIR} ${list_file} ${out}
    DEPENDS ${depends} ${list_file} ${CMAKE_SOURCE_DIR}/tools/embed.sh
    COMMENT "Embedding data files" VERBATIM)
endfunction()
