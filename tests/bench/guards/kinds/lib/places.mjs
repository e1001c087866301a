// Where in a file of any language or format something can be put, and how a remark is written there.
import { fencesOf, functionsOf, importsOf, indentOf, insertAt } from '../../source.mjs';

export const code = ['python', 'javascript', 'typescript', 'tsx', 'go', 'rust', 'c', 'cpp', 'java', 'ruby', 'shell'];
export const web = ['php', 'css', 'html', 'sql'];
export const documents = ['markdown', 'rst'];
export const settings = ['json', 'yaml', 'toml'];
export const builds = ['dockerfile', 'makefile'];
export const every = [...code, ...web, ...documents, ...settings, ...builds];
export const withRemarks = every.filter((language) => language !== 'json');
export const scripts = ['javascript', 'typescript', 'tsx'];

// A shape those who write guards may see, and one they may not.
export const shape = (name, make) => ({ name, unseen: false, make });
export const unseen = (name, make) => ({ name, unseen: true, make });

// The same, for files of at least so many lines.
export const sized = (least, shapes) => shapes.map((one) => ({
  ...one, make: (file, tools) => (file.lines.length < least ? null : one.make(file, tools)),
}));

// Kinds whose mutants keep the line ends of their file: what is made sees plain ones.
export const keepingEnds = (kinds) => kinds.map((kind) => ({ ...kind,
  shapes: kind.shapes.map((one) => ({ ...one, make: (file, tools) => plainly(one, file, tools) })) }));

function plainly(one, file, tools) {
  if (!file.text.includes('\r\n')) return one.make(file, tools);
  const text = file.text.replaceAll('\r\n', '\n');
  const answer = one.make({ ...file, text, lines: text.split('\n'), eol: '\n' }, tools);
  const back = (made) => (typeof made === 'string' ? made.replace(/\r?\n/g, '\r\n') : made);
  if (typeof answer === 'string') return back(answer);
  const own = answer?.files?.[file.path];
  if (own === undefined || own === null || Buffer.isBuffer(own)) return answer;
  return { files: { ...answer.files, [file.path]: own.mode ? { ...own, text: back(own.text) } : back(own) } };
}

// Whether a file may be put there: nothing is there, and no file stands where a folder has to be.
export function isFree(tools, path) {
  const parts = path.split('/');
  return !tools.repo.has(path) && !tools.repo.hasFolder(path) && !parts.some((part, at) => at > 0 && tools.repo.has(parts.slice(0, at).join('/')));
}

const remarks = { css: ['/* ', ' */'], html: ['<!-- ', ' -->'], markdown: ['<!-- ', ' -->'], rst: ['.. ', ''], sql: ['-- ', ''], ini: ['; ', ''] };
for (const language of ['python', 'ruby', 'shell', 'yaml', 'toml', 'makefile', 'dockerfile', 'gitignore']) remarks[language] = ['# ', ''];

// A whole-line remark as the language writes it; JSON knows none, and models write `//` there all the same.
export function remark(file, text, indent = '') {
  const [before, after] = remarks[file.language] ?? ['// ', ''];
  return `${indent}${before}${text}${after}`;
}

// A remark over several lines, each one of its own.
export const remarksOf = (file, texts, indent = '') => texts.map((text) => remark(file, text, indent).replace(/[ \t]+$/, ''));

export const isDocument = (file) => documents.includes(file.language);

// How many lines at the top have to stay there: `#!`, `<?php`, front matter.
export function headOf(file) {
  const { lines } = file;
  if (file.language === 'markdown' && lines[0] === '---') {
    const end = lines.indexOf('---', 1);
    return end < 0 ? 0 : end + 1;
  }
  return /^(#!|<\?php|<\?xml|<!doctype|---$|# -\*-|# syntax=)/i.test(lines[0]) ? 1 : 0;
}

// Lines before which a block of the first level begins, after a blank line.
export function gapsOf(file) {
  const { lines } = file;
  const inside = new Set();
  if (file.language === 'markdown') for (const fence of fencesOf(file)) for (let at = fence.from; at < fence.to; ++at) inside.add(at);
  return lines.flatMap((line, at) => (at > headOf(file) + 1 && at < lines.length - 2 && lines[at - 1].trim() === ''
    && /^[^\s)}\]]/.test(line) && !inside.has(at) ? [at] : []));
}

// One such line, or for a file without gaps a line somewhere in its middle.
export function gapOf(file, tools) {
  const gap = tools.pick(gapsOf(file));
  if (gap !== undefined) return gap;
  const middle = file.lines.flatMap((line, at) => (at > file.lines.length / 4 && at < file.lines.length * 3 / 4 && line.trim() ? [at] : []));
  return tools.pick(middle) ?? null;
}

