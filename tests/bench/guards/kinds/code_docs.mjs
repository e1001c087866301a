// Documentation in code that is lost: of functions, types, fields and whole files.
import { indentOf } from '../source.mjs';
import { edited } from './code/edits.mjs';
import { all, by, docsOf, isTestOf, remark, seen, unseen } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { typesOf } from './code/things.mjs';

const words = (lines) =>
  lines
    .join(' ')
    .split(/\s+/)
    .filter((word) => /\w{2}/.test(word)).length;
const isLegal = (lines) =>
  /copyright|made by|generated|licen[cs]e|SPDX|shellcheck|eslint|pylint|noqa|type: ignore|prettier|clang-format|NOLINT|go:|nolint|coding[:=]|frozen_string/i.test(
    lines.join('\n'),
  );
// Documents of functions others can call; `least` words of it.
const documented = (file, least = 6) =>
  docsOf(file).filter(
    (doc) =>
      doc.of.exported &&
      !doc.of.name.startsWith('_') &&
      !isTestOf(file, doc.of) &&
      file.place !== 'test' &&
      !isLegal(file.lines.slice(doc.from, doc.to)) &&
      words(file.lines.slice(doc.from, doc.to)) >= least &&
      maskOf(file)
        .slice(doc.from, doc.to)
        .every((line) => line.replace(/["']/g, '').trim() === '' || /^\s*(@|#\[)/.test(line)),
  );

// Only the remark, not decorators that may stand between it and the head.
const own = (file, doc) => {
  let { to } = doc;
  while (to > doc.from && /^\s*(@|#\[)/.test(maskOf(file)[to - 1])) --to;
  return { from: doc.from, to };
};

// The remark or docstring of a type: {from, to}.
function docOfType(file, type) {
  if (file.language === 'python') {
    const from = type.open + 1;
    const mark = /^\s*[rRuU]?("""|''')/.exec(file.lines[from] ?? '')?.[1];
    if (!mark) return null;
    let to = from;
    if (file.lines[from].trim().indexOf(mark, 4) < 0)
      do ++to;
      while (to < type.to && !file.lines[to].includes(mark));
    return to + 1 < type.to ? { from, to: to + 1 } : null;
  }
  let to = type.from;
  while (to > 0 && /^\s*(@\w|#\[|template)/.test(file.lines[to - 1])) --to;
  let from = to;
  const form = file.language === 'rust' ? /^\s*\/\/\// : file.language === 'ruby' ? /^\s*#/ : /^\s*(\/\/|\/\*|\*)/;
  while (from > 0 && form.test(file.lines[from - 1]) && maskOf(file)[from - 1].trim() === '') --from;
  return from < to ? { from, to } : null;
}
const documentedTypes = (file) =>
  file.place === 'test'
    ? []
    : typesOf(file)
        .map((type) => ({ type, doc: docOfType(file, type) }))
        .filter(
          ({ type, doc }) =>
            doc && !type.name.startsWith('_') && words(file.lines.slice(doc.from, doc.to)) >= 5 && !isLegal(file.lines.slice(doc.from, doc.to)),
        );

// What a file says of itself at its head: {from, to}.
function headOf(file) {
  const { lines } = file;
  let at = lines[0]?.startsWith('#!') ? 1 : 0;
  while (at < lines.length && lines[at].trim() === '') ++at;
  let from = at;
  const end = (last) => {
    let to = from;
    while (to < lines.length && !last.test(lines[to].slice(to === from ? 4 : 0))) ++to;
    return to + 1;
  };
  let to;
  if (file.language === 'python') {
    const mark = /^[rRuU]?("""|''')/.exec(lines[from] ?? '')?.[1];
    if (!mark) return null;
    to = lines[from].trim().indexOf(mark, 4) >= 0 ? from + 1 : end(new RegExp(mark));
  } else if (file.language === 'go') {
    const pack = lines.findIndex((line) => /^package \w/.test(line));
    to = pack;
    from = pack;
    while (from > 0 && /^\/\//.test(lines[from - 1])) --from;
  } else if (/^\/\*/.test(lines[from] ?? '') && !['ruby', 'shell'].includes(file.language)) {
    to = from;
    while (to < lines.length && !/\*\//.test(lines[to])) ++to;
    ++to;
  } else {
    const form = file.language === 'rust' ? /^\/\/!/ : ['ruby', 'shell'].includes(file.language) ? /^#(?!!)/ : /^\/\//;
    to = from;
    while (to < lines.length && form.test(lines[to])) ++to;
  }
  return to > from && words(lines.slice(from, to)) >= 6 && !isLegal(lines.slice(from, to)) ? { from, to } : null;
}

// The shortest doc that says no more than the name does.
const vacuous = (file, doc) => {
  const indent = indentOf(file.lines[doc.from]);
  const said = `${doc.of.name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .toLowerCase()}`;
  const text = said[0].toUpperCase() + said.slice(1);
  return by(file.language, {
    python: [`${indent}"""${text}."""`],
    go: [`${indent}// ${doc.of.name} ${said}.`],
    rust: [`${indent}/// ${text}.`],
    ruby: [`${indent}# ${text}.`],
    shell: [`${indent}# ${text}.`],
    script: [`${indent}/** ${text}. */`],
    java: [`${indent}/** ${text}. */`],
    native: [`${indent}${/^\s*\/\*/.test(file.lines[doc.from]) ? `/** ${text}. */` : `// ${text}.`}`],
  });
};

// What a doc says of parameters and results, as whole lines.
function parameterLines(file, doc) {
  const lines = file.lines.slice(doc.from, doc.to);
  const found = [];
  const tag = /^\s*(?:\*|\/\/\/?|#)?\s*(@param|@returns?|@throws|@raise|:param|:return|:returns|:raises|:type|\\param|@arg)\b/;
  lines.forEach((line, i) => {
    if (!tag.test(line) || /\*\/|"""/.test(line)) return;
    let to = i + 1;
    while (
      to < lines.length &&
      !tag.test(lines[to]) &&
      /^\s*(\*|\/\/\/?|#)?\s{2,}\w/.test(lines[to]) &&
      indentOf(lines[to]).length >= indentOf(line).length &&
      !/\*\/|"""/.test(lines[to]) &&
      !/^\s*(\*|#)?\s*$/.test(lines[to])
    )
      ++to;
    found.push({ from: doc.from + i, to: doc.from + to });
  });
  if (found.length > 0) return found;
  const at = lines.findIndex((line) => /^\s*(Args|Arguments|Parameters|Returns|Raises):\s*$/.test(line));
  if (at < 0) return [];
  let to = at + 1;
  while (to < lines.length - 1 && (lines[to].trim() === '' || indentOf(lines[to]).length > indentOf(lines[at]).length)) ++to;
  return to > at + 1 && to < lines.length ? [{ from: doc.from + at, to: doc.from + to }] : [];
}

// Remarks on the fields of types: above a member, or at its end.
function fieldRemarks(file) {
  const mark = by(file.language, { python: /^\s+#: ?\w|^\s+# \w/, ruby: /^\s+# \w/, rust: /^\s+\/\/\/ \w/, shell: /$^/, other: /^\s+(\/\/\/?|\/\*\*) ?\w/ });
  return typesOf(file)
    .filter((type) => !/^\s*(class|def)/.test(type.line) || file.language !== 'ruby')
    .flatMap((type) => {
      const found = [];
      const depth = Math.min(
        ...file.lines
          .slice(type.from + 1, type.to - 1)
          .filter((line) => line.trim() !== '')
          .map((line) => indentOf(line).length),
      );
      for (let at = type.from + 1; at + 1 < type.to; ++at) {
        if (indentOf(file.lines[at]).length !== depth || mark.test(file.lines[at - 1]) || /\bfriend\b/.test(file.lines[at + 1])) continue;
        if (!mark.test(file.lines[at]) || maskOf(file)[at].trim() !== '' || indentOf(file.lines[at]) !== indentOf(file.lines[at + 1])) continue;
        if (
          /^\s*[\w*<>[\]:, .&?]+(;|,| = .*|\s+`.*`)?$/.test(maskOf(file)[at + 1]) &&
          maskOf(file)[at + 1].trim() !== '' &&
          !isLegal([file.lines[at]]) &&
          words([file.lines[at]]) > 2
        )
          found.push(at);
      }
      return found;
    });
}

const lostDocs = {
  name: 'documentation lost',
  class: 6,
  what: 'defect',
  languages: all,
  why: 'What it documents is still there and public; nobody who orders a change of code means that its description should go.',
  shapes: [
    seen('of a function', (file, tools) => {
      const doc = tools.pick(documented(file));
      return doc && edited(file, { file, ...own(file, doc), lines: [] });
    }),
    seen('of a type', (file, tools) => {
      const one = tools.pick(documentedTypes(file));
      return one && edited(file, { file, ...one.doc, lines: [] });
    }),
    seen('what it says of parameters', (file, tools) => {
      const doc = tools.pick(documented(file, 8).filter((one) => parameterLines(file, one).length > 0));
      return doc && edited(file, ...parameterLines(file, doc).map((part) => ({ file, ...part, lines: [] })));
    }),
    unseen('of the file', (file) => {
      const head = headOf(file);
      return head && edited(file, { file, from: head.from, to: head.to, lines: [] });
    }),
    unseen('shortened to the name', (file, tools) => {
      const doc = tools.pick(documented(file, 14));
      return doc && edited(file, { file, ...own(file, doc), lines: vacuous(file, doc) });
    }),
    unseen('a TODO in its place', (file, tools) => {
      const doc = tools.pick(documented(file, 10));
      if (!doc) return null;
      const indent = indentOf(file.lines[doc.from]);
      const text = tools.pick(['TODO: document', 'TODO: write docs', 'Documentation pending']);
      return edited(file, {
        file,
        ...own(file, doc),
        lines: [
          indent +
            by(file.language, { python: `"""${text}"""`, script: `/** ${text} */`, java: `/** ${text} */`, rust: `/// ${text}`, other: remark(file, text) }),
        ],
      });
    }),
    unseen('of all functions of the file', (file) => {
      const docs = documented(file);
      return docs.length > 2 ? edited(file, ...docs.map((doc) => ({ file, ...own(file, doc), lines: [] }))) : null;
    }),
    unseen('of fields', (file, tools) => {
      const list = fieldRemarks(file);
      const from = tools.pick(list);
      return list.length > 1 ? edited(file, { file, from, to: from + 1, lines: [] }) : null;
    }),
  ],
};

export const kinds = [lostDocs];
