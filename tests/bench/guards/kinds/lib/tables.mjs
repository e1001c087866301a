// Tables of cases in tests, row by row, read by their lines.
import { indentOf, isTestPath } from '../../source.mjs';
import { scripts } from './places.mjs';

// What opens a table, by the two lines before its first row.
const opens = {
  python: /(\w ?= ?|in |parametrize\(.*)\[$|["')],\n\s*\[$/, go: /(\[\]|map\[)[^=]*\{$|^\s*\}\{$/, rust: /= &?(vec!)?\[|in &?\[$|case\(|#\[/, ruby: /= \[$|^\s*\[$/,
  java: /Source\(|asList\(|\[\]\[?\]? ?(\w+ ?= ?)?\{$/, c: /\w\[\w*\](\[\w*\])? ?= ?\{?\n?\s*\{?$/,
  cpp: /\w\[\w*\](\[\w*\])? ?= ?\{?\n?\s*\{?$|std::(vector|array)<[^=]*[{(]$|Values\($|cases ?=? ?\{$/,
};
for (const language of scripts) opens[language] = /each\(\[$|= \[$|^\s*\[$|of \[$/;

const rows = { rust: /^\s*(#\[(test_)?case\(.*\)\]|\(.*\),)$/, ruby: /^\s*\[.*\],?$/ };
const anyRow = /^\s*[[({].*[\])}],?$/;

// Where the row that begins at `at` ends: in the same line, or at the bracket that closes it.
function endOf(file, at) {
  const line = file.lines[at];
  if ((rows[file.language] ?? anyRow).test(line) && line.includes(',')) return at + 1;
  if (!/^\s*("[^"]+": ?)?[{([]$/.test(line)) return null;
  let to = at + 1;
  while (to < file.lines.length && to - at < 60 && (file.lines[to].trim() === '' || indentOf(file.lines[to]).length > indentOf(line).length)) ++to;
  return /^\s*[})\]],?$/.test(file.lines[to] ?? '') && indentOf(file.lines[to]) === indentOf(line) ? to + 1 : null;
}

// [{from, to, rows: [{from, to}]}] of at least two rows; one-line rows count from three.
export function tablesOf(file) {
  if (!isTestPath(file.path) || !opens[file.language]) return [];
  const found = [];
  for (let at = 0; at < file.lines.length; ++at) {
    const before = file.lines.slice(Math.max(0, at - 6), at).filter((line) => line.trim()).slice(-2).join('\n');
    if (endOf(file, at) === null || !opens[file.language].test(before)) continue;
    const list = [];
    let to = at;
    for (let end = endOf(file, to); end !== null && indentOf(file.lines[to]) === indentOf(file.lines[at]); end = endOf(file, to)) {
      list.push({ from: to, to: end });
      to = end;
      if (to >= file.lines.length) break;
    }
    if (list.length > (list.some((row) => row.to - row.from > 1) ? 1 : 2)) found.push({ from: at, to, rows: list });
    at = to - 1;
  }
  return found;
}

const names = [/^\s*(?:[{([]\s*)?(?:[nN]ame|[dD]esc(?:ription)?|[tT]itle|label): *(["'`])([^"'`{}$%\\]+)\1/, /^\s*(")([^"\\%]+)": ?\{$/, /^\s*[[({]\s*(["'])([A-Za-z][\w-]* [\w ,-]+)\1, ?\S/];

// The lines of a row under another label, or null when it carries none.
export function relabelled(lines, word) {
  for (let at = 0; at < Math.min(lines.length, 3); ++at) {
    for (const form of names) {
      const m = form.exec(lines[at]);
      const label = m && m[m.length - 1];
      if (label && /[a-z] [a-z\d]/i.test(label)) return lines.map((line, index) => (index === at ? line.replace(label, () => `${label} ${word}`) : line));
    }
  }
  return null;
}