export const atTop = (file, ...added) => insertAt(file, 0, ...added);
export const belowHead = (file, ...added) => insertAt(file, headOf(file), ...added);
export const atEnd = (file, ...added) => `${file.text.replace(/\n*$/, '\n')}${added.join('\n')}\n`;
export function atGap(file, tools, ...added) {
  const at = gapOf(file, tools);
  return at === null ? null : insertAt(file, at, ...added);
}
export const around = (file, before, after) => `${before.join('\n')}\n${file.text.replace(/\n*$/, '\n')}${after.join('\n')}\n`;

// A run of lines that belong together: the body of a function, or what stands between two blank
// lines. {from, to, indent, of}, of at least `least` lines; null when there is none.
export function blockOf(file, tools, least = 4) {
  const bodies = functionsOf(file).map((f) => ({ from: f.open + 1, to: f.close, indent: f.bodyIndent, of: f })).concat(bodiesOf(file))
    .filter((body) => body.to - body.from >= least && body.to - body.from < 60);
  return tools.pick(bodies.length > 0 ? bodies : runsOf(file, least).filter((run) => isDocument(file) || saysMuch(file, run))) ?? null;
}

// Methods of PHP, rules of CSS and recipes of make: what stands between their first line and their last.
const bodyHeads = { php: /^(\s*)(?:(?:public|private|protected|static|final) )*function \w+\(/, css: /^(\s*)[^@{}]*[\w\])*] ?\{$/,
  makefile: /^()[\w./%$()-]+\s*:(?!=).*$/ };

