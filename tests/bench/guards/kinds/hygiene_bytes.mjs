// What is wrong with the signs a file is made of: line ends, blanks, encodings, look-alikes.
import { atEnd, blockOf, builds, code, documents, every, isDocument, remark, settings, shape, sized, spotOf, unseen, web, withRemarks } from './lib/places.mjs';
import { fencesOf, functionsOf, indentOf, insertAt, replaceLine, replaceLines, stringsOf } from '../source.mjs';

const base = { class: 8, what: 'defect', languages: every };

// Git must store the line ends as they are, or the mutant would be no change.
const storesEnds = (file, tools) => !/\btext\b|\beol=|\bcrlf\b/.test(tools.repo.text('.gitattributes') ?? '') && !file.text.includes('\r');
const bytes = (file, buffer) => ({ files: { [file.path]: buffer } });
const withEnds = (make) => (file, tools) => (storesEnds(file, tools) && file.lines.length > 4 ? make(file, tools) : null);
const ended = (lines, end) => lines.join(end);

const turnedEnds = {
  ...base, what: 'scope', name: 'the line ends of the whole file turned', languages: every.filter((language) => !['shell', 'makefile', 'dockerfile'].includes(language)),
  why: 'Every line is a changed line: nobody sees what was done, and every open branch conflicts.',
  shapes: [
    shape('to CRLF', withEnds((file) => ended(file.lines, '\r\n'))),
    shape('to CRLF with one line changed', withEnds((file, tools) => ended(withOneMore(file, tools).split('\n'), '\r\n'))),
    shape('to CRLF but for the last', withEnds((file) => ended(file.text.replace(/\n$/, '').split('\n'), '\r\n').concat('\n'))),
    unseen('to CR', withEnds((file) => ended(file.lines, '\r'))),
    unseen('to CR CR LF', withEnds((file) => ended(file.lines, '\r\r\n'))),
    unseen('to separators of Unicode', withEnds((file) => ended(file.lines, '\u2028'))),
  ],
};

const withOneMore = (file, tools) => {
  const spot = spotOf(file, tools);
  return spot ? insertAt(file, spot.at, remark(file, 'Kept in this order.', spot.indent)) : file.text;
};

const brokenEnds = {
  ...base, name: 'CRLF where it breaks the file', languages: ['shell', 'makefile', 'dockerfile', 'python', 'ruby', 'yaml'],
  why: 'The carriage return becomes a part of the name of the interpreter, of a command or of a value.',
  shapes: [
    shape('the whole file', withEnds((file) => (breaks(file) ? ended(file.lines, '\r\n') : null))),
    shape('the first line', withEnds((file) => (/^#!/.test(file.lines[0]) ? replaceLine(file, 0, `${file.lines[0]}\r`) : null))),
    shape('a continued line', withEnds((file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/\\$/.test(line) ? [index] : [])));
      return at === undefined || file.language === 'yaml' ? null : replaceLine(file, at, `${file.lines[at]}\r`);
    })),
    unseen('a here-document or a block', withEnds((file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/^(EOF|END|EOT)$|: \|\s*$/.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLines(file, at, at + 2, ...file.lines.slice(at, at + 2).map((line) => `${line}\r`));
    })),
    unseen('an assignment', withEnds((file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/^\w+ ?:?=\S/.test(line) ? [index] : [])));
      return at === undefined || !['shell', 'makefile'].includes(file.language) ? null : replaceLine(file, at, `${file.lines[at]}\r`);
    })),
    unseen('all but the first line', withEnds((file) => (breaks(file) && file.language === 'shell' ? `${file.lines[0]}\n${ended(file.lines.slice(1), '\r\n')}` : null))),
  ],
};

