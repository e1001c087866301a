// What changes about a file beside its content: layout, licence, mode, and paths of one machine.
import { blockOf, builds, code, every, isDocument, keepingEnds, remark, scripts, shape, sized, spotOf,
  unseen } from './lib/places.mjs';
import { fencesOf, importsOf, insertAt, linksOf, replaceLine, replaceLines, stringsOf } from '../source.mjs';

const base = { class: 8, what: 'defect', languages: every };

const changed = (file, text) => (text === null || text === undefined || text === file.text ? null : text);
// At least so many lines differ, so that it is the layout of the file and not of a place.
function widely(file, text, least = 4) {
  if (text === null || text === undefined) return null;
  const before = new Set(file.lines);
  return text.split('\n').filter((line) => !before.has(line)).length >= least ? text : null;
}
const severalLined = (file) => /"""|'''|`|<<[-~]?['"]?[A-Z]|R"\(|r#"|<pre|<script/.test(file.text);
const isRemark = (line) => /^\s*(#(?!include)|\/\/|--|\*|\/\*|<!--|;)/.test(line);

function quotesTurned(file) {
  if (severalLined(file) && file.language !== 'yaml') return null;
  const [from, to] = (file.text.match(/'/g) ?? []).length >= (file.text.match(/"/g) ?? []).length ? ["'", '"'] : ['"', "'"];
  return file.lines.map((line) => (isRemark(line) ? line : line.replace(new RegExp(`(?<![\\w\\\\"'])${from}([^"'\\\\#{}$]*)${from}`, 'g'),
    `${to}$1${to}`))).join('\n');
}

const allman = (file) => file.lines.flatMap((line) => {
  const m = /^(\s*)(.*\S)\s*\{$/.exec(line);
  return m && !/^\s*(\*|\/\/)|=$|[(,]$/.test(m[2]) && !m[2].startsWith('}') ? [m[1] + m[2], `${m[1]}{`] : [line];
}).join('\n');

function jsonIndent(file, sorted = false) {
  try {
    const value = JSON.parse(file.text);
    const width = /^ {4}"/m.test(file.text) && !/^ {2}"/m.test(file.text) ? 2 : 4;
    const order = (one) => (Array.isArray(one) ? one.map(order) : one && typeof one === 'object'
      ? Object.fromEntries(Object.keys(one).sort().map((key) => [key, order(one[key])])) : one);
    return `${JSON.stringify(sorted ? order(value) : value, null, sorted ? (width === 4 ? 2 : 4) : width)}\n`;
  } catch {
    return null;
  }
}

const tight = (file) => file.lines.map((line) => (isRemark(line) || /["'`<>]/.test(line)
  ? line : line.replace(/ (=|\+|==|:=|&&|\|\|) /g, '$1'))).join('\n');

function rewrapped(file, width) {
  const out = [];
  let run = [];
  let fenced = false;
  const flush = () => {
    if (run.length === 0) return;
    let line = '';
    for (const word of run.join(' ').split(/\s+/)) {
      if (line && line.length + word.length + 1 > width) {
        out.push(line);
        line = word;
      } else line = line ? `${line} ${word}` : word;
    }
    out.push(line);
    run = [];
  };
  for (const line of file.lines) {
    if (/^```|^~~~/.test(line)) fenced = !fenced;
    if (!fenced && /^[A-Za-z`*[(]/.test(line) && !/^\*\s|\|| {2}$|::$|^[-=~]+$/.test(line)) run.push(line);
    else {
      flush();
      out.push(line);
    }
  }
  flush();
  return out.join('\n');
}

const underlines = (file) => file.lines.map((line, at) => (at > 0 && /^(=+|-+|~+)$/.test(line) && line.length >= file.lines[at - 1].trim().length
  && file.lines[at - 1].trim()
  ? ({ '=': '#', '-': '*', '~': '+' }[line[0]]).repeat(line.length) : line)).join('\n');

const keywords = /\b(select|from|where|insert|into|values|create|table|update|set|delete|join|on|primary|key|not|null|default|index|alter|drop|if|exists|and|or|order|by|group|integer|text|varchar|references|unique)\b/gi;

const reformatted = {
  ...base, what: 'scope', name: 'the whole file in another layout',
  why: 'Nobody asked for another layout; the one line that matters is lost among the others, and every open branch conflicts.',
  shapes: sized(12, [
    shape('quotes', (file) => (['python', 'javascript', 'typescript', 'tsx', 'ruby', 'php', 'css', 'yaml', 'toml'].includes(file.language)
      ? widely(file, quotesTurned(file)) : null)),
    shape('braces or indentation of data', (file) => (['c', 'cpp', 'java', 'php', 'css'].includes(file.language) ? widely(file, allman(file))
      : file.language === 'json' ? widely(file, jsonIndent(file)) : null)),
    shape('semicolons or capitals of keywords', (file) => {
      if (scripts.includes(file.language)) return severalLined(file) || /^\s*[([]/m.test(file.text) ? null
        : widely(file, file.text.replace(/;$/gm, ''));
      if (file.language === 'sql') return widely(file,
        file.lines.map((line) => (isRemark(line) ? line : line.replace(keywords,
        (word) => (word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase())))).join('\n'));
      if (file.language === 'dockerfile') return widely(file,
        file.text.replace(/^(FROM|RUN|COPY|ENV|WORKDIR|CMD|EXPOSE|ARG|ENTRYPOINT|USER|LABEL|ADD)\b/gm, (word) => word.toLowerCase()));
      return null;
    }),
    unseen('no blanks around operators', (file) => ([...code, 'php', 'sql', 'toml', 'makefile'].includes(file.language) && file.language !== 'shell'
      ? widely(file, tight(file)) : null)),
    unseen('lines of prose broken anew', (file, tools) => (isDocument(file) ? widely(file, rewrapped(file, tools.pick([60, 100, 1000]))) : null)),
    unseen('order of keys', (file) => (file.language === 'json' ? widely(file, jsonIndent(file, true)) : null)),
    unseen('marks of lists and headings', (file) => (file.language === 'markdown'
      ? widely(file, file.text.replace(/^(\s*)- /gm, '$1* ').replace(/^(#+) (.+)$/gm, '$1 $2 $1'), 3)
      : file.language === 'rst' ? widely(file, underlines(file), 2) : null)),
    unseen('one statement or rule a line', (file) => {
      if (file.language === 'css') return widely(file, file.text.replace(/\{\n((?: {2,}|\t)[^{}]*?)\n\}/g,
        (all, inner) => `{ ${inner.split('\n').map((line) => line.trim()).join(' ')} }`), 2);
      if (file.language === 'yaml') return widely(file, file.lines.map((line) => line.replace(/^(\s*)- /, '$1-   ')).join('\n'));
      if (file.language === 'shell') return widely(file,
        file.lines.flatMap((line) => { const m = /^(\s*)(.*); (then|do)$/.exec(line); return m ? [m[1] + m[2], m[1] + m[3]] : [line]; }).join('\n'),
        3);
      return file.language === 'html' ? widely(file, file.text.replace(/<(\/?)([a-z]+)(?=[ >])/g,
        (all, slash, name) => `<${slash}${name.toUpperCase()}`)) : null;
    }),
  ]),
};

// The notice at the top: {from, to} of its lines.
function noticeOf(file) {
  const at = file.lines.slice(0, 30).findIndex((line) => /copyright|SPDX-License|licensed under/i.test(line));
  if (at < 0 || isDocument(file) || file.language === 'json') return null;
  let from = at;
  let to = at + 1;
  const belongs = (line) => line !== undefined && /^\s*(#(?!!|include|define|ifndef|pragma)|\/\/|\/?\*|--|;|<!--|""")/.test(line);
  if (!belongs(file.lines[at]) && !/^\s+\S/.test(file.lines[at])) return null;
  while (from > 0 && belongs(file.lines[from - 1])) --from;
  while (to < file.lines.length && belongs(file.lines[to])) ++to;
  return to - from < 40 ? { from, to, at } : null;
}