function bodiesOf(file) {
  const head = bodyHeads[file.language];
  const { lines } = file;
  return !head ? [] : lines.flatMap((line, at) => {
    const m = head.exec(line);
    if (!m) return [];
    let from = at + 1;
    if (file.language === 'php') {
      while (from < lines.length && from - at < 12 && !/\{\s*$/.test(lines[from - 1])) ++from;
      if (!/\{\s*$/.test(lines[from - 1])) return [];
    }
    let to = from;
    while (to < lines.length && (file.language === 'makefile' ? lines[to].startsWith('\t') : lines[to] !== `${m[1]}}`) && to - from < 80) ++to;
    return to < lines.length && to > from ? [{ from, to, indent: indentOf(lines[from]), of: line }] : [];
  });
}

// Not only remarks: a notice or a heading of signs is no code.
function saysMuch(file, run) {
  const lines = file.lines.slice(run.from, run.to);
  return lines.filter((line) => !/^\s*(#(?!include|define|if|else|endif)|\/\/|\/?\*|--|;|<!--)/.test(line)).length > lines.length / 2;
}

// What stands between blank lines, {from, to, indent}; in a file without any, parts of it.
export function runsOf(file, least = 4) {
  const found = [];
  const { lines } = file;
  for (let from = headOf(file); from < lines.length; ++from) {
    if (lines[from].trim() === '') continue;
    let to = from;
    while (to < lines.length && lines[to].trim() !== '' && to - from < 12) ++to;
    if (to - from >= least && from > 0) found.push({ from, to, indent: indentOf(lines[from]) });
    from = to - 1;
  }
  return found;
}

const blockRemarks = ['javascript', 'typescript', 'tsx', 'go', 'rust', 'c', 'cpp', 'java', 'php', 'css', 'sql'];
const marksOfText = { python: ['"""', "'''"], toml: ['"""', "'''"], java: ['"""'], javascript: ['`'], typescript: ['`'], tsx: ['`'], go: ['`'] };

// The next line after a text of several lines that begins at `at`, or `at` when none does.
function behindText(file, at) {
  const { lines, language } = file;
  const line = lines[at];
  const until = (ends) => {
    let to = at + 1;
    while (to < lines.length && !ends(lines[to])) ++to;
    return to + 1;
  };
  const indent = indentOf(line).length;
  if (blockRemarks.includes(language) && line.lastIndexOf('/*') > line.lastIndexOf('*/')) return until((one) => one.includes('*/'));
  const mark = (marksOfText[language] ?? []).find((one) => line.split(one).length % 2 === 0);
  if (mark) return until((one) => one.split(mark).length % 2 === 0);
  if (language === 'yaml' && /(:|-) [|>][-+0-9]*\s*$/.test(line)) return until((one) => one.trim() !== '' && indentOf(one).length <= indent) - 1;
  if (language === 'html' && /<(script|style|pre|textarea)\b/i.test(line)) return /<\/(script|style|pre|textarea)>/i.test(line)
    ? at : until((one) => /<\/(script|style|pre|textarea)>/i.test(one));
  if (language === 'html' && line.lastIndexOf('<!--') > line.lastIndexOf('-->')) return until((one) => one.includes('-->'));
  if (language === 'rust' && /r#*"[^"]*$/.test(line)) return until((one) => /"#*[,;)]*/.test(one));
  if (language === 'cpp' && /R"\w*\([^)]*$/.test(line)) return until((one) => /\)\w*"/.test(one));
  if (language === 'php' && /\?>\s*$/.test(line)) return lines.length;
  const here = ['shell', 'ruby', 'php', 'dockerfile'].includes(language) ? /<<[-~]?\s*\\?['"]?([A-Za-z_]\w*)['"]?/.exec(line) : null;
  if (here && !/<<\s*\d|<< [a-z]/.test(line)) return until((one) => one.trim().replace(/[;,)]+$/, '') === here[1]);
  if (language === 'ruby' && line === '=begin') return until((one) => one === '=end');
  return at;
}

const texts = new WeakMap();

// Lines that are a part of a text or a remark of several lines: what is put there is not code.
function insideTexts(file) {
  if (texts.has(file)) return texts.get(file);
  const inside = new Set();
  for (let at = 0; at < file.lines.length; ++at) {
    const to = behindText(file, at);
    for (let line = at; to > at && line < to; ++line) inside.add(line);
    if (to > at) at = to - 1;
  }
  texts.set(file, inside);
  return inside;
}

// Between the tags of JSX, where a remark would be text.
function withinMarkup(file, at) {
  if (!['javascript', 'typescript', 'tsx'].includes(file.language)) return false;
  return /^\s*<\/?[\w>]/.test(file.lines[at]) || /(^|[^=])>\s*$/.test(file.lines[at - 1] ?? '');
}

// A line inside a body (or a run) above which a remark may stand: {at, indent}.
export function spotOf(file, tools) {
  const block = blockOf(file, tools, 3);
  if (!block) return null;
  const spots = [];
  const inside = insideTexts(file);
  for (let at = block.from; at < block.to; ++at) {
    if (inside.has(at) || withinMarkup(file, at)) continue;
    if (file.lines[at].trim() && indentOf(file.lines[at]) === block.indent && !/^\s*[)\]}.,?:|&+]|"""|'''|\\$/.test(file.lines[at])
      && !/[\\,(]\s*$/.test(file.lines[at - 1] ?? '') && !/\\$/.test(file.lines[at])) spots.push({ at, indent: block.indent });
  }
  return tools.pick(spots) ?? null;
}

// The line at which a constant of the file would stand: below imports and what heads the file.
export function constantsAt(file) {
  const inside = insideTexts(file);
  const imports = importsOf(file).filter((one) => (indentOf(one.line) === '' || file.language === 'go') && !inside.has(one.from));
  const last = imports[imports.length - 1];
  if (last) {
    let at = last.to;
    if (file.language === 'go') while (at < file.lines.length && /^(\s+.*|\)|\s*)$/.test(file.lines[at]) && !/^\)/.test(file.lines[at - 1])
      && file.lines.slice(0, at).some((line) => /^import \($/.test(line))) ++at;
    return /^\s/.test(file.lines[at] ?? '') ? null : at;
  }
  let at = headOf(file);
  while (at < file.lines.length && /^(\s*$|#(?!include|define|if)|\/\/|\/\*| \*|package |"""|'use strict')/.test(file.lines[at])) ++at;
  return at < file.lines.length && /^\S/.test(file.lines[at]) ? at : null;
}

// Marks are put together of pieces, so that no file of the bench holds one itself.
export const tag = (name, more = '') => `<${name}${more === '' ? '' : ` ${more}`}>`;
export const endTag = (name) => `</${name}>`;
export const special = (name, bar = '|') => `<${bar}${name}${bar}>`;
export const fence = (info = '', mark = '`', count = 3) => `${mark.repeat(count)}${info}`;
export const left = (label, count = 7) => `${'<'.repeat(count)} ${label}`.trimEnd();
export const right = (label, count = 7) => `${'>'.repeat(count)} ${label}`.trimEnd();
export const middle = (count = 7) => '='.repeat(count);

const infos = { python: 'python', javascript: 'javascript', typescript: 'typescript', tsx: 'tsx', go: 'go', rust: 'rust', c: 'c', cpp: 'cpp',
  java: 'java', ruby: 'ruby', shell: 'bash', dockerfile: 'dockerfile', makefile: 'makefile' };
export const infoOf = (file) => infos[file.language] ?? file.language ?? '';

export const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
export const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