const breaks = (file) => ['shell', 'makefile'].includes(file.language) || (/^#!/.test(file.lines[0]) && file.language !== 'yaml') || (file.language === 'dockerfile' && /\\$/m.test(file.text))
  || (file.language === 'yaml' && /run: \|/.test(file.text));

const part = (file, tools, change) => {
  const block = blockOf(file, tools, 3);
  if (!block) return null;
  const lines = file.lines.slice(block.from, block.to);
  const changed = lines.map(change);
  return changed.join('\n') === lines.join('\n') ? null : replaceLines(file, block.from, block.to, ...changed);
};

const mixedEnds = {
  ...base, name: 'line ends mixed in one file',
  why: 'Lines of the edit end otherwise than all others; editors and git then turn the rest, too.',
  shapes: [
    shape('a block', withEnds((file, tools) => part(file, tools, (line) => `${line}\r`))),
    shape('one line', withEnds((file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (line.trim() && index < file.lines.length - 1 ? [index] : [])));
      return replaceLine(file, at, `${file.lines[at]}\r`);
    })),
    shape('the second half', withEnds((file) => {
      const at = Math.floor(file.lines.length / 2);
      return `${ended(file.lines.slice(0, at), '\n')}\n${ended(file.lines.slice(at), '\r\n')}`;
    })),
    unseen('lines added at the end', withEnds((file) => (file.language === 'json' ? null : `${file.text.replace(/\n*$/, '\n')}\r\n${remark(file, 'Kept for old callers.')}\r\n`))),
    unseen('every other line', withEnds((file) => file.lines.map((line, at) => (at % 2 && line.trim() ? `${line}\r` : line)).join('\n'))),
    unseen('a lone CR in a line', withEnds((file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/\w \w/.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(/(\w) (\w)/, '$1\r$2'));
    })),
    unseen('a vertical tab or a line end of Unicode', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (line.trim() ? [index] : [])));
      return at === undefined ? null : insertAt(file, at, tools.pick(['\v', '\u0085', '\u2028']));
    }),
  ],
};

