// What a careful reader sees of a document, Markdown or reStructuredText: sections, paragraphs, blocks of code, lists,
// tables and links, by its lines.
import { insertAt, replaceLine } from '../../source.mjs';
import { folderOf, formatOf, join } from '../shared/shapes.mjs';

export const isMarkdown = (file) => formatOf(file) === 'markdown';
export const isRst = (file) => formatOf(file) === 'rst';

// A document that readers of the project read: no fixture, no template of a generator.
export const isPaper = (file) => (isMarkdown(file) || isRst(file)) && !['test', 'generated'].includes(file.place)
  && !/\{\{|(^|\/)(node_modules|vendor|third_party|fixtures?|testdata|tests?|__snapshots__|\.changeset)\//.test(file.path);
export const isHistory = (file) => /change|history|news|release|migrat/i.test(file.name) || /(^|\/)(changelog|changes)\//i.test(file.path);
// One that explains the project: no changelog, no licence, no form of .github.
export const isPage = (file) => isPaper(file) && !isHistory(file) && !/(^|\/)\.github\//.test(file.path)
  && !/^(copying|code_of_conduct|authors|contributors|summary|security)\b|licen[cs]e/i.test(file.name);
export const isReadme = (file) => isPaper(file) && /^readme\.(md|rst|markdown)$/i.test(file.name);

// Blocks of code: the lines [from, to) with their marks, the code [first, last), and the word for the language.
export function codeBlocks(file) {
  return isRst(file) ? directiveBlocks(file) : fences(file);
}

function fences(file) {
  const found = [];
  for (let from = 0; from < file.lines.length; ++from) {
    const opening = /^(\s*)(`{3,}|~{3,})([^`]*)$/.exec(file.lines[from]);
    if (!opening) continue;
    let to = from + 1;
    const closes = (line) => new RegExp(`^\\s*${opening[2][0]}{${opening[2].length},}\\s*$`).test(line);
    while (to < file.lines.length && !closes(file.lines[to])) ++to;
    if (to === file.lines.length) break;
    found.push({
      from, to: to + 1, first: from + 1, last: to, indent: opening[1], mark: opening[2], info: opening[3].trim(),
    });
    from = to;
  }
  return found;
}

function directiveBlocks(file) {
  const found = [];
  for (let from = 0; from < file.lines.length; ++from) {
    const opening = /^(\s*)\.\. (?:code-block|code|sourcecode)::\s*(\S*)\s*$/.exec(file.lines[from]);
    if (!opening) continue;
    let first = from + 1;
    while (first < file.lines.length && (/^\s*$/.test(file.lines[first]) || /^\s+:\w[\w-]*:/.test(file.lines[first]))) ++first;
    const indent = /^\s*/.exec(file.lines[first] ?? '')[0];
    if (indent.length <= opening[1].length) continue;
    let last = first;
    while (last < file.lines.length && (file.lines[last].startsWith(indent) || /^\s*$/.test(file.lines[last]))) ++last;
    while (/^\s*$/.test(file.lines[last - 1])) --last;
    found.push({ from, to: last, first, last, indent, mark: '', info: opening[2] });
    from = last - 1;
  }
  return found;
}

const commands = /^\s*(?:\$ |> )?(?:npm|npx|yarn|pnpm|pip3?|python3?|go|cargo|make|git|cd|docker|curl|brew|apt|apt-get|uv|tox|pytest|gem|bundle|mvn|cmake|sudo|conda|pipx|helm|kubectl|\.\/)[\s\w]/;
// Blocks whose first line is a command that a reader types.
export const commandBlocks = (file) => codeBlocks(file).filter((block) =>
  /^(|sh|bash|shell|console|text|zsh)$/.test(block.info) && commands.test(file.lines[block.first] ?? ''));

// The lines that are inside of code, of a comment or of front matter.
function codeLines(file) {
  const inside = new Set();
  for (const block of codeBlocks(file)) for (let at = block.from; at < block.to; ++at) inside.add(at);
  if (/^(---|\+\+\+)\s*$/.test(file.lines[0] ?? '')) {
    const end = file.lines.indexOf(file.lines[0], 1);
    for (let at = 0; at <= end; ++at) inside.add(at);
  }
  let comment = false;
  file.lines.forEach((line, at) => {
    if (line.includes('<!--')) comment = true;
    if (comment) inside.add(at);
    if (line.includes('-->')) comment = false;
  });
  return inside;
}

export const slugOf = (title) => title.toLowerCase().replace(/<[^>]*>|\[([^\]]*)\]\([^)]*\)/g, '$1').trim()
  .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '').replace(/ /g, '-');

