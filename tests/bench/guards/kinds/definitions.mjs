// Definitions that are lost while others need them.
import { functionsOf, indentOf } from '../source.mjs';
import { edited, insertion, replacement, reworded, tidyCut } from './code/edits.mjs';
import { all, but, by, isTestOf, remark, seen, solidFunctions, startOf, unseen } from './code/idiom.mjs';
import { cap } from './code/ghosts.mjs';
import { maskOf } from './code/mask.mjs';
import { isScript } from './code/own.mjs';
import { neededConstants, neededMembers, neededTypes } from './code/things.mjs';
import { callsTo, escape, isEverywhere } from './code/uses.mjs';

// Functions (or methods) that are certainly called from elsewhere.
const calledOnes = new WeakMap();

export function calledFunctions(file, tools, method) {
  const known = calledOnes.get(file) ?? calledOnes.set(file, {}).get(file);
  known[method] ??= functionsOf(file).filter(
    (f) =>
      Boolean(f.method) === method &&
      maskOf(file)[f.from].trim() !== '' &&
      !isTestOf(file, f) &&
      f.name !== 'main' &&
      !isEverywhere(file.language, f.name) &&
      !/^(get|set) /.test(f.line.trim()) &&
      !/^\s*(@|#\[(test|cfg))/.test(file.lines[f.from - 1] ?? '') &&
      callsTo(file, f, tools).length > 0,
  );
  return known[method];
}

const pickCalled = (file, tools, method) => tools.pick(calledFunctions(file, tools, method));

// The lines as remarks, as editors make them: the mark at the indentation of the first.
export function commented(file, from, to) {
  const base = indentOf(file.lines[from]);
  const inner = (line) => line.slice(line.startsWith(base) ? base.length : indentOf(line).length);
  if (file.language === 'c' && !/^\s*\/\/ /m.test(file.text))
    return [`${base}/*`, ...file.lines.slice(from, to).map((line) => line.replace(/\*\//g, '* /').replace(/\/\*/g, '/ *')), `${base}*/`];
  return file.lines.slice(from, to).map((line) => (line.trim() === '' ? line : base + remark(file, inner(line)).trimEnd()));
}

const lost = (method) => (file, tools) => {
  const f = pickCalled(file, tools, method);
  return f && edited(file, tidyCut(file, startOf(file, f), f.to));
};

const lostForRemark = (method, words) => (file, tools) => {
  const f = pickCalled(file, tools, method);
  return f && edited(file, { file, from: startOf(file, f), to: f.to, lines: [f.indent + remark(file, tools.pick(words).replace('%', f.name))] });
};

const lostAsRemark = (method) => (file, tools) => {
  const f = pickCalled(file, tools, method);
  return f && edited(file, { file, from: f.from, to: f.to, lines: commented(file, f.from, f.to) });
};

// A function and the one below it go together, of which one is needed.
const lostInPairs = (method) => (file, tools) => {
  const list = functionsOf(file);
  const fit = calledFunctions(file, tools, method).flatMap((f) =>
    list
      .filter(
        (g) =>
          g.indent === f.indent &&
          g.from >= f.to &&
          g.from - f.to < 12 &&
          !file.lines.slice(f.to, g.from).some((line) => /^\S/.test(line) && !/^(\/\/|#|\/?\*|@|export default|template)/.test(line)),
      )
      .slice(0, 1)
      .map((g) => [f, g]),
  );
  const pair = tools.pick(fit);
  return pair && edited(file, tidyCut(file, startOf(file, pair[0]), pair[1].to));
};

// The end of a long file that an answer left out.
function lostEnd(file, tools) {
  const f = tools.pick(calledFunctions(file, tools, false).filter((one) => one.indent === '' && startOf(file, one) > 20 && file.lines.length - one.from > 10));
  return f && edited(file, { ...tidyCut(file, startOf(file, f), file.lines.length), lines: [''] });
}

const lostFunction = {
  name: 'a function lost that is still called',
  class: 6,
  what: 'defect',
  languages: but('java'),
  why: 'Its name is defined nowhere else in the repository and calls of it are left, in the same file or in files that import it.',
  shapes: [
    seen('deleted with its remarks', lost(false)),
    seen('left as a comment', lostAsRemark(false)),
    unseen('a remark in its place', lostForRemark(false, ['% moved to a separate module', 'Removed %: no longer needed', '% is now handled by the caller'])),
    unseen('lost with its neighbour', lostInPairs(false)),
    unseen('the end of the file lost', lostEnd),
    seen('kept as a head without its body', (file, tools) => {
      const f = pickCalled(file, tools, false);
      const lines =
        f &&
        by(file.language, {
          python: null,
          ruby: null,
          shell: null,
          native: [
            `${file.lines
              .slice(f.from, f.open + 1)
              .join('\n')
              .replace(/\s*\{\s*$/, '')};`,
          ],
          other: null,
        });
      return lines && (file.language !== 'cpp' || f.indent === '') && !/inline|template|constexpr|static/.test(f.line) && !file.text.includes('= default')
        ? edited(file, { file, from: f.from, to: f.to, lines })
        : null;
    }),
  ],
};

const lostMethod = {
  name: 'a method lost that is still called',
  class: 6,
  what: 'defect',
  languages: but('c', 'shell'),
  why: 'Other methods of the class call it on themselves, and no class of the repository has another of that name.',
  shapes: [
    seen('deleted with its remarks', lost(true)),
    seen('left as a comment', lostAsRemark(true)),
    unseen('a remark in its place', lostForRemark(true, ['% omitted for brevity', '%: see base class', '... % unchanged ...'])),
    unseen('lost with its neighbour', lostInPairs(true)),
    unseen('moved out of its class', (file, tools) => {
      if (!['python', 'ruby', 'javascript', 'typescript', 'tsx'].includes(file.language)) return null;
      const f = tools.pick(
        calledFunctions(file, tools, true).filter(
          (one) => indentOf(file.lines[one.from]).length > 0 && !file.lines.slice(one.from, one.to).some((line) => /["'`]{3}|`|super/.test(line)),
        ),
      );
      if (!f) return null;
      const from = startOf(file, f);
      const head = (line) => (isScript(file.language) ? line.replace(/^(async )?(\w+)\(/, '$1function $2(') : line);
      const lines = file.lines
        .slice(from, f.to)
        .map((line, at) => (line.startsWith(f.indent) ? (from + at === f.from ? head(line.slice(f.indent.length)) : line.slice(f.indent.length)) : line));
      if (isScript(file.language) && !/^(async )?function \w+\(/.test(lines[f.from - from])) return null;
      return edited(
        file,
        tidyCut(file, from, f.to),
        insertion(file, file.lines.length - (file.lines.at(-1) === '' ? 1 : 0), '', ...(file.language === 'python' ? [''] : []), ...lines),
      );
    }),
  ],
};

const pickConstant = (file, tools) => tools.pick(neededConstants(file, tools));

const lostConstant = {
  name: 'a constant lost that is used',
  class: 6,
  what: 'defect',
  languages: all,
  why: 'It is written once in the repository, and other lines of the same file read it.',
  shapes: [
    seen('deleted', (file, tools) => {
      const one = pickConstant(file, tools);
      return one && edited(file, { file, from: one.line, to: one.line + 1, lines: [] });
    }),
    seen('left as a comment', (file, tools) => {
      const one = pickConstant(file, tools);
      return one && edited(file, replacement(file, one.line, indentOf(one.text) + remark(file, one.text.trim())));
    }),
    unseen('under another name', (file, tools) => {
      const one = pickConstant(file, tools);
      const caps = one && one.name === one.name.toUpperCase();
      return (
        one &&
        edited(
          file,
          replacement(
            file,
            one.line,
            one.text.replace(one.name, tools.invent(caps ? tools.pick([`DEFAULT_${one.name}`, `${one.name}_VALUE`]) : `${one.name}Value`)),
          ),
        )
      );
    }),
    unseen('two at once', (file, tools) => {
      const list = tools.shuffle(neededConstants(file, tools)).slice(0, 2);
      return list.length === 2 ? edited(file, ...list.map((one) => ({ file, from: one.line, to: one.line + 1, lines: [] }))) : null;
    }),
    unseen('moved into one function', (file, tools) => {
      if (['c', 'cpp', 'java', 'ruby', 'shell'].includes(file.language)) return null;
      for (const one of tools.shuffle(neededConstants(file, tools))) {
        const form = new RegExp(`(?<![\\w$.])${escape(one.name)}(?![\\w$])`);
        const users = solidFunctions(file, 2).filter((f) =>
          maskOf(file)
            .slice(f.open + 1, f.close)
            .some((line) => form.test(line)),
        );
        if (users.length < 2 || /^export|^pub/.test(one.text) || (file.language === 'go' && !/^(const|var)/.test(one.text))) continue;
        const f = users[0];
        return edited(file, { file, from: one.line, to: one.line + 1, lines: [] }, insertion(file, f.open + 1, f.bodyIndent + one.text.trim()));
      }
      return null;
    }),
  ],
};

const pickType = (file, tools) => tools.pick(neededTypes(file, tools));

const lostType = {
  name: 'a type or class lost that is used',
  class: 6,
  what: 'defect',
  languages: but('shell'),
  why: 'It is defined once in the repository, and other code of the same file names it.',
  shapes: [
    seen('deleted with its remarks', (file, tools) => {
      const one = pickType(file, tools);
      return one && edited(file, tidyCut(file, startOf(file, one), one.to));
    }),
    seen('left as a comment', (file, tools) => {
      const one = pickType(file, tools);
      return one && !file.lines.slice(one.from, one.to).some((line) => /\*\/|"""/.test(line))
        ? edited(file, { file, from: one.from, to: one.to, lines: commented(file, one.from, one.to) })
        : null;
    }),
    unseen('under another name', (file, tools) => {
      const one = pickType(file, tools);
      return (
        one &&
        edited(
          file,
          replacement(
            file,
            one.from,
            reworded(file, one.from, one.name, tools.invent(tools.pick([`${one.name}Impl`, `Base${cap(one.name)}`, `${one.name}V2`]))),
          ),
        )
      );
    }),
    unseen('all its members lost', (file, tools) => {
      const one = tools.pick(neededTypes(file, tools).filter((type) => type.to - type.from > 6));
      if (!one) return null;
      const last = file.lines[one.to - 1];
      const text = file.lines[one.from];
      const inside = by(file.language, {
        python: [`${text.endsWith(':') ? text : `${text.replace(/\(.*$/, '')}:`}`, `${one.indent}    pass`],
        other: [text, last],
      });
      return file.language === 'python' && !text.endsWith(':') ? null : edited(file, { file, from: one.from, to: one.to, lines: inside });
    }),
    unseen('a remark in its place', (file, tools) => {
      const one = pickType(file, tools);
      return (
        one &&
        edited(file, {
          file,
          from: startOf(file, one),
          to: one.to,
          lines: [one.indent + remark(file, tools.pick([`${one.name} definition unchanged`, `TODO: define ${one.name}`, `... ${one.name} ...`]))],
        })
      );
    }),
  ],
};

const pickMember = (file, tools) => tools.pick(neededMembers(file, tools));

const lostMember = {
  name: 'a member of an enum or a record lost that is used',
  class: 6,
  what: 'defect',
  languages: ['python', 'typescript', 'tsx', 'go', 'rust', 'c', 'cpp', 'java', 'ruby'],
  why: 'The type is left without it, other lines read it through the type, and no other type has one of that name.',
  shapes: [
    seen('deleted', (file, tools) => {
      const one = pickMember(file, tools);
      return one && edited(file, { file, from: one.line, to: one.line + 1, lines: [] });
    }),
    seen('left as a comment', (file, tools) => {
      const one = pickMember(file, tools);
      return one && edited(file, replacement(file, one.line, indentOf(one.text) + remark(file, one.text.trim().replace(/\s*\/[/*].*$/, ''))));
    }),
    unseen('under another name', (file, tools) => {
      const one = pickMember(file, tools);
      return (
        one &&
        edited(
          file,
          replacement(
            file,
            one.line,
            reworded(
              file,
              one.line,
              one.name,
              tools.invent(one.name === one.name.toUpperCase() ? `${one.name}_KIND` : /_/.test(one.name) ? `${one.name}_value` : `${one.name}Value`),
            ),
          ),
        )
      );
    }),
    unseen('misspelt', (file, tools) => {
      const one = tools.pick(neededMembers(file, tools).filter((each) => each.name.length > 4));
      const at = one && 2 + Math.floor(tools.random() * (one.name.length - 3));
      return one && edited(file, replacement(file, one.line, reworded(file, one.line, one.name, tools.invent(one.name.slice(0, at) + one.name.slice(at + 1)))));
    }),
    unseen('two at once', (file, tools) => {
      const list = tools.shuffle(neededMembers(file, tools)).slice(0, 2);
      return list.length === 2 ? edited(file, ...list.map((one) => ({ file, from: one.line, to: one.line + 1, lines: [] }))) : null;
    }),
  ],
};

export const kinds = [lostFunction, lostMethod, lostConstant, lostType, lostMember];
