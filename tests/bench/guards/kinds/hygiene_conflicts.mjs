// Marks of merges that were not resolved, whole or in part, in code and in all that is not code.
import { atEnd, blockOf, code, documents, every, isDocument, keepingEnds, left, middle, remark, right, shape, sized, unseen,
  web } from './lib/places.mjs';
import { docsOf, fencesOf, indentOf, insertAt, replaceLines, stringsOf } from '../source.mjs';

const base = { class: 8, what: 'defect', languages: every };

const branches = ['feature/parser', 'main', 'origin/main', 'fix-timeouts', 'a3f1c9d (Handle empty input)', 'theirs', 'Stashed changes', 'dev'];

// Two sides of some lines: as they are, and as another branch would have them.
function sides(file, tools, count = 3) {
  const block = blockOf(file, tools, 3);
  if (!block) return null;
  const to = Math.min(block.to, block.from + 1 + Math.floor(tools.random() * count));
  const ours = file.lines.slice(block.from, to);
  const last = ours.length - 1;
  const theirs = [...ours.slice(0, last), ours[last].replace(/(\w+)(\W*)$/, '$1_b$2')];
  return ours.join('') === '' || theirs[last] === ours[last] ? null : { from: block.from, to, ours, theirs, indent: block.indent };
}

const conflicted = (make) => (file, tools) => {
  const two = sides(file, tools);
  return two && replaceLines(file, two.from, two.to, ...make(two, tools, file));
};

const whole = {
  ...base, name: 'a conflict of a merge, whole',
  why: 'Nobody decided between the two sides; both and the marks are in the file.',
  shapes: sized(8, [
    shape('HEAD and a branch', conflicted((two, tools) => [left('HEAD'), ...two.ours, middle(), ...two.theirs, right(tools.pick(branches))])),
    shape('with the base', conflicted((two, tools) => [left('HEAD'), ...two.ours, `${'|'.repeat(7)} ${tools.pick(['merged common ancestors', '1f2e3d4'])}`, ...two.ours, middle(), ...two.theirs, right(tools.pick(branches))])),
    shape('of a stash', conflicted((two) => [left('Updated upstream'), ...two.ours, middle(), ...two.theirs, right('Stashed changes')])),
    unseen('indented', conflicted((two, tools) => [`${two.indent}${left('HEAD')}`, ...two.ours, `${two.indent}${middle()}`, ...two.theirs, `${two.indent}${right(tools.pick(branches))}`])),
    unseen('one side empty', conflicted((two, tools) => [left('HEAD'), middle(), ...two.theirs, right(tools.pick(branches))])),
    unseen('two in a row', (file, tools) => {
      const two = sides(file, tools);
      if (!two) return null;
      const part = [left('HEAD'), ...two.ours, middle(), ...two.theirs, right(tools.pick(branches))];
      return replaceLines(file, two.from, two.to, ...part, ...part);
    }),
    unseen('around the whole file', (file, tools) => `${left('HEAD')}\n${file.text.replace(/\n*$/, '\n')}${middle()}\n${file.text.replace(/\n*$/, '\n')}${right(tools.pick(branches))}\n`),
    unseen('within another', conflicted((two, tools) => [left('HEAD'), ...two.ours, middle(), left('ours', 9), ...two.theirs, middle(9), ...two.ours, right('theirs', 9), right(tools.pick(branches))])),
  ]),
};

const half = {
  ...base, name: 'a conflict half resolved',
  why: 'One side was taken, and one of the marks stayed.',
  shapes: sized(8, [
    shape('the last mark left', conflicted((two, tools) => [...two.theirs, right(tools.pick(branches))])),
    shape('the first mark left', conflicted((two) => [left('HEAD'), ...two.ours])),
    shape('the middle mark left', (file, tools) => (isDocument(file) ? null : conflicted((two) => [...two.ours, middle()])(file, tools))),
    unseen('both sides kept, one mark', (file, tools) => (isDocument(file) ? null : conflicted((two) => [...two.ours, middle(), ...two.theirs])(file, tools))),
    unseen('the mark of the base left', conflicted((two, tools) => [...two.ours, `${'|'.repeat(7)} ${tools.pick(['merged common ancestors', '9c1d7e2', 'parent of 1f2e3d4 (Add x)'])}`])),
    unseen('at the end of the file', (file, tools) => atEnd(file, right(tools.pick(branches)))),
    unseen('a mark without a label', conflicted((two, tools) => (tools.random() < 0.5 ? [left(''), ...two.ours] : [...two.ours, right('')]))),
    unseen('indented', conflicted((two, tools) => [...two.ours, `${two.indent || '  '}${right(tools.pick(branches))}`])),
  ]),
};