// Sections with a heading: [from, to) with the heading, [body, to) without it; `title` as written.
export function sections(file) {
  const inside = codeLines(file);
  const found = [];
  const marks = [];
  file.lines.forEach((line, at) => {
    if (inside.has(at)) return;
    if (isMarkdown(file)) {
      const heading = /^(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(line);
      if (heading?.[2]) found.push({ from: at, body: at + 1, level: heading[1].length, title: heading[2] });
    } else if (at > 0 && /^([=\-~^"'`*+#.:_])\1{2,}\s*$/.test(line) && /^\S/.test(file.lines[at - 1])
      && !/^([=\-~^"'`*+#.:_])\1{2,}\s*$/.test(file.lines[at - 1]) && file.lines[at - 1].trim().length <= line.trim().length
      && (at < 2 || /^\s*$/.test(file.lines[at - 2]) || file.lines[at - 2].trim() === line.trim())) {
      const over = at > 1 && file.lines[at - 2].trim() === line.trim();
      const mark = line[0] + over;
      if (!marks.includes(mark)) marks.push(mark);
      found.push({ from: at - (over ? 2 : 1), body: at + 1, level: marks.indexOf(mark) + 1, title: file.lines[at - 1].trim(), over });
    }
  });
  found.forEach((section, index) => {
    const next = found.slice(index + 1).find((other) => other.level <= section.level);
    section.to = next ? next.from : file.lines.length;
    section.next = found[index + 1]?.from ?? file.lines.length;
    section.slug = slugOf(section.title);
  });
  return found;
}

const markdownOther = /^(\s{4}|\t|\s*([#>|<{=]|[-*+]\s|\d+[.)]\s|!\[|\[!|\[[^\]]+\]:|:::|!!!|---|\*\*\*|__|```|~~~))/;
const rstOther = /^(\s|\.\.|[-*+|]\s|#\.|\d+\.\s|:|\+[-=]|==|--|~~|\^\^|__ )/;
// Plain prose: [from, to), of one line or more, that ends as a sentence does.
export function paragraphs(file) {
  const inside = codeLines(file);
  const other = isMarkdown(file) ? markdownOther : rstOther;
  const found = [];
  for (let from = 0; from < file.lines.length; ++from) {
    if (/^\s*$/.test(file.lines[from]) || inside.has(from)) continue;
    let to = from;
    while (to < file.lines.length && !/^\s*$/.test(file.lines[to]) && !inside.has(to)) ++to;
    const block = file.lines.slice(from, to);
    if (block.every((line) => !other.test(line)) && block.join(' ').length > 40 && /[.!?)]$/.test(block[block.length - 1].trim())
      && /^\s*$/.test(file.lines[to] ?? '') && !/::$/.test(block[block.length - 1])) found.push({ from, to });
    from = to;
  }
  return found;
}

// Runs of at least `least` one-line items of a list, with bullets or numbers: [from, to).
export function lists(file, bullet = /^([-*+] )\S/, least = 3) {
  const inside = codeLines(file);
  const found = [];
  for (let from = 0; from < file.lines.length; ++from) {
    let to = from;
    while (to < file.lines.length && bullet.test(file.lines[to]) && !inside.has(to)) ++to;
    if (to - from >= least && !/^\s+\S/.test(file.lines[to] ?? '')) found.push({ from, to });
    from = Math.max(from, to);
  }
  return found;
}
export const numbered = /^\d+\. \S/;

// Tables with pipes: [from, to), the delimiter row at from + 1.
export function tables(file) {
  if (!isMarkdown(file)) return [];
  const inside = codeLines(file);
  const found = [];
  for (let at = 1; at < file.lines.length; ++at) {
    if (inside.has(at) || !/^\|?(\s*:?-+:?\s*\|)+\s*(:?-+:?\s*)?$/.test(file.lines[at]) || !file.lines[at - 1].includes('|')) continue;
    let to = at + 1;
    while (to < file.lines.length && file.lines[to].includes('|')) ++to;
    if (to > at + 1) found.push({ from: at - 1, to });
  }
  return found;
}

// Links in prose: { line, start, end, text, target, image, style }, where [start, end) is the whole mark-up.
const known = new WeakMap();
export function links(file) {
  if (!known.has(file)) known.set(file, linksOf(file));
  return known.get(file);
}
function linksOf(file) {
  const inside = codeLines(file);
  const styles = isMarkdown(file)
    ? { inline: /(!?)\[((?:[^[\]`]|`[^`]*`)*)\]\(([^()\s<>]+)(?: "[^"]*")?\)/g, definition: /^()\[([^\]]+)\]:\s+(\S+)\s*$/g,
      tag: /<(img|a)\b([^>]*?)\b(?:src|href)="([^"]+)"/g, automatic: /()()<(https?:\/\/[^>\s]+)>/g }
    : { inline: /()`([^`<>]+?)\s+<([^>\s]+)>`__?/g, definition: /^()\.\. _([^:]+):\s+(\S+)\s*$/g,
      image: /^\s*\.\. (image|figure)::()\s+(\S+)/g };
  const found = [];
  file.lines.forEach((line, at) => {
    if (inside.has(at)) return;
    for (const [style, pattern] of Object.entries(styles)) {
      for (const match of line.matchAll(pattern)) {
        if ((line.slice(0, match.index).match(/`/g) ?? []).length % 2) continue;
        found.push({
          line: at, start: match.index, end: match.index + match[0].length, whole: match[0], text: match[2], target: match[3],
          image: match[1] === '!' || match[1] === 'img' || style === 'image', style,
        });
      }
    }
  });
  return found;
}

export const isWeb = (link) => /^https?:\/\/[\w.-]+\.\w+/.test(link.target);
// The path in the repository that a link means, without its anchor, or null for one to elsewhere.
export function pathOf(file, target) {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#|\{|<)/i.test(target)) return null;
  const bare = target.split(/[?#]/)[0];
  if (!bare) return null;
  const whole = bare.startsWith('/') ? bare.slice(1) : join(folderOf(file), bare);
  return whole.startsWith('..') ? null : whole.replace(/\/$/, '');
}
export const stands = (repo, path) => path !== null && (repo.has(path) || repo.hasFolder(path));
// Links to files and folders of the repository that are there now.
export const realLinks = (file, tools) => links(file).filter((link) => stands(tools.repo, pathOf(file, link.target)));

// The text with a link's mark-up turned into something else.
export function withLink(file, link, whole) {
  const line = file.lines[link.line];
  return replaceLine(file, link.line, line.slice(0, link.start) + whole + line.slice(link.end));
}
export const withTarget = (file, link, target) => {
  const at = link.whole.lastIndexOf(link.target);
  return withLink(file, link, link.whole.slice(0, at) + target + link.whole.slice(at + link.target.length));
};

// The text with a sentence at the end of a paragraph, or with paragraphs of their own after one.
export function addSentence(file, tools, sentence) {
  const place = tools.pick(paragraphs(file));
  if (!place || !sentence) return null;
  const last = file.lines[place.to - 1];
  const wrapped = place.to - place.from > 1 && last.length + sentence.length > 90;
  return wrapped ? insertAt(file, place.to, sentence) : replaceLine(file, place.to - 1, `${last.trimEnd()} ${sentence}`);
}
export function addParagraph(file, tools, ...lines) {
  const place = tools.pick(paragraphs(file));
  return place && lines[0] !== undefined ? insertAt(file, place.to, '', ...lines) : null;
}
// A section before the last one of its level, in the mark-up of the document; `body` are lines.
export function addSection(file, tools, title, body) {
  const all = sections(file);
  const level = Math.min(2, Math.max(...all.map((section) => section.level), 0));
  const peers = all.filter((section) => section.level === level && section.from > 0);
  const before = peers.length > 1 ? peers[peers.length - 1] : null;
  const at = before ? before.from : file.lines.length;
  if (isMarkdown(file)) {
    const lines = [`${'#'.repeat(level || 2)} ${title}`, '', ...body];
    return before ? insertAt(file, at, ...lines, '') : endedText(file, lines);
  }
  const under = before ? file.lines[before.body - 1][0] : '-';
  const lines = [...(before?.over ? [under.repeat(title.length)] : []), title, under.repeat(title.length), '', ...body];
  // A label before a section belongs to it.
  const labelled = before && /^\.\. _[^:]+:\s*$/.test(file.lines[at - 2] ?? '') && /^\s*$/.test(file.lines[at - 1]);
  const place = labelled ? at - 2 : at;
  return before ? insertAt(file, place, ...lines, '') : endedText(file, lines);
}
export const endedText = (file, lines) =>
  `${file.text.replace(/\s*$/, '')}\n\n${lines.join('\n')}\n`;
// A block of code in the mark-up of the document, as lines.
export const block = (file, info, lines) => (isMarkdown(file) ? [`\`\`\`${info}`, ...lines, '```']
  : [`.. code-block:: ${info || 'text'}`, '', ...lines.map((line) => (line ? `    ${line}` : ''))]);
export const code = (file, text) => (isMarkdown(file) ? `\`${text}\`` : `\`\`${text}\`\``);
export const link = (file, text, target) => (isMarkdown(file) ? `[${text}](${target})` : `\`${text} <${target}>\`_`);
