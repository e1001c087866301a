// Patches and listings written as content: envelopes, diffs, signs and numbers before lines.
import { around, atEnd, atGap, atTop, blockOf, endTag, every, isDocument, keepingEnds, left, middle, right, shape, sized, tag,
  unseen } from './lib/places.mjs';
import { indentOf, insertAt, replaceLines } from '../source.mjs';
import { body, signOf, twoVersions } from './lib/versions.mjs';

const base = { class: 11, what: 'defect', languages: every };
const stars = (text) => `*** ${text}`;

const envelopes = {
  ...base, name: 'the envelope of a patch',
  why: 'Lines by which a patch tool knows where a patch begins and which file it is for; here they are content.',
  shapes: sized(3, [
    shape('around the file', (file) => around(file, [stars('Begin Patch'), stars(`Update File: ${file.path}`)], [stars('End Patch')])),
    shape('the end of the patch', (file) => atEnd(file, stars('End Patch'))),
    shape('another file in the middle', (file, tools) => atGap(file, tools, stars(`Update File: ${file.path}`), '@@')),
    unseen('the end of the file', (file) => atEnd(file, stars('End of File'))),
    unseen('a file added, each line with +', (file) => [stars('Begin Patch'), stars(`Add File: ${file.path}`),
      ...body(file).split('\n').map((line) => `+${line}`), stars('End Patch'), ''].join('\n')),
    unseen('a move', (file) => atTop(file, stars(`Update File: ${file.path}`), stars(`Move to: ${file.path}`))),
    unseen('the name of the tool', (file, tools) => around(file, [tools.pick(["apply_patch <<'PATCH'", "applypatch << 'EOF'", '$ apply_patch'])],
      [tools.pick(['PATCH', 'EOF'])])),
  ]),
};

const replaced = (make) => (file, tools) => {
  const two = twoVersions(file, tools);
  return two && replaceLines(file, two.from, two.to, ...make(two, tools, file));
};

const searches = {
  ...base, name: 'a block of search and replace',
  why: 'The edit was to be applied, not written: the file now holds the old lines, the new ones and the marks between them.',
  shapes: sized(8, [
    shape('whole', replaced((two) => [left('SEARCH'), ...two.old, middle(), ...two.fresh, right('REPLACE')])),
    shape('only its end', replaced((two) => [...two.fresh, right('REPLACE')])),
    shape('at the end of the file', (file, tools) => {
      const two = twoVersions(file, tools);
      return two && atEnd(file, left('SEARCH'), ...two.old, middle(), ...two.fresh, right('REPLACE'));
    }),
    unseen('of another tool', replaced((two, tools) => {
      const [a, b] = tools.pick([[`${'-'.repeat(7)} SEARCH`, `${'+'.repeat(7)} REPLACE`], [left('ORIGINAL'), right('UPDATED')],
        [left('FIND', 3), right('REPLACE', 3)]]);
      return [a, ...two.old, middle(), ...two.fresh, b];
    })),
    unseen('of nine signs', replaced((two) => [left('SEARCH', 9), ...two.old, middle(9), ...two.fresh, right('REPLACE', 9)])),
    unseen('in tags', replaced((two, tools) => {
      const [a, b] = tools.pick([['search', 'replace'], ['old_str', 'new_str'], ['original', 'updated'], ['find', 'replace_with']]);
      return [tag(a), ...two.old, endTag(a), tag(b), ...two.fresh, endTag(b)];
    })),
    unseen('the separator and the end', replaced((two, tools, file) => (isDocument(file) ? [...two.old, right('REPLACE'), '']
      : [...two.old, middle(), ...two.fresh, right('REPLACE')]))),
  ]),
};

const git = (file, tools) => [`diff ${'--'}git a/${file.path} b/${file.path}`, `index ${hash(tools)}..${hash(tools)} 100644`, `--- a/${file.path}`,
  `+++ b/${file.path}`];

const hash = (tools) => Array.from({ length: 7 }, () => tools.pick([...'0123456789abcdef'])).join('');
const hunk = (file, at, count, more = '') => `@@ -${at + 1},${count} +${at + 1},${count + 1} @@${more}`;

const diffs = {
  ...base, name: 'headers of a diff',
  why: 'A diff was written where the file it is for should be.',
  shapes: sized(6, [
    shape('the head of the file', (file, tools) => atTop(file, ...git(file, tools).slice(tools.pick([0, 2])), hunk(file, 0, file.lines.length))),
    shape('a hunk in the middle', (file, tools) => {
      const block = blockOf(file, tools, 3);
      return block && insertAt(file, block.from, hunk(file, block.from, 7, tools.pick(['', ` ${file.lines[block.from - 1].trim()}`])));
    }),
    shape('the file as a diff of itself', (file, tools) => {
      const two = signOf(file, tools);
      return two && [...git(file, tools).slice(2), hunk(file, two.from, two.to - two.from + 6),
        ...file.lines.slice(Math.max(0, two.from - 3), two.from).map((line) => ` ${line}`),
          ...file.lines.slice(two.from, two.to).map((line) => `+${line}`),
        ...file.lines.slice(two.to, two.to + 3).map((line) => ` ${line}`), ''].join('\n');
    }),
    unseen('no newline at the end', (file) => atEnd(file, '\\ No newline at end of file')),
    unseen('bare places', (file, tools) => {
      const block = blockOf(file, tools, 3);
      return block && insertAt(file, block.from, tools.pick(['@@ ... @@', '@@', `@@ ${file.lines[block.from - 1].trim()}`]));
    }),
    unseen('old and new names', (file, tools) => atTop(file,
      ...tools.pick([[`--- ${file.path}`, `+++ ${file.path}`], [`--- ${file.name}.orig`, `+++ ${file.name}`],
      [`Index: ${file.path}`, '='.repeat(67)], ['--- original', '+++ modified']]))),
  ]),
};

