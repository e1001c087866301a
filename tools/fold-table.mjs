// Writes data/paths/folds.txt anew, from the Unicode data of the Node that runs it:
//
//   node tools/fold-table.mjs > data/paths/folds.txt
//
// One line for each character that compatibility decomposition (NFKD) or case folding changes; syllables of Hangul
// are left out, for they are arithmetic (Unicode standard, section 3.12).
const hex = (text) => [...text].map((one) => one.codePointAt(0).toString(16)).join(' ');
const fold = (text) => text.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');

console.log(`# What a character becomes when a name is compared: compatibility decomposition and case folding of Unicode ${process.versions.unicode}.
# One row a character, in hexadecimal: itself, and what it becomes. Made by tools/fold-table.mjs from
# https://www.unicode.org/Public/UCD/latest/ucd/UnicodeData.txt and CaseFolding.txt`);
for (let code = 0x80; code < 0x110000; code += 1) {
  if ((code >= 0xac00 && code <= 0xd7a3) || (code >= 0xd800 && code <= 0xdfff)) continue;
  const text = String.fromCodePoint(code);
  const folded = fold(text);
  if (folded !== text) console.log(`${hex(text)} ${hex(folded)}`);
}