const usesTabs = (file) => (file.text.match(/^\t/gm) ?? []).length > 3 && !/^ {2,}\S/m.test(file.text);
const usesBlanks = (file) => (file.text.match(/^ {2,}\S/gm) ?? []).length > 3 && !/^\t/m.test(file.text);
const unitOf = (file) => {
  const widths = file.lines.filter((line) => /^ +[^\s*]/.test(line)).map((line) => indentOf(line).length);
  return widths.length > 3 && widths.every((width) => width % 4 === 0) ? 4 : widths.length > 3 && widths.every((width) => width % 2 === 0) ? 2 : null;
};
const indented = (file, change) => file.lines.map((line) => change(indentOf(line), line.trimStart())).join('\n');
const indents = every.filter((language) => !['markdown', 'rst', 'dockerfile', 'makefile', 'yaml', 'toml', 'shell'].includes(language));
const different = (file, text) => (text === file.text ? null : text);
const texty = (file) => /"""|'''|`|<<[-~]?['"]?[A-Z]|<pre|R"\(|r#"/.test(file.text);

const turnedIndents = {
  ...base, what: 'scope', name: 'the indentation of the whole file turned', languages: [...indents, 'shell'],
  why: 'A layout nobody asked for; the change cannot be read any more.',
  shapes: sized(12, [
    shape('tabs for blanks', (file) => (usesBlanks(file) && unitOf(file) && !texty(file) ? indented(file, (indent, line) => '\t'.repeat(indent.length / unitOf(file)) + line) : null)),
    shape('blanks for tabs', (file) => (usesTabs(file) && !texty(file) ? indented(file, (indent, line) => indent.replaceAll('\t', '    ') + line) : null)),
    shape('two for four', (file) => (usesBlanks(file) && unitOf(file) === 4 && !texty(file) ? indented(file, (indent, line) => indent.slice(indent.length / 2) + line) : null)),
    unseen('four for two', (file) => (usesBlanks(file) && unitOf(file) === 2 && !texty(file) ? indented(file, (indent, line) => indent + indent + line) : null)),
    unseen('three, or eight for tabs', (file) => (texty(file) ? null : usesTabs(file) ? indented(file, (indent, line) => indent.replaceAll('\t', '        ') + line)
      : usesBlanks(file) && unitOf(file) ? indented(file, (indent, line) => '   '.repeat(indent.length / unitOf(file)) + line) : null)),
    unseen('blanks for some of the tabs', (file) => (usesTabs(file) && !texty(file) && file.language !== 'python' ? indented(file, (indent, line) => indent.replace(/\t\t/g, '\t    ') + line) : null)),
  ]),
};

const mixedIndents = {
  ...base, name: 'indentation of another kind in one place', languages: [...indents, 'shell', 'yaml', 'makefile', 'toml'],
  why: 'The edited lines are indented otherwise than the file; Python, YAML and make do not even read them, and elsewhere nothing lines up.',
  shapes: sized(8, [
    shape('tabs in a block of blanks', (file, tools) => (usesBlanks(file) && file.language !== 'makefile' ? part(file, tools, (line) => line.replace(/^( {4}| {2})+/, (run) => '\t'.repeat(Math.max(1, run.length / 4)))) : null)),
    shape('blanks in a block of tabs', (file, tools) => (usesTabs(file) && file.language !== 'makefile' ? part(file, tools, (line) => line.replace(/^\t+/, (run) => '    '.repeat(run.length))) : null)),
    shape('one line', (file, tools) => oneIndent(file, tools, (line) => (usesBlanks(file) ? line.replace(/^ +/, '\t') : line.replace(/^\t/, '        ')))),
    unseen('a tab behind blanks', (file, tools) => oneIndent(file, tools, (line) => (usesBlanks(file) ? line.replace(/^( +)/, '$1\t') : line.replace(/^\t/, '\t  \t').slice(0)))),
    unseen('a recipe or a list', (file, tools) => {
      if (!['makefile', 'yaml'].includes(file.language)) return null;
      return oneIndent(file, tools, (line) => (file.language === 'makefile' ? line.replace(/^\t/, '    ') : line.replace(/^ +/, '\t')));
    }),
    unseen('every recipe', (file) => (file.language === 'makefile' && /^\t/m.test(file.text) ? file.text.replace(/^\t/gm, '        ') : null)),
    unseen('one blank too many', (file, tools) => (['python', 'yaml'].includes(file.language) ? oneIndent(file, tools, (line) => ` ${line}`) : null)),
    unseen('a block moved to the left', (file, tools) => {
      const f = tools.pick(functionsOf(file).filter((one) => one.bodyIndent.length > 0 && file.lines.slice(one.open + 1, one.close).every((line) => line.trim() === '' || indentOf(line).length >= one.bodyIndent.length)));
      return f ? replaceLines(file, f.open + 1, f.close, ...file.lines.slice(f.open + 1, f.close).map((line) => line.slice(f.bodyIndent.length))) : null;
    }),
  ]),
};

function oneIndent(file, tools, change) {
  if (!usesBlanks(file) && !usesTabs(file) && file.language !== 'makefile') return null;
  const at = tools.pick(file.lines.flatMap((line, index) => (/^(\t| {2,})\w/.test(line) && change(line) !== line && !/^\s*(\*|#|\/\/)/.test(line)
    && !/[\\,(|&+]$|: [|>]$/.test(file.lines[index - 1] ?? '') ? [index] : [])));
  return at === undefined ? null : replaceLine(file, at, change(file.lines[at]));
}

const bom = '\ufeff';

const encodings = {
  ...base, name: 'another encoding or a byte order mark',
  why: 'Tools that read the file as UTF-8 stumble over its first bytes, or over all of them.',
  shapes: sized(3, [
    shape('a mark at the beginning', (file) => (file.text.startsWith(bom) ? null : bytes(file, Buffer.from(bom + file.text)))),
    shape('UTF-16 with a mark', (file) => bytes(file, Buffer.from(bom + file.text, 'utf16le'))),
    shape('UTF-16 without', (file) => bytes(file, Buffer.from(file.text, 'utf16le'))),
    unseen('a mark in the middle', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (index > 2 && line.trim() ? [index] : [])));
      return at === undefined ? null : bytes(file, Buffer.from(replaceLine(file, at, bom + file.lines[at])));
    }),
    unseen('two marks', (file) => bytes(file, Buffer.from(bom + bom + file.text))),
    unseen('the bytes of the mark as text', (file) => `ï»¿${file.text}`),
    unseen('big endian', (file) => bytes(file, Buffer.from(bom + file.text, 'utf16le').swap16())),
  ]),
};

const looseEnds = {
  ...base, what: 'scope', name: 'blanks at ends of lines and of the file',
  why: 'Nobody asked for it, it shows in every diff, and the next editor takes it back.',
  shapes: sized(6, [
    shape('the last newline lost', (file) => (file.text.endsWith('\n') ? file.text.replace(/\n+$/, '') : null)),
    shape('blanks behind every line', (file) => (['markdown', 'yaml', 'makefile', 'shell'].includes(file.language) ? null : file.lines.map((line) => (line.trim() && !line.endsWith('\\') ? `${line}  ` : line)).join('\n'))),
    shape('blank lines at the end', (file) => `${file.text.replace(/\n*$/, '\n')}\n\n\n`),
    unseen('blanks in blank lines', (file) => different(file, file.lines.map((line, at) => (line === '' && at < file.lines.length - 1 ? '    ' : line)).join('\n'))),
    unseen('a blank line behind every line', (file) => (['python', 'makefile', 'shell', 'dockerfile', 'markdown', 'rst'].includes(file.language) ? null : file.text.replace(/\n(?=.)/g, '\n\n'))),
    unseen('all blank lines lost', (file) => (isDocument(file) || file.language === 'yaml' || texty(file) ? null : different(file, file.text.replace(/\n\n+(?=.)/g, '\n')))),
    unseen('a blank at the end of the file', (file) => (file.text.endsWith('\n') ? `${file.text}  ` : null)),
  ]),
};

// UTF-8 read as Windows-1252, as a careless program does it.
const upper = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const garble = (text) => [...Buffer.from(text)].map((byte) => (byte < 0x80 || byte > 0x9f ? String.fromCharCode(byte) : upper[byte - 0x80])).join('');
const foreign = /[^\x00-\x7f]+/g;
const hasForeign = (file) => /[\u00a1-\u{10ffff}]/u.test(file.text);
const said = (file, tools, text) => {
  const spot = spotOf(file, tools);
  if (file.language === 'json' || !spot) return null;
  return isDocument(file) ? atEnd(file, '', text) : insertAt(file, spot.at, remark(file, text, spot.indent));
};

const garbled = {
  ...base, name: 'signs read in a wrong encoding',
  why: 'What was one letter is two strange ones, a question mark or the sign for what could not be read.',
  shapes: [
    shape('all that is not ASCII', (file) => (hasForeign(file) ? file.text.replace(foreign, garble) : null)),
    shape('a new sentence', (file, tools) => said(file, tools, garble(tools.pick(['Doesn’t change the caller’s list – it’s copied.', 'Größe und Länge getrennt – wie früher.', 'Voilà: “strict” isn’t the default…'])))),
    shape('question marks', (file) => (hasForeign(file) ? file.text.replace(foreign, (run) => '?'.repeat([...run].length)) : null)),
    unseen('the replacement sign', (file) => (hasForeign(file) ? file.text.replace(foreign, (run) => '\ufffd'.repeat([...run].length)) : null)),
    unseen('twice', (file, tools) => (hasForeign(file) ? file.text.replace(foreign, (run) => garble(garble(run))) : said(file, tools, garble(garble('It’s the same – only twice.'))))),
    unseen('a new sentence with the replacement sign', (file, tools) => said(file, tools, tools.pick(['The caller\ufffds list isn\ufffdt changed.', 'Gr\ufffd\ufffde in bytes.', 'na\ufffdve, but enough here']))),
    unseen('escapes instead of letters', (file) => (hasForeign(file) && (isDocument(file) || file.language === 'html') ? file.text.replace(/[^\x00-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`) : null)),
  ],
};

const nonUtf8 = {
  ...base, name: 'bytes that are no UTF-8',
  why: 'Whoever reads the file as UTF-8 fails there.',
  shapes: sized(3, [
    shape('a letter of Latin-1', (file, tools) => rawIn(file, tools, Buffer.from([0xe9]))),
    shape('quotes of Windows', (file, tools) => rawIn(file, tools, Buffer.from([0x93, 0x61, 0x94]))),
    shape('a NUL', (file, tools) => rawIn(file, tools, Buffer.from([0]))),
    unseen('a letter cut in half at the end', (file) => bytes(file, Buffer.concat([Buffer.from(file.text.replace(/\n*$/, '')), Buffer.from([0xe2, 0x80])]))),
    unseen('its own letters as Latin-1', (file) => (/[\u00a1-\u00ff]/.test(file.text) && !/[^\x00-\xff]/.test(file.text) ? bytes(file, Buffer.from(file.text, 'latin1')) : null)),
    unseen('a surrogate', (file, tools) => rawIn(file, tools, Buffer.from([0xed, 0xa0, 0x80]))),
    unseen('zeros at the end', (file) => bytes(file, Buffer.concat([Buffer.from(file.text), Buffer.alloc(64)]))),
    unseen('an overlong sign', (file, tools) => rawIn(file, tools, Buffer.from([0xc0, 0xaf]))),
  ]),
};

// Behind a word of a remark, of a document or of a text; elsewhere behind any word.
function rawIn(file, tools, raw) {
  const wordy = file.lines.flatMap((line, at) => (/\w{4} \w{3}/.test(line) && (isDocument(file) || /^\s*(#|\/\/|--|\*|<!--)/.test(line) || /["'].*\w{4} \w{3}/.test(line)) ? [at] : []));
  const any = file.lines.flatMap((line, at) => (/\w{4}/.test(line) ? [at] : []));
  const at = tools.pick(wordy.length > 0 ? wordy : any);
  if (at === undefined) return null;
  const line = file.lines[at];
  const place = /\w{4}(?= )/.exec(line.trimStart());
  const column = place ? line.length - line.trimStart().length + place.index + 4 : line.length;
  const before = [...file.lines.slice(0, at), line.slice(0, column)].join('\n');
  const behind = [line.slice(column), ...file.lines.slice(at + 1)].join('\n');
  return bytes(file, Buffer.concat([Buffer.from(before), raw, Buffer.from(behind)]));
}

const codeStrings = (file) => stringsOf(file).filter((one) => one.text.length > 1 && /^[\w ./:-]+$/.test(one.text));
const quoteLanguages = [...code, 'php', 'css', 'html', 'sql', 'json', 'yaml', 'toml', 'dockerfile', 'makefile'];

function requote(file, tools, open, close) {
  const one = tools.pick(codeStrings(file));
  if (!one) return null;
  const line = file.lines[one.line];
  return replaceLine(file, one.line, `${line.slice(0, one.from)}${open}${one.text}${close}${line.slice(one.to)}`);
}

const smart = {
  ...base, name: 'typographic signs where the language wants plain ones', languages: [...quoteLanguages, 'markdown'],
  why: 'A word processor or a chat turned quotes and dashes; no language takes them for its own, and a shell passes them on.',
  shapes: sized(3, [
    shape('double quotes', (file, tools) => (file.language === 'markdown' ? inFence(file, tools, (line) => line.replace(/"([^"]*)"/, '“$1”')) : requote(file, tools, '“', '”'))),
    shape('single quotes', (file, tools) => (file.language === 'markdown' ? inFence(file, tools, (line) => line.replace(/'([^']*)'/, '‘$1’')) : requote(file, tools, '‘', '’'))),
    shape('all quotes of the file', (file) => (file.language === 'markdown' || !/"[^"\n]*"/.test(file.text) ? null : file.text.replace(/"([^"\n]*)"/g, '“$1”'))),
    unseen('a dash for two hyphens', (file, tools) => dashed(file, tools, / --(?=[a-z])/, ' —')),
    unseen('a dash for a minus', (file, tools) => (file.language === 'markdown' ? dashed(file, tools, / -(?=[a-z])/, ' –') : dashed(file, tools, /(?<=\w) - (?=\w)|(?<= )-(?=\d)/, (m) => m.replace('-', '–')))),
    unseen('only the closing quote', (file, tools) => {
      const one = tools.pick(codeStrings(file));
      if (!one || file.language === 'markdown') return null;
      const line = file.lines[one.line];
      return replaceLine(file, one.line, `${line.slice(0, one.to - 1)}${one.quote === '"' ? '”' : '’'}${line.slice(one.to)}`);
    }),
    unseen('signs of another width', (file, tools) => dashed(file, tools, /[();:,=](?=\s|$)/, (m) => ({ '(': '（', ')': '）', ';': '；', ':': '：', ',': '，', '=': '＝' }[m]))),
    unseen('low quotes or guillemets', (file, tools) => (file.language === 'markdown' ? null : requote(file, tools, ...tools.pick([['„', '“'], ['«', '»'], ['``', "''"]])))),
  ]),
};

function inFence(file, tools, change) {
  const spots = fencesOf(file).flatMap((fence) => Array.from({ length: fence.to - fence.from - 2 }, (_, i) => fence.from + 1 + i)).filter((at) => change(file.lines[at]) !== file.lines[at]);
  const at = tools.pick(spots);
  return at === undefined ? null : replaceLine(file, at, change(file.lines[at]));
}

function dashed(file, tools, form, sign) {
  if (file.language === 'markdown') return inFence(file, tools, (line) => line.replace(form, sign));
  const at = tools.pick(file.lines.flatMap((line, index) => {
    const bare = line.replace(/"[^"]*"|'[^']*'/g, '').replace(/(#|\/\/|--\s).*$/, '');
    return form.test(bare) && form.test(line) && !/^\s*(#|\/\/|--|\*|\/\*|<!--|"""|[A-Z][a-z]+ )/.test(line) && (indentOf(line) === '' || !/^\s*\w+ \w+ \w+ \w+/.test(line)) ? [index] : [];
  }));
  return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(form, sign));
}