const blockRemarks = ['javascript', 'typescript', 'tsx', 'go', 'rust', 'c', 'cpp', 'java', 'php', 'css', 'sql'];
const textLines = (tools) => [left('HEAD'), 'The limit is ten.', middle(), 'The limit is twenty.', right(tools.pick(branches))];

const commented = {
  ...base, name: 'a conflict in remarks', languages: [...code, ...web, 'yaml', 'toml', 'makefile', 'dockerfile', 'markdown'],
  why: 'The file still parses, but nobody decided what it says.',
  shapes: sized(6, [
    shape('each line a remark', (file, tools) => {
      if (['css', 'html', 'markdown'].includes(file.language)) return null;
      const block = blockOf(file, tools, 3);
      return block && insertAt(file, block.from, ...textLines(tools).map((line) => remark(file, line, block.indent)));
    }),
    shape('in a doc comment or docstring', (file, tools) => {
      const doc = tools.pick(docsOf(file).filter((one) => one.to - one.from >= 3));
      if (!doc) return null;
      const at = doc.from + 1;
      const head = /^\s*(\*|\/\/\/|\/\/|#|--)?\s?/.exec(file.lines[at])[0];
      return insertAt(file, at, ...textLines(tools).map((line) => head + line));
    }),
    shape('in a block of remarks', (file, tools) => {
      if (!blockRemarks.includes(file.language)) return null;
      const block = blockOf(file, tools, 3);
      return block && insertAt(file, block.from, `${block.indent}/*`, ...textLines(tools), `${block.indent}*/`);
    }),
    unseen('marks at the first column of a docstring', (file, tools) => {
      const doc = tools.pick(docsOf(file).filter((one) => one.to - one.from >= 3 && !/^\s*(\/\/|#)/.test(file.lines[one.from])));
      return doc ? insertAt(file, doc.from + 1, ...textLines(tools)) : null;
    }),
    unseen('both sides of a remark', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/^\s*(#|\/\/|--)\s?\w.*\w{3}/.test(line) && !/^#!|^\s*#\s*(include|define|if|end|else|pragma)/.test(line) ? [index] : [])));
      return at === undefined || ['markdown', 'html', 'css'].includes(file.language) ? null : replaceLines(file, at, at + 1, left('HEAD'), file.lines[at], middle(), `${file.lines[at]} here`, right(tools.pick(branches)));
    }),
    unseen('one mark in a remark', (file, tools) => {
      const block = blockOf(file, tools, 3);
      return block && insertAt(file, block.from, remark(file, tools.pick([left('HEAD'), right(tools.pick(branches))]), isDocument(file) ? '' : block.indent));
    }),
    unseen('in a remark of markup', (file, tools) => {
      if (!['html', 'markdown'].includes(file.language)) return null;
      const block = blockOf(file, tools, 3);
      return block && insertAt(file, block.from, '<!--', ...textLines(tools), '-->');
    }),
  ]),
};

// Where a text of several lines is opened and closed, by language.
const quotes = { python: ['"""', '"""'], javascript: ['`', '`'], typescript: ['`', '`'], tsx: ['`', '`'], go: ['`', '`'], rust: ['r#"', '"#'], cpp: ['R"(', ')"'], java: ['"""', '"""'] };

const insideText = {
  ...base, name: 'a conflict in a text', languages: ['python', 'javascript', 'typescript', 'tsx', 'go', 'rust', 'cpp', 'java', 'ruby', 'php', 'shell', 'markdown', 'yaml', 'html'],
  why: 'A text of several lines holds the marks; no compiler sees them, and who reads the text does.',
  shapes: sized(6, [
    shape('between its quotes', (file, tools) => within(file, tools, (lines, line) => [left('HEAD'), line, middle(), `${line}.`, right(tools.pick(branches))])),
    shape('at its end', (file, tools) => within(file, tools, (lines, line) => [line, right(tools.pick(branches))])),
    shape('a text made of two', (file, tools) => {
      const pair = quotes[file.language];
      const string = pair && tools.pick(stringsOf(file).filter((one) => one.text.length > 8 && /[ ]/.test(one.text) && !/[\\{}%$]/.test(one.text)));
      if (!string) return null;
      const line = file.lines[string.line];
      return replaceLines(file, string.line, string.line + 1, `${line.slice(0, string.from)}${pair[0]}`, left('HEAD'), string.text, middle(), `${string.text}.`, right(tools.pick(branches)), `${pair[1]}${line.slice(string.to)}`);
    }),
    unseen('one mark within', (file, tools) => within(file, tools, (lines, line) => [left('HEAD'), line])),
    unseen('indented as the text', (file, tools) => within(file, tools, (lines, line) => [left('HEAD'), line.trim(), middle(), `${line.trim()}.`, right('main')].map((one) => indentOf(line) + one))),
    unseen('the base with it', (file, tools) => within(file, tools, (lines, line) => [left('ours'), line, `${'|'.repeat(7)} base`, line, middle(), `${line}!`, right('theirs')])),
  ]),
};

// A line inside a text of several lines: a raw string, a here-document, a block of YAML, a fence.
function within(file, tools, make) {
  const spots = [];
  const { lines } = file;
  if (file.language === 'markdown') {
    for (const fence of fencesOf(file)) for (let at = fence.from + 1; at < fence.to - 1; ++at) spots.push(at);
  } else if (file.language === 'yaml') {
    lines.forEach((line, at) => {
      if (!/: [|>][+-]?\s*$/.test(line)) return;
      const indent = indentOf(lines[at + 1] ?? '');
      for (let i = at + 1; i < lines.length && lines[i].trim() && indentOf(lines[i]).length >= indent.length && indent.length > indentOf(line).length; ++i) spots.push(i);
    });
  } else if (file.language === 'html') {
    lines.forEach((line, at) => { if (/^\s*[A-Z][\w ,.]+$/.test(line)) spots.push(at); });
  } else {
    openTexts(file).forEach(([from, to]) => { for (let at = from; at < to; ++at) spots.push(at); });
  }
  const at = tools.pick(spots.filter((spot) => /\w/.test(lines[spot])));
  return at === undefined ? null : replaceLines(file, at, at + 1, ...make(lines, lines[at]));
}

function openTexts(file) {
  const found = [];
  const { lines, language } = file;
  const pair = quotes[language];
  for (let at = 0; at < lines.length; ++at) {
    const here = /<<[-~]?['"]?([A-Z_]{3,})['"]?/.exec(lines[at]);
    let end = null;
    if (here && ['ruby', 'shell', 'php'].includes(language)) end = (line) => line.trim().replace(/[;,)]+$/, '') === here[1];
    else if (pair && lines[at].split(pair[0]).length === 2 && !/^\s*(\/\/|#|\*)/.test(lines[at]) && lines[at].lastIndexOf(pair[1]) <= lines[at].indexOf(pair[0])) end = (line) => line.includes(pair[1]);
    if (!end) continue;
    let to = at + 1;
    while (to < lines.length && !end(lines[to]) && to - at < 60) ++to;
    if (to < lines.length && end(lines[to]) && to > at + 1) found.push([at + 1, to]);
    at = to;
  }
  return found;
}

const leftFiles = {
  ...base, name: 'a conflict in a file of data', languages: [...documents, 'json', 'yaml', 'toml', 'html', 'css', 'sql'],
  why: 'The file is read by a tool that fails at the marks, or shows them.',
  shapes: sized(5, [
    shape('one line', (file, tools) => oneLine(file, tools, (a, b) => [left('HEAD'), a, middle(), b, right('main')])),
    shape('with a hash', (file, tools) => oneLine(file, tools, (a, b) => [left('HEAD'), a, middle(), b, right('4f2a9c1 (Bump version)')])),
    shape('with the base', (file, tools) => oneLine(file, tools, (a, b) => [left('HEAD'), a, `${'|'.repeat(7)} parent`, a, middle(), b, right('main')])),
    unseen('only the beginning', (file, tools) => oneLine(file, tools, (a) => [left('HEAD'), a])),
    unseen('glued to the line', (file, tools) => oneLine(file, tools, (a) => [`${left('HEAD')}${a.trim()}`, ...(isDocument(file) ? [] : [middle()]), a])),
    unseen('as a rebase leaves it', (file, tools) => oneLine(file, tools, (a, b) => [left('HEAD:config'), a, middle(), b, right('7d21e0f:config')])),
  ]),
};

function oneLine(file, tools, make) {
  const at = tools.pick(file.lines.flatMap((line, index) => (/\w{3}\W*$/.test(line) && index > 0 ? [index] : [])));
  if (at === undefined) return null;
  return replaceLines(file, at, at + 1, ...make(file.lines[at], file.lines[at].replace(/(\w+)(\W*)$/, '$12$2')));
}

export const kinds = keepingEnds([whole, half, commented, insideText, leftFiles]);
