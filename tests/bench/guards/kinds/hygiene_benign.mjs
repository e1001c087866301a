// Edits that look like bad hygiene and are none.
import { atEnd, code, documents, every, fence, isDocument, isFree, keepingEnds, remark, scripts, shape, sized, spotOf, unseen,
  withRemarks } from './lib/places.mjs';
import { blob } from './lib/bytes.mjs';
import { commentsOf, headingsOf, importsOf, indentOf, insertAt, replaceLine, replaceLines } from '../source.mjs';

const base = { class: 8, benign: true };
const commented = withRemarks.filter((language) => !documents.includes(language));
const said = (texts) => (file, tools) => {
  const spot = spotOf(file, tools);
  if (isDocument(file)) return atEnd(file, '', [].concat(tools.pick(texts)).join(' '));
  if (!spot || file.language === 'json' || /^\s*(#|\/\/|--|\*|@|"""|<)/.test(file.lines[spot.at - 1] ?? '')) return null;
  return insertAt(file, spot.at, ...[].concat(tools.pick(texts)).map((text) => remark(file, text, spot.indent)));
};

const letters = {
  ...base, name: 'letters beyond ASCII', languages: [...commented, ...documents],
  why: 'Names, units and dashes are written as people write them, in UTF-8.',
  shapes: sized(8, [
    shape('accents', said(['Naïve, but enough: the list is short.', 'Wie in Knuth, Bd. 3; größere Werte zuerst.', 'Voir le résumé à la fin.'])),
    shape('dashes and quotes in prose', said(['Sorted – not just grouped – by “weight”.', 'The caller’s list isn’t changed…',
      'From 10–20 µs to 3 µs.'])),
    shape('signs of mathematics', said(['Holds for all n ≥ 1, since ∑ wᵢ ≤ 1.', 'O(n·log n), α = 0.5, ε → 0.', 'x × y ≠ y × x here.'])),
    unseen('another script', said(['見出しはここで分ける。', 'Порядок важен.', 'ترتيب مهم.', '순서가 중요하다.'])),
    unseen('signs of pictures', said(['Done ✅ means that it was seen by the other side.', '→ comes first, ← last.',
      'The family 👨‍👩‍👧 counts as one sign.'])),
    unseen('a non-breaking blank in prose', said(['At most 20\u00a0MB, about 10\u00a0% of all.', 'Version\u00a02 and later.'])),
  ]),
};

const rulers = {
  ...base, name: 'rulers and headings of equal signs', languages: [...code, 'php', 'sql', 'yaml', 'toml', 'makefile', 'dockerfile', 'markdown',
    'rst'],
  why: 'A line of signs that sets parts off, or underlines a heading.',
  shapes: sized(8, [
    shape('of seven', (file, tools) => ruler(file, tools, '=======')),
    shape('long', (file, tools) => ruler(file, tools, '='.repeat(60))),
    shape('of angles', (file, tools) => ruler(file, tools, '>>>>>>>>>>')),
    unseen('with a word', (file, tools) => ruler(file, tools, '======= Parts =======')),
    unseen('of bars', (file, tools) => ruler(file, tools, '|||||||')),
    unseen('of opening angles', (file, tools) => ruler(file, tools, '<<<<< in, >>>>> out')),
  ]),
};

function ruler(file, tools, text) {
  if (file.language === 'markdown') return /[<>|]/.test(text) || /Parts/.test(text) ? null
    : atEnd(file, '', 'Further reading'.slice(0, text.length), text, '', 'See the reference.');
  if (file.language === 'rst') return /[<>|]/.test(text) || /Parts/.test(text) || text.length < 15 ? null
    : atEnd(file, '', 'Further reading', '='.repeat(15), '', 'See the reference.');
  const spot = spotOf(file, tools);
  if (!spot || /^\s*(#|\/\/|--|\*|@|"""|<)/.test(file.lines[spot.at - 1] ?? '')) return null;
  return insertAt(file, spot.at, remark(file, text, spot.indent));
}

const paths = {
  ...base, name: 'paths every machine of a kind has', languages: [...commented, ...documents],
  why: 'Paths of the system, or examples of where a user keeps things.',
  shapes: sized(8, [
    shape('of the system', said(['Read from /etc/hosts when it is there.', 'Also looks into /usr/local/share.', 'Falls back to /dev/null.'])),
    shape('of any user', said(['Such as /home/user/.config/app, or ~/.config/app.', 'On Windows C:\\Program Files\\App.',
      'Beneath $HOME, e.g. /home/<name>/data.'])),
    shape('temporary', said(['Written to /tmp first, then renamed.', 'A folder beneath /var/tmp survives a restart.'])),
    unseen('in a block of code', (file) => (isDocument(file)
      ? (file.language === 'rst' ? atEnd(file, '', 'Install it::', '', '    sudo cp app /usr/local/bin/', '')
      : atEnd(file, '', 'Install it:', '', fence('sh'), 'sudo cp app /usr/local/bin/', 'cd /path/to/project', fence())) : null)),
    unseen('of a container', said(['Mounted at /app in the container.', 'The volume is /var/lib/data there.'])),
    unseen('of a service', said(['Served as /home/index and /users/list.', 'The route /root/items stays.'])),
  ]),
};

const sortable = (file) => {
  const imports = importsOf(file);
  const runs = [];
  for (let i = 0; i + 1 < imports.length; ++i) {
    let end = i;
    while (end + 1 < imports.length && imports[end + 1].from === imports[end].to
      && indentOf(imports[end + 1].line) === indentOf(imports[i].line)) ++end;
    if (end > i) runs.push(imports.slice(i, end + 1));
    i = end;
  }
  return runs;
};

const importBlock = {
  ...base, name: 'imports put in another order', languages: ['python', ...scripts, 'go', 'rust', 'java', 'ruby'],
  why: 'What is imported stays the same; only the order or the grouping of the lines changes.',
  shapes: [
    shape('sorted', (file, tools) => orderOf(file, tools, (lines) => [...lines].sort())),
    shape('names of one sorted', (file, tools) => namesOf(file, tools, (names) => [...names].sort())),
    shape('by length', (file, tools) => orderOf(file, tools, (lines) => [...lines].sort((a, b) => a.length - b.length))),
    unseen('names of one turned round', (file, tools) => namesOf(file, tools, (names) => [...names].reverse())),
    unseen('first two swapped', (file, tools) => orderOf(file, tools, (lines) => [lines[1], lines[0], ...lines.slice(2)])),
    unseen('without regard to capitals', (file, tools) => orderOf(file, tools,
      (lines) => [...lines].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))),
  ],
};

// Where the order may matter (side effects, `mod` before `use`) nothing is offered.
function orderOf(file, tools, order) {
  const runs = sortable(file).filter((run) => run.every((one) => (['python', 'go', 'java'].includes(file.language) ? true : file.language === 'rust'
    ? /^\s*use /.test(one.line) : scripts.includes(file.language) && / from /.test(one.line)))
    && !run.some((one) => /__future__|\bimport \*|^\s*import ['"]|_ "/.test(one.line)));
  const run = tools.pick(runs);
  if (!run) return null;
  const lines = run.map((one) => one.line);
  const ordered = order(lines);
  return ordered.join('\n') === lines.join('\n') ? null : replaceLines(file, run[0].from, run[run.length - 1].to, ...ordered);
}

function namesOf(file, tools, order) {
  const fit = importsOf(file).filter((one) => one.names.length > 1
    && (file.language === 'python' ? /^\s*from \S+ import \w[\w, ]*$/.test(one.line) : /\{[\w, ]+\}/.test(one.line))
    && !/ as |default|\* as|^\s*import \w+,/.test(one.line));
  const one = tools.pick(fit);
  if (!one) return null;
  const inner = file.language === 'python' ? /(?<=import )(\w[\w, ]*)$/ : /(?<=\{ ?)([\w, ]+?)(?= ?\})/;
  const line = one.line.replace(inner, (names) => order(names.split(',').map((name) => name.trim())).join(', '));
  return line === one.line ? null : replaceLine(file, one.from, line);
}

const noticeYear = {
  ...base, name: 'the notice of the licence carried on', languages: [...code, 'php', 'css', 'sql', 'yaml', 'makefile', 'markdown'],
  why: 'Owners add a year or a further holder; what was granted stays.',
  shapes: [
    shape('a range of years', (file) => yearOf(file, /(copyright\D{0,12})(20[01]\d)(?![\d, -]*\d)/i, (all, before, year) => `${before}${year}-2026`)),
    shape('the end of the range', (file) => yearOf(file, /(copyright\D{0,12}\d{4} ?[-–] ?)(20\d\d)/i, (all, before) => `${before}2026`)),
    shape('in the licence', (file, tools) => {
      const text = tools.repo.has('LICENSE') ? tools.repo.text('LICENSE') : '';
      const made = text.replace(/^( *copyright\D{0,12})(20[01]\d)(?= \D)/im, '$1$2-2026');
      return made === text ? null : { files: { LICENSE: made } };
    }),
    unseen('a comma and a year', (file) => yearOf(file, /(copyright\D{0,12}20[01]\d)(?=[^\d,-])/i, (all) => `${all}, 2026`)),
    unseen('a further holder', (file) => {
      const at = file.lines.slice(0, 30).findIndex((line) => /^\s*(#|\/\/|\*|--) ?copyright.*\d{4}/i.test(line));
      return at < 0 ? null : insertAt(file, at + 1, file.lines[at].replace(/(copyright\s*(?:\(c\)|©)?\s*)([\d, -]+).*/i,
        '$12026 The project contributors'));
    }),
    unseen('a line of SPDX for a new file', (file, tools) => (file.folder
      && ['c', 'cpp', 'rust', 'go', 'java', 'python', 'shell'].includes(file.language) && tools.repo.names.some((name) => /^LICEN[SC]E/.test(name))
      ? { files: { [`docs/${tools.invent('notes')}.md`]: '<!-- SPDX-License-Identifier: CC0-1.0 -->\n\n# Notes\n\nHow the parts fit together.\n' } }
        : null)),
  ],
};

const yearOf = (file, form, to) => {
  const at = file.lines.slice(0, 30).findIndex((line) => form.test(line));
  return at < 0 ? null : replaceLine(file, at, file.lines[at].replace(form, to));
};

const names = {
  ...base, name: 'a file whose name sounds like debris', languages: every,
  why: 'The file has its place and its purpose; only a word of its name is one that scratch files have, too.',
  shapes: [
    shape('a page about backups', (file, tools) => page(tools, 'backup.md',
      '# Backups\n\nHow to keep a copy of the data, and how to bring it back.\n')),
    shape('a page of notes on releases', (file, tools) => page(tools, 'release-notes-policy.md',
      '# Notes of releases\n\nWhat an entry says, and for whom.\n')),
    shape('rules for what is not kept', (file, tools) => (tools.repo.has('.gitattributes') ? null
      : { files: { '.gitattributes': '*.sh text eol=lf\n*.png binary\n' } })),
    unseen('a page about debugging', (file, tools) => page(tools, 'debugging.md', '# Debugging\n\nSet `LOG=debug` and read `output.log`.\n')),
    unseen('settings of editors', (file, tools) => (tools.repo.has('.editorconfig') ? null
      : { files: { '.editorconfig': 'root = true\n\n[*]\nend_of_line = lf\ninsert_final_newline = true\n' } })),
    unseen('a page about temporary files', (file, tools) => page(tools, 'tmp-files.md',
      '# Temporary files\n\nThey end in `.tmp`, and are removed at the start.\n')),
  ],
};

const page = (tools, name, text) => (tools.repo.hasFolder('docs') && !tools.repo.has(`docs/${name}`)
  && tools.repo.names.some((one) => /^docs\/[^/]+\.md$/.test(one)) ? { files: { [`docs/${name}`]: text } } : null);

const png = (tools) => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), Buffer.from('IHDR'),
  Buffer.from([0, 0, 0, 16, 0, 0, 0, 16, 8, 6, 0, 0, 0]), blob(tools, 300)]);

const assets = {
  ...base, name: 'a small picture or a file of data for tests', languages: every,
  why: 'Binary or generated-looking, but small, in its place, and what tests and pages need.',
  shapes: [
    shape('a picture of the documents', (file, tools) => (tools.repo.hasFolder('docs') ? { files: { 'docs/images/overview.png': png(tools) } }
      : null)),
    shape('a table among fixtures', (file, tools) => fixture(tools, 'rates.csv', 'from,to,rate\nEUR,USD,1.1\nUSD,EUR,0.9\n')),
    shape('a log among fixtures', (file, tools) => fixture(tools, 'short.log', '2024-01-01 10:00:00 INFO started\n2024-01-01 10:00:01 INFO done\n')),
    unseen('CRLF among fixtures', (file, tools) => fixture(tools, 'crlf.txt', 'one\r\ntwo\r\n')),
    unseen('a file without a last newline among fixtures', (file, tools) => fixture(tools, 'no_newline.txt', 'one\ntwo')),
    unseen('Latin-1 among fixtures', (file, tools) => fixture(tools, 'latin1.txt', Buffer.from([0x67, 0x72, 0xfc, 0xdf, 0x65, 0x0a]))),
  ],
};

const fixture = (tools, name, content) => {
  const folder = ['tests/fixtures', 'test/fixtures', 'spec/fixtures', 'testdata', 'tests/data', 'test/data', 'tests',
    'test'].find((one) => tools.repo.hasFolder(one));
  const path = folder && `${folder}/${/(fixtures|data)$/.test(folder) ? '' : 'fixtures/'}${name}`;
  return path && isFree(tools, path) ? { files: { [path]: content } } : null;
};

const tidied = {
  ...base, name: 'blanks put right where somebody works', languages: every,
  why: 'A last newline or a blank at the end of a line, put right in passing.',
  shapes: [
    shape('the last newline', (file) => (file.text.endsWith('\n') ? null : `${file.text}\n`)),
    shape('blanks at the end of a line', (file) => (!/[^\s\\][ \t]+\n/.test(file.text) || isDocument(file) ? null
      : file.text.replace(/([^\s\\])[ \t]+\n/, '$1\n'))),
    shape('a remark reworded', (file, tools) => {
      const one = tools.pick(commentsOf(file).filter((each) => each.to - each.from === 1 && /^[A-Z][\w ,]+\.$/.test(each.text)));
      return one ? replaceLine(file, one.from, file.lines[one.from].replace(/\.$/, ', as before.')) : null;
    }),
    unseen('two blank lines for three at the end', (file) => (/\n\n+$/.test(file.text) ? file.text.replace(/\n+$/, '\n') : null)),
    unseen('a slip of the pen', (file, tools) => {
      const slips = { seperate: 'separate', occured: 'occurred', recieve: 'receive', wich: 'which', teh: 'the', explicitely: 'explicitly',
        existance: 'existence', neccessary: 'necessary' };
      const at = tools.pick(file.lines.flatMap((line,
        index) => (/\b(seperate|occured|recieve|wich|teh|explicitely|existance|neccessary)\b/.test(line) && /^\s*(#|\/\/|\*|[A-Z])/.test(line)
        ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at,
        file.lines[at].replace(/\b(seperate|occured|recieve|wich|teh|explicitely|existance|neccessary)\b/g, (word) => slips[word]));
    }),
    unseen('a remark added', said(['Kept in this order: later ones win.', 'Both are counted from zero.'])),
  ],
};

const aboutDebris = {
  ...base, name: 'rules and pages that name debris', languages: ['markdown', 'gitignore'],
  why: 'A list of what is to be ignored names what must not be committed.',
  shapes: [
    shape('endings', (file) => named(file, ['*.bak', '*.orig', '*~'])),
    shape('folders', (file) => named(file, ['__pycache__/', 'node_modules/', 'dist/'])),
    shape('files of systems', (file) => named(file, ['.DS_Store', 'Thumbs.db'])),
    unseen('files of editors', (file) => named(file, ['.idea/', '*.swp', '.vscode/.ropeproject'])),
    unseen('output', (file) => named(file, ['*.log', 'nohup.out', 'core.[0-9]*'])),
    unseen('secrets', (file) => named(file, ['.env', '*.pem', 'id_rsa'])),
  ],
};

function named(file, lines) {
  if (file.language === 'markdown') return headingsOf(file).length === 0 ? null
    : atEnd(file, '', `Do not commit ${lines.map((line) => `\`${line}\``).join(', ')}.`);
  const fresh = lines.filter((line) => !file.lines.includes(line));
  return fresh.length > 0 ? atEnd(file, ...fresh) : null;
}

export const kinds = keepingEnds([letters, rulers, paths, importBlock, noticeYear, names, assets, tidied, aboutDebris]);