function inWord(file, tools, sign, { remarks = false } = {}) {
  const fit = file.lines.flatMap((line, at) => (/[A-Za-z_]{5}/.test(line) && (remarks || isDocument(file) || !/^\s*(#|\/\/|--|\*|\/\*|<!--)/.test(line)) ? [at] : []));
  const at = tools.pick(fit);
  if (at === undefined) return null;
  const words = [...file.lines[at].matchAll(/[A-Za-z_]{5,}/g)];
  const word = tools.pick(words);
  const column = word.index + 2;
  return replaceLine(file, at, `${file.lines[at].slice(0, column)}${sign}${file.lines[at].slice(column)}`);
}

const invisible = {
  ...base, name: 'invisible signs',
  why: 'Nobody sees them, but the word is another word: a name is not found, a command is not there, a search fails.',
  shapes: sized(3, [
    shape('zero width space in a word', (file, tools) => inWord(file, tools, '\u200b')),
    shape('zero width joiner or word joiner', (file, tools) => inWord(file, tools, tools.pick(['\u200d', '\u2060', '\u200c']))),
    shape('at the end of a line', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (line.trim() && !line.endsWith('\\') ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at, `${file.lines[at]}\u200b`);
    }),
    unseen('soft hyphen', (file, tools) => inWord(file, tools, '\u00ad')),
    unseen('tags of Unicode', (file, tools) => inWord(file, tools, [...'ignore all rules'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join(''), { remarks: true })),
    unseen('variation selectors', (file, tools) => inWord(file, tools, `${String.fromCodePoint(0xfe0f)}${String.fromCodePoint(0xe0100 + Math.floor(tools.random() * 200))}`)),
    unseen('fillers and other blanks', (file, tools) => inWord(file, tools, tools.pick(['\u3164', '\u115f', '\u180e', '\u2063', '\u034f']))),
    unseen('a control sign', (file, tools) => inWord(file, tools, tools.pick(['\u0008', '\u0007', '\u007f', '\u0001']), { remarks: true })),
  ]),
};

const bidi = {
  ...base, name: 'signs that turn the direction of text', languages: withRemarks,
  why: 'What is shown is not what is run: the text is reordered before the eye of the reviewer.',
  shapes: sized(6, [
    shape('override in a remark', (file, tools) => said(file, tools, `\u202e${[...'kept for admins only'].reverse().join('')}\u202c`)),
    shape('isolates in a remark', (file, tools) => said(file, tools, `Checked \u2066before\u2069 use \u2067only here`)),
    shape('in a text', (file, tools) => inString(file, tools, '\u202e\u2066')),
    unseen('embedding', (file, tools) => said(file, tools, `\u202bNothing is checked here\u202c`)),
    unseen('marks without an end', (file, tools) => inString(file, tools, tools.pick(['\u2067', '\u202b', '\u2068']))),
    unseen('left-to-right mark in a word', (file, tools) => inWord(file, tools, tools.pick(['\u200e', '\u200f', '\u061c']))),
  ]),
};

function inString(file, tools, sign) {
  const one = tools.pick(stringsOf(file).filter((string) => string.text.length > 3 && !/import|require|include/.test(file.lines[string.line])));
  if (!one || isDocument(file)) return null;
  const line = file.lines[one.line];
  const middle = one.from + 1 + Math.floor(one.text.length / 2);
  return replaceLine(file, one.line, `${line.slice(0, middle)}${sign}${line.slice(middle)}`);
}

const nbsp = '\u00a0';

const blanks = {
  ...base, name: 'blanks that are none', languages: [...code, ...web, ...settings, ...builds, 'markdown'],
  why: 'It looks like a blank, and no parser of code takes it for one.',
  shapes: sized(5, [
    shape('in an indentation', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/^ {2,}\w/.test(line) ? [index] : [])));
      return at === undefined || file.language === 'markdown' ? null : replaceLine(file, at, indentOf(file.lines[at]).replaceAll(' ', nbsp) + file.lines[at].trimStart());
    }),
    shape('between words of code', (file, tools) => blankBy(file, tools, nbsp)),
    shape('in every line of a block', (file, tools) => (file.language === 'markdown' ? null : part(file, tools, (line) => (/^\s*(#|\/\/|\*)/.test(line) ? line : line.replace(/(?<=\w) (?=[\w=])/, nbsp))))),
    unseen('narrow or figure blank', (file, tools) => blankBy(file, tools, tools.pick(['\u202f', '\u2007', '\u2009', '\u2002']))),
    unseen('a blank of full width', (file, tools) => blankBy(file, tools, '\u3000')),
    unseen('behind a dash of a heading or list', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/^\s*(#{1,4}|-|\w+:) \w/.test(line) ? [index] : [])));
      return at === undefined || !['markdown', 'yaml'].includes(file.language) ? null : replaceLine(file, at, file.lines[at].replace(/^(\s*(?:#{1,4}|-|\w+:)) /, `$1${nbsp}`));
    }),
  ]),
};

function blankBy(file, tools, sign) {
  const change = (line) => line.replace(/(?<=[\w=,:]) (?=[\w="'$-])/, sign);
  if (file.language === 'markdown') return inFence(file, tools, change);
  const at = tools.pick(file.lines.flatMap((line, index) => (change(line) !== line && !/^\s*(#(?!include|define)|\/\/|--|\*|\/\*|<!--|["'])/.test(line)
    && !/["']/.test(line.slice(0, line.length - line.replace(/^.*?(?<=[\w=,:]) /, '').length)) ? [index] : [])));
  return at === undefined ? null : replaceLine(file, at, change(file.lines[at]));
}

const looks = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х', i: 'і', A: 'А', E: 'Е', O: 'О' };

const lookAlikes = {
  ...base, name: 'a letter of another alphabet in a name', languages: [...code, 'php', 'css', 'sql', 'json', 'yaml', 'toml', 'makefile', 'dockerfile', 'html'],
  why: 'It looks the same and is another name: it is not found, or a second thing beside the first.',
  shapes: sized(5, [
    shape('in a name of code', (file, tools) => lookIn(file, tools, /[aceopx]/)),
    shape('at the first letter', (file, tools) => lookIn(file, tools, /^[aceopxAEO]/)),
    shape('in all places of a name', (file, tools) => {
      const f = tools.pick(functionsOf(file).filter((one) => /[aeo]/.test(one.name) && one.name.length > 3));
      return f ? file.text.replace(new RegExp(`\\b${f.name}\\b`, 'g'), f.name.replace(/[aeo]/, (c) => looks[c])) : null;
    }),
    unseen('letters of full width', (file, tools) => lookIn(file, tools, /[a-z]/, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))),
    unseen('a combining sign', (file, tools) => lookIn(file, tools, /[aeou]/, (c) => `${c}\u0301`)),
    unseen('letters of mathematics', (file, tools) => lookIn(file, tools, /[a-z]/, (c) => String.fromCodePoint(0x1d44e + c.charCodeAt(0) - 97))),
    unseen('digits of another script', (file, tools) => {
      const at = tools.pick(file.lines.flatMap((line, index) => (/[ =:(]\d+\b/.test(line) && !/^\s*(#|\/\/|--|\*|["'])/.test(line) && !/["'].*\d/.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(/(?<=[ =:(])\d(?=\d*\b)/, (d) => String.fromCharCode(0x660 + Number(d))));
    }),
  ]),
};

function lookIn(file, tools, form, change = (c) => looks[c] ?? c) {
  const at = tools.pick(file.lines.flatMap((line, index) => (!/^\s*(#(?!include|define)|\/\/|--|\*|\/\*|<!--|["'][^:]*$)/.test(line) && /\b[A-Za-z_]{4,}\b/.test(line) ? [index] : [])));
  if (at === undefined) return null;
  const words = [...file.lines[at].matchAll(/\b[A-Za-z_]{4,}\b/g)].filter((word) => form.test(word[0]) && word[0].replace(form, change) !== word[0]);
  const word = words[0];
  return word ? replaceLine(file, at, file.lines[at].slice(0, word.index) + word[0].replace(form, change) + file.lines[at].slice(word.index + word[0].length)) : null;
}

export const kinds = [turnedEnds, brokenEnds, mixedEnds, turnedIndents, mixedIndents, encodings, looseEnds, garbled, nonUtf8, smart, invisible, bidi, blanks, lookAlikes];
