#!/bin/sh
# embed.sh SOURCE_DIR LIST OUT: writes a C++ file that holds each listed file as a string literal.
# Uses .incbin through the assembler, so that megabytes of data cost no compile time.
set -eu
root=$1 list=$2 out=$3
{
  printf '#include "base/assets.hpp"\n\n#include <algorithm>\n#include <array>\n\n'
  index=0
  while IFS= read -r file; do
    [ -n "$file" ] || continue
    printf 'asm(".section .rodata\\n.global pawl_asset_%d\\npawl_asset_%d:\\n.incbin \\"%s\\"\\n.global pawl_asset_%d_end\\npawl_asset_%d_end:\\n.byte 0\\n.text\\n");\n' \
      "$index" "$index" "$file" "$index" "$index"
    printf 'extern "C" { extern const char pawl_asset_%d[]; extern const char pawl_asset_%d_end[]; }\n' "$index" "$index"
    index=$((index + 1))
  done < "$list"
  printf '\nnamespace pawl {\nnamespace {\n\nstruct Row {\n  std::string_view path;\n  const char* begin;\n  const char* end;\n};\n\n'
  printf 'constexpr std::array<Row, %d> kRows{{\n' "$index"
  index=0
  while IFS= read -r file; do
    [ -n "$file" ] || continue
    name=${file#"$root"/}
    name=${name#data/}
    printf '    {"%s", pawl_asset_%d, pawl_asset_%d_end},\n' "$name" "$index" "$index"
    index=$((index + 1))
  done < "$list"
  cat <<'END'
}};

}  // namespace

std::optional<std::string_view> asset(std::string_view path) {
  for (const Row& row : kRows) {
    if (row.path == path) {
      return std::string_view(row.begin, static_cast<std::size_t>(row.end - row.begin));
    }
  }
  return std::nullopt;
}

std::vector<std::string_view> assets_below(std::string_view prefix) {
  std::vector<std::string_view> found;
  for (const Row& row : kRows) {
    if (row.path.substr(0, prefix.size()) == prefix) found.push_back(row.path);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace pawl
END
} > "$out.tmp"
mv "$out.tmp" "$out"