const noticed = (make) => (file, tools) => {
  const notice = noticeOf(file);
  return notice && changed(file, make(notice, file, tools));
};
const lineBy = (form, to) => (notice, file) => {
  const at = file.lines.findIndex((line, index) => index >= notice.from && index < notice.to && form.test(line));
  return at < 0 ? null : replaceLine(file, at, file.lines[at].replace(form, to));
};
const whole = (notice, file) => /^\s*(\/\*|<!--|""")/.test(file.lines[notice.from]) === /(\*\/|-->|""")\s*$/.test(file.lines[notice.to - 1]);

const notices = {
  ...base, what: 'scope', name: 'the notice of the licence lost or changed', languages: [...code, 'php', 'css', 'html', 'sql', 'yaml', 'toml', ...builds],
  why: 'The licence asks that the notice stays; whoever changes the code may not change who owns it.',
  shapes: sized(8, [
    shape('all of it gone', noticed((notice, file) => (whole(notice, file) ? replaceLines(file, notice.from, notice.to) : null))),
    shape('another owner', noticed(lineBy(/(copyright\s+(?:\(c\)|©)?\s*[\d, -]*\s*(?:by )?)(?=\w)[^.*\n]{3,}/i, '$1Your Company'))),
    shape('the line of copyright gone', noticed((notice, file) => (/copyright/i.test(file.lines[notice.at])
      && /^\s*(#|\/\/|\*|--)\s/.test(file.lines[notice.at]) ? replaceLines(file, notice.at, notice.at + 1) : null))),
    unseen('another year', noticed(lineBy(/(copyright\D{0,12})(\d{4})/i, (all, before, year) => `${before}${Number(year) === 2024 ? 2025 : 2024}`))),
    unseen('another licence', noticed(lineBy(/(SPDX-License-Identifier: )[\w.-]+(?: (?:OR|AND|WITH) [\w.-]+)*|Apache License|MIT License|BSD[- ]style|GNU (?:Lesser )?General Public License|Mozilla Public License/,
      (all, spdx) => (spdx ? `${spdx}${all.includes('MIT') ? 'Apache-2.0' : 'MIT'}` : all === 'MIT License' ? 'Apache License' : 'MIT License')))),
    unseen('the rest of it gone', noticed((notice, file) => (notice.to - notice.from > 5 && /^\s*(#|\/\/|--)/.test(file.lines[notice.from])
      ? replaceLines(file, notice.at + 1, notice.to) : null))),
    unseen('the line of SPDX gone', noticed((notice, file) => {
      const at = file.lines.findIndex((line, index) => index < 30 && /^\s*(#|\/\/|\*|--) *SPDX-License-Identifier/.test(line));
      return at < 0 ? null : replaceLines(file, at, at + 1);
    })),
    unseen('in place of it a line of the editor',
      noticed((notice, file, tools) => (whole(notice, file) ? replaceLines(file, notice.from, notice.to,
      remark(file, tools.pick(['All rights reserved.', `${file.name} - generated by AI`, 'Copyright (c) 2025 Author Name']))) : null))),
  ]),
};

const licenceFile = (tools) => ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'COPYING', 'LICENCE'].find((name) => tools.repo.has(name));
const licence = (make) => (file, tools) => {
  const path = licenceFile(tools);
  const text = path && tools.repo.text(path);
  const made = text ? make(text, tools) : undefined;
  return made === undefined || made === text ? null : { files: { [path]: made } };
};

const licences = {
  ...base, what: 'scope', name: 'the licence of the repository changed', languages: ['markdown', 'json', 'toml', 'python', 'go', 'rust', 'c', 'java', 'ruby'],
  why: 'What others may do with all of the code is decided by its owners, not by an edit.',
  shapes: [
    shape('deleted', licence(() => null)),
    shape('another owner', licence((text) => text.replace(/^( *copyright (?:\(c\)|©)?\s*[\d, -]*).+$/im, '$1Your Name'))),
    shape('another year', licence((text) => text.replace(/^( *copyright\D{0,12})\d{4}/im, '$12026'))),
    unseen('a clause gone', licence((text) => { const parts = text.split(/\n\n+/); return parts.length > 4
      ? [...parts.slice(0, 2), ...parts.slice(3)].join('\n\n') : text; })),
    unseen('another licence', licence((text) => (/^\s*MIT License/.test(text)
      ? 'All rights reserved.\n' : 'MIT License\n\nCopyright (c) 2026 The Authors\n\nPermission is hereby granted, free of charge, to any person obtaining a copy.\n'))),
    unseen('emptied', licence(() => '')),
    unseen('in the manifest', (file, tools) => {
      for (const path of ['package.json', 'Cargo.toml', 'pyproject.toml']) {
        const text = tools.repo.has(path) ? tools.repo.text(path) : '';
        const made = text.replace(/("license": *"|^license = ")([\w.-]+)"/m,
          (all, before, name) => `${before}${name === 'MIT' ? 'UNLICENSED' : 'MIT'}"`);
        if (made !== text) return { files: { [path]: made } };
      }
      return null;
    }),
  ],
};

const isRun = (file) => /^#!/.test(file.lines[0]) && (file.mode === undefined || file.mode === '100755');
const mode = (file, bits, text = file.text) => ({ files: { [file.path]: { mode: bits, text } } });
const remarked = (file, tools) => {
  const spot = spotOf(file, tools);
  return spot ? insertAt(file, spot.at, remark(file, 'Kept in this order.', spot.indent)) : file.text;
};

const bitLost = {
  ...base, name: 'the executable bit lost', languages: ['shell', 'python', 'ruby', 'javascript'],
  why: 'The script is run by its name; written anew it cannot be started any more.',
  shapes: [
    shape('alone', (file) => (isRun(file) ? mode(file, '100644') : null)),
    shape('with an edit', (file, tools) => (isRun(file) ? mode(file, '100644', remarked(file, tools)) : null)),
    shape('with the first line', (file) => (isRun(file) ? mode(file, '100644', file.lines.slice(1).join('\n')) : null)),
    unseen('of all in the folder', (file, tools) => {
      if (!isRun(file)) return null;
      const all = tools.repo.files(file.language).filter((one) => one.folder === file.folder && isRun(one));
      return all.length > 1 ? { files: Object.fromEntries(all.map((one) => [one.path, { mode: '100644', text: one.text }])) } : null;
    }),
    unseen('written anew', (file) => (isRun(file) ? mode(file, '100644', file.text.replace(/\n*$/, '\n\n')) : null)),
    unseen('moved', (file) => (isRun(file) && !/[\\/]bin\//.test(file.path)
      ? { files: { [file.path]: null, [file.path.replace(/(\.\w+)?$/, '_main$1')]: { mode: '100644', text: file.text } } } : null)),
  ],
};

const bitGained = {
  ...base, what: 'scope', name: 'the executable bit on a file nobody runs', languages: every.filter((language) => language !== 'shell'),
  why: 'The file has no first line that would start it; the bit came from a folder or a copy, and nobody asked for it.',
  shapes: [
    shape('alone', (file) => (/^#!/.test(file.lines[0]) ? null : mode(file, '100755'))),
    shape('with an edit', (file, tools) => (/^#!/.test(file.lines[0]) || file.language === 'json' ? null
      : mode(file, '100755', remarked(file, tools)))),
    shape('of its folder', (file, tools) => {
      const all = tools.repo.files(file.language).filter((one) => one.folder === file.folder && !/^#!/.test(one.lines[0])).slice(0, 20);
      return all.length > 1 ? { files: Object.fromEntries(all.map((one) => [one.path, { mode: '100755', text: one.text }])) } : null;
    }),
    unseen('of a new file', (file, tools) => (isDocument(file) || /^#!/.test(file.lines[0]) ? null
      : { files: { [`${file.folder && file.folder !== '.' ? `${file.folder}/` : ''}${tools.invent('notes')}.md`]
      : { mode: '100755', text: '# Notes\n\nHow the parts of this folder fit together.\n' } } })),
    unseen('of the licence', (file, tools) => {
      const path = licenceFile(tools);
      return path ? { files: { [path]: { mode: '100755', text: tools.repo.text(path) } } } : null;
    }),
    unseen('with a line that starts nothing',
      (file) => (['go', 'rust', 'c', 'cpp', 'java', 'css', 'html', 'json', 'yaml', 'toml'].includes(file.language) && !/^#!/.test(file.lines[0])
      ? mode(file, '100755', file.text.replace(/\n*$/, '\n\n')) : null)),
  ],
};

const homes = ['/home/dev/projects/app', '/Users/dev/Documents/work/app', '/home/ubuntu/app', '/root/app', 'C:\\\\Users\\\\dev\\\\source\\\\app',
  '/workspace/app', '/mnt/c/Users/dev/app'];
const temporary = ['/tmp/tmpx8f3k2_1', '/private/var/folders/zz/zyxvpxvq6csfxvn/T/app', '/tmp/pytest-of-dev/pytest-12', '/var/tmp/build-4711'];

const relativeStrings = (file) => stringsOf(file).filter((one) => /^\.{0,2}\/?[\w.-]+(\/[\w.-]+)+$/.test(one.text) && !/^\/\w/.test(one.text)
  && !/\d\/\d|^application\/|^text\/|^image\/|^\w+\/\w+$/.test(one.text));

// Whether the repository has something of that name, with or without its ending.
function isPlace(tools, text) {
  const name = text.replace(/^(\.{1,2}\/)+/, '').replace(/\/$/, '');
  return tools.repo.names.some((one) => `/${one}`.endsWith(`/${name}`) || `/${one.replace(/(\/index)?\.\w+$/, '')}`.endsWith(`/${name}`)
    || `/${one}`.includes(`/${name}/`));
}

function pathIn(file, tools, folders) {
  const one = tools.pick(relativeStrings(file).filter((string) => isPlace(tools, string.text)));
  if (!one || isDocument(file)) return null;
  const line = file.lines[one.line];
  const path = `${tools.pick(folders)}/${one.text.replace(/^(\.{1,2}\/)+/, '')}`;
  return replaceLine(file, one.line, `${line.slice(0, one.from + 1)}${path}${line.slice(one.to - 1)}`);
}

const machinePaths = {
  ...base, name: 'a path of the machine of one person',
  why: 'The path exists on one machine; for everybody else the file, the link or the command is broken.',
  shapes: sized(5, [
    shape('instead of a relative path', (file, tools) => pathIn(file, tools, homes)),
    shape('in a remark', (file, tools) => {
      const spot = spotOf(file, tools);
      return spot && !isDocument(file) && file.language !== 'json'
        ? insertAt(file, spot.at, remark(file, `See ${tools.pick(homes).replaceAll('\\\\', '\\')}/${file.path}`, spot.indent)) : null;
    }),
    shape('a link of a document', (file, tools) => {
      const link = tools.pick(file.language === 'markdown' ? linksOf(file).filter((one) => /^[\w.][\w./-]*$/.test(one.target)) : []);
      if (!link) return null;
      const line = file.lines[link.line];
      return replaceLine(file, link.line,
        `${line.slice(0, link.from)}[${link.text}](${tools.pick(['file://', ''])}${tools.pick(homes.slice(0, 4))}/${link.target})${line.slice(link.to)}`);
    }),
    unseen('a temporary folder', (file, tools) => pathIn(file, tools, temporary)),
    unseen('a command', (file, tools) => {
      const cd = `cd ${tools.pick(homes.slice(0, 4))}`;
      if (file.language === 'shell') return /^#!/.test(file.lines[0]) ? insertAt(file, 1, cd) : null;
      if (file.language === 'markdown') {
        const fence = tools.pick(fencesOf(file).filter((one) => /^(sh|bash|shell|console)?$/.test(one.info) && one.to - one.from > 2));
        return fence ? insertAt(file, fence.from + 1, /console/.test(fence.info) || /^\$ /.test(file.lines[fence.from + 1]) ? `$ ${cd}` : cd) : null;
      }
      const at = tools.pick(file.lines.flatMap((line, index) => (file.language === 'makefile' ? /^\t[a-z]/.test(line)
        : file.language === 'dockerfile' ? /^RUN [a-z]/.test(line) : file.language === 'yaml' ? /^\s*-? ?run: [a-z]/.test(line) : false) ? [index]
        : []));
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(/^(\t|RUN |\s*-? ?run: )/, `$1${cd} && `));
    }),
    unseen('the interpreter', (file, tools) => {
      const name = /^#!(?:\/usr\/bin\/env |\/(?:usr\/)?bin\/)([a-z]+)[\d.]*$/.exec(file.lines[0])?.[1];
      const homes = { python: ['/home/dev/.pyenv/versions/3.11.2/bin/python', '/home/dev/app/.venv/bin/python'],
        node: ['/Users/dev/.nvm/versions/node/v20.1.0/bin/node'], ruby: ['/home/dev/.rbenv/versions/3.2.2/bin/ruby'],
        bash: ['/opt/homebrew/bin/bash', '/nix/store/9k1-bash-5.2/bin/bash'], sh: ['/data/data/com.termux/files/usr/bin/sh'] };
      return homes[name] ? replaceLine(file, 0, `#!${tools.pick(homes[name])}`) : null;
    }),
    unseen('an import or include', (file, tools) => {
      const one = tools.pick(importsOf(file).filter((each) => each.relative && /["']/.test(each.line)));
      return one ? replaceLine(file, one.from, one.line.replace(/(["'])[^"']+\1/,
        (all, quote) => `${quote}${tools.pick(homes.slice(0, 4))}/${one.target.replace(/^(\.{1,2}\/)+/, '')}${quote}`)) : null;
    }),
    unseen('a value of the settings', (file, tools) => {
      if (!['yaml', 'toml', 'makefile', 'dockerfile', 'json'].includes(file.language)) return null;
      const form = /^(\s*"?[\w.-]+"?\s?(?:: |:?= ?)"?)(\.{0,2}\/?[A-Za-z][\w.-]*\/[\w./-]+)("?,?)$/;
      const at = tools.pick(file.lines.flatMap((line, index) => (form.test(line) && isPlace(tools, form.exec(line)[2])
        && !/^\s*"?(uses|image|version|repo|name)/.test(line) ? [index] : [])));
      return at === undefined ? null : replaceLine(file, at,
        file.lines[at].replace(form, (all, before, path,
        after) => `${before}${tools.pick(homes.slice(0, 4))}/${path.replace(/^(\.{0,2}\/)+/, '')}${after}`));
    }),
    unseen('the beginning of a trace', (file, tools) => {
      const block = blockOf(file, tools, 3);
      return block && isDocument(file) ? insertAt(file, block.from, `The file is at ${tools.pick(homes).replaceAll('\\\\', '\\')}/${file.path}.`, '')
        : null;
    }),
  ]),
};

export const kinds = keepingEnds([reformatted, notices, licences, bitLost, bitGained, machinePaths]);
