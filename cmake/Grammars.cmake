# pawl_grammars: the tree-sitter core and every grammar Pawl reads, one static C library.
# tools/fetch-grammars.sh puts the sources into PAWL_DEPS/grammars.
set(PAWL_GRAMMARS ${PAWL_DEPS}/grammars/node_modules)
set(PAWL_TREE_SITTER ${PAWL_GRAMMARS}/tree-sitter/vendor/tree-sitter/lib)
if(NOT EXISTS ${PAWL_TREE_SITTER}/src/lib.c)
  message(FATAL_ERROR "No tree-sitter sources in ${PAWL_DEPS}/grammars. "
                      "Run: tools/fetch-grammars.sh ${PAWL_DEPS}")
endif()

# Folders of one grammar each: parser.c is generated tables, scanner.c is there for most.
set(PAWL_GRAMMAR_DIRS
  tree-sitter-bash/src tree-sitter-c/src tree-sitter-cpp/src tree-sitter-go/src
  tree-sitter-java/src tree-sitter-javascript/src tree-sitter-python/src tree-sitter-ruby/src
  tree-sitter-rust/src tree-sitter-typescript/typescript/src tree-sitter-typescript/tsx/src)

add_library(pawl_grammars STATIC ${PAWL_TREE_SITTER}/src/lib.c)
target_include_directories(pawl_grammars SYSTEM PUBLIC ${PAWL_TREE_SITTER}/include)
target_include_directories(pawl_grammars PRIVATE ${PAWL_TREE_SITTER}/src)
target_compile_definitions(pawl_grammars PRIVATE _POSIX_C_SOURCE=200112L _DEFAULT_SOURCE)
target_compile_options(pawl_grammars PRIVATE -w)
foreach(dir IN LISTS PAWL_GRAMMAR_DIRS)
  set(folder ${PAWL_GRAMMARS}/${dir})
  target_sources(pawl_grammars PRIVATE ${folder}/parser.c)
  set_source_files_properties(${folder}/parser.c PROPERTIES INCLUDE_DIRECTORIES ${folder})
  if(PAWL_SANITIZE)
    # Tables hold nothing a sanitizer could find, and take minutes to instrument.
    set_source_files_properties(${folder}/parser.c PROPERTIES COMPILE_OPTIONS -fno-sanitize=all)
  endif()
  if(EXISTS ${folder}/scanner.c)
    target_sources(pawl_grammars PRIVATE ${folder}/scanner.c)
    set_source_files_properties(${folder}/scanner.c PROPERTIES INCLUDE_DIRECTORIES ${folder})
  endif()
endforeach()
