#!/bin/sh
# embed.sh SOURCE_DIR LIST OUT: writes a C++ file that holds each listed file as a string literal.
# Uses .incbin through the assembler, so that megabytes of data cost no compile time. Where a file lies is a distance from
# the first one: an address would have to be put right at each start of the program.
set -eu
root=$1 list=$2 out=$3
{
  printf '#include "base/assets.hpp"\n\n#include <algorithm>\n#include <cstdint>\n\n#include "base/text/fixed_words.hpp"\n\n'
  printf 'asm(R"(.section .rodata\n.balign 4\n.global pawl_assets\npawl_assets:\n'
  index=0
  while IFS= read -r file; do
    [ -n "$file" ] || continue
    printf '.Lasset_%d: .incbin "%s"\n.Lasset_%d_end: .byte 0\n' "$index" "$file" "$index"
    index=$((index + 1))
  done < "$list"
  printf '.balign 4\n.global pawl_asset_places\npawl_asset_places:\n'
  count=$index
  index=0
  while [ "$index" -lt "$count" ]; do
    printf '.long .Lasset_%d - pawl_assets, .Lasset_%d_end - pawl_assets\n' "$index" "$index"
    index=$((index + 1))
  done
  printf '.text\n)");\n\nextern "C" {\nextern const char pawl_assets[];\nextern const std::uint32_t pawl_asset_places[];\n}\n\n'
  printf 'namespace pawl {\nnamespace {\n\nconstexpr auto kPaths = fixed_words('
  separator=
  while IFS= read -r file; do
    [ -n "$file" ] || continue
    name=${file#"$root"/}
    name=${name#data/}
    printf '%s\n    "%s"' "$separator" "$name"
    separator=,
  done < "$list"
  cat <<'END'
);

}  // namespace

std::optional<std::string_view> asset(std::string_view path) {
  const auto found = std::find(kPaths.begin(), kPaths.end(), path);
  if (found == kPaths.end()) return std::nullopt;
  const std::uint32_t* const place = pawl_asset_places + 2 * (found - kPaths.begin());
  return std::string_view(pawl_assets + place[0], place[1] - place[0]);
}

std::vector<std::string_view> assets_below(std::string_view prefix) {
  std::vector<std::string_view> found;
  for (const std::string_view path : kPaths) {
    if (path.starts_with(prefix)) found.push_back(path);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace pawl
END
} > "$out.tmp"
mv "$out.tmp" "$out"