const isListLine = (file, at) => isDocument(file) && /^\s*([-+*]|\d+\.)\s/.test(file.lines[at]);

const signs = {
  ...base, name: 'signs of a diff before lines',
  why: 'The sign says what a patch does with the line; as content it changes what the line says, also where it parses as a sign of arithmetic or a list.',
  shapes: sized(8, [
    shape('+ before a few lines', (file, tools) => {
      const two = signOf(file, tools);
      if (!two || isListLine(file, two.from)) return null;
      return replaceLines(file, two.from, two.to, ...file.lines.slice(two.from, two.to).map((line) => `+${line}`));
    }),
    shape('- and + of one line', (file, tools) => {
      const two = twoVersions(file, tools);
      if (!two || isListLine(file, two.to - 1)) return null;
      const last = two.old.length - 1;
      return replaceLines(file, two.to - 1, two.to, `-${two.old[last]}`, `+${two.fresh[last]}`);
    }),
    shape('+ before every line', (file) => `${body(file).split('\n').map((line) => `+${line}`).join('\n')}\n`),
    unseen('one line with - left', (file, tools) => {
      const two = signOf(file, tools);
      if (!two || isListLine(file, two.from) || file.lines[two.from].trim() === '') return null;
      return replaceLines(file, two.from, two.from + 1, `-${file.lines[two.from]}`, file.lines[two.from]);
    }),
    unseen('sign and blank', (file, tools) => {
      const two = signOf(file, tools);
      if (!two || isDocument(file) || file.language === 'yaml') return null;
      return replaceLines(file, two.from, two.to, ...file.lines.slice(two.from, two.to).map((line) => `+ ${line}`));
    }),
    unseen('a + alone in a line', (file, tools) => {
      const two = signOf(file, tools);
      return two && insertAt(file, two.from, '+');
    }),
    unseen('a blank before every line', (file) => (['json', 'html', 'css', 'markdown', 'sql', 'javascript', 'typescript', 'tsx', 'go', 'c', 'cpp',
      'rust', 'java', 'php', 'ruby', 'shell'].includes(file.language) ? null
      : `${body(file).split('\n').map((line) => ` ${line}`).join('\n')}\n`)),
  ]),
};

const numbered = (write) => (file) => `${body(file).split('\n').map((line, at) => write(at + 1, line)).join('\n')}\n`;

const numberedPart = (write, count = 5) => (file, tools) => {
  const block = blockOf(file, tools, 3);
  if (!block) return null;
  const to = Math.min(block.to, block.from + count);
  return replaceLines(file, block.from, to, ...file.lines.slice(block.from, to).map((line, at) => write(block.from + at + 1, line)));
};

const numbers = {
  ...base, name: 'numbers of lines glued to them',
  why: 'A tool showed the file with numbers, and the model wrote them back.',
  shapes: sized(8, [
    shape('bar', numbered((n, line) => `${String(n).padStart(4)} | ${line}`)),
    shape('tab', numbered((n, line) => `${String(n).padStart(6)}\t${line}`)),
    shape('some lines', numberedPart((n, line) => `${String(n).padStart(4)} | ${line}`)),
    unseen('colon', numberedPart((n, line) => `${n}: ${line}`)),
    unseen('arrow', numbered((n, line) => `${String(n).padStart(5)}→${line}`)),
    unseen('one line', numberedPart((n, line) => `${n}\t${line}`, 1)),
    unseen('zeros', numbered((n, line) => `${String(n).padStart(4, '0')} ${line}`)),
    unseen('grep', numberedPart((n, line) => `${n}-${line}`, 3)),
  ]),
};

const quoted = {
  ...base, name: 'the file quoted as in a mail',
  why: 'Every line carries the mark of a quotation or of a level of a list it was shown in.',
  shapes: sized(8, [
    shape('> before every line', (file) => (isDocument(file) ? null : `${body(file).split('\n').map((line) => `> ${line}`.trimEnd()).join('\n')}\n`)),
    shape('four blanks before every line', (file) => (['markdown', 'rst', 'python', 'dockerfile', 'makefile', 'yaml'].includes(file.language)
      ? `${body(file).split('\n').map((line) => (line.trim() ? `    ${line}` : line)).join('\n')}\n` : null)),
    shape('> before some lines', (file, tools) => {
      const block = blockOf(file, tools, 3);
      return block && !isDocument(file) ? replaceLines(file, block.from, block.to,
        ...file.lines.slice(block.from, block.to).map((line) => `> ${line}`)) : null;
    }),
    unseen('bar before every line', (file) => `${body(file).split('\n').map((line) => `| ${line}`.trimEnd()).join('\n')}\n`),
    unseen('the mark of a list', (file, tools) => {
      const block = blockOf(file, tools, 3);
      if (!block || isDocument(file) || file.language === 'yaml') return null;
      return replaceLines(file, block.from, block.to, ...file.lines.slice(block.from,
        block.to).map((line) => (line.trim() ? `${indentOf(line)}- \`${line.trim()}\`` : line)));
    }),
    unseen('table of code', (file, tools) => {
      const block = blockOf(file, tools, 3);
      return block && !isDocument(file) ? replaceLines(file, block.from, block.to,
        ...file.lines.slice(block.from, block.to).map((line, at) => `| ${at + 1} | ${line.trim()} |`)) : null;
    }),
  ]),
};

export const kinds = keepingEnds([envelopes, searches, diffs, signs, numbers, quoted]);
