// Edits of one file or several, as the answer of a shape.
import { maskOf } from './mask.mjs';

// Lines [from, to) of files replaced: [{file, from, to, lines}] -> {files}. Null when two overlap.
export function together(edits) {
  const files = {};
  const grouped = new Map();
  for (const edit of edits) grouped.set(edit.file, [...(grouped.get(edit.file) ?? []), edit]);
  for (const [file, list] of grouped) {
    const lines = [...file.lines];
    // From the end; what is put before a line comes after what is done to that line.
    const order = new Map(list.map((edit, i) => [edit, i]));
    list.sort((a, b) => b.from - a.from || b.to - a.to || order.get(b) - order.get(a));
    for (let i = 1; i < list.length; ++i) if (list[i].to > list[i - 1].from) return null;
    for (const { from, to, lines: added } of list) lines.splice(from, to - from, ...added);
    files[file.path] = withMode(file, lines.join('\n'));
  }
  return { files };
}

export const withMode = (file, text) => (file.mode === '100755' ? { mode: file.mode, text } : text);

export const insertion = (file, at, ...lines) => ({ file, from: at, to: at, lines });
export const replacement = (file, at, text) => ({ file, from: at, to: at + 1, lines: [text] });

// The same edits to one file, as its new text.
export const edited = (file, ...edits) => {
  const answer = together(edits.filter(Boolean));
  if (!answer) return null;
  const one = answer.files[file.path];
  return Object.keys(answer.files).length === 1 ? (one?.text ?? one) : answer;
};

// The line with one word for another wherever the code (not a string, not a remark) has it.
export function reworded(file, at, word, other) {
  const line = file.lines[at];
  const mask = maskOf(file)[at];
  const form = new RegExp(`(?<![\\w$])${word.replace(/[$?!.]/g, '\\$&')}(?![\\w$])`, 'g');
  let out = '';
  let last = 0;
  for (const m of mask.matchAll(form)) {
    out += line.slice(last, m.index) + other;
    last = m.index + word.length;
  }
  return out + line.slice(last);
}

// Edits that do so in all lines of a file.
export const rewording = (file, word, other, fit = () => true) =>
  file.lines.flatMap((line, at) => {
    const text = fit(at) ? reworded(file, at, word, other) : line;
    return text === line ? [] : [replacement(file, at, text)];
  });

// Blank lines left double where something went.
export function tidyCut(file, from, to) {
  while (from > 0 && file.lines[from - 1].trim() === '' && (to >= file.lines.length || (file.lines[to] ?? '').trim() === '')) --from;
  return { file, from, to, lines: [] };
}

const taken = new WeakMap();
// A word of the list that no file of the repository holds, or one made up from it.
export function freeWord(tools, words) {
  const known = taken.get(tools.repo) ?? taken.set(tools.repo, new Map()).get(tools.repo);
  for (const word of tools.shuffle(words)) {
    if (!known.has(word)) known.set(word, tools.repo.speaks(word) || tools.repo.names.some((name) => name.includes(word)));
    if (!known.get(word)) return word;
  }
  return tools.invent(words[0]);
}
