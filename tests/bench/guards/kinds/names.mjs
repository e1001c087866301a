// Names that mean nothing where they stand, or two things at once.
import { indentOf } from '../source.mjs';
import { edited, insertion, replacement, reworded } from './code/edits.mjs';
import {
  all,
  bodyOf,
  by,
  hasWord,
  isTestOf,
  parametersOf,
  remark,
  scripts,
  seen,
  solidFunctions,
  startOf,
  throwing,
  unseen,
  workingFunctions,
} from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { isScript } from './code/own.mjs';
import { stepsOf } from './code/steps.mjs';
import { constantsOf, typesOf } from './code/things.mjs';
import { isEverywhere, linesWith } from './code/uses.mjs';
import { renamed } from './renames.mjs';
import { inClass } from './calls.mjs';

const whole = (text) =>
  ['()', '[]', '{}'].every(([a, b]) => text.split(a).length === text.split(b).length) &&
  text.split('`').length % 2 === 1 &&
  !/[,({[+\\|&=?:]\s*$|<<[~-]?['"A-Z]/.test(text);

// Whether the name may mean something else outside the function: a field, a method, a variable of
// the function around it.
function isKnownOutside(file, f, name, tools) {
  if (isEverywhere(file.language, name)) return true;
  const mask = maskOf(file);
  const form = new RegExp(`(?<![\\w'"])${name}(?![\\w'"])`);
  const outside = mask.some((line, at) => (at < f.from || at >= f.to) && form.test(line));
  if (['java', 'cpp', 'ruby'].includes(file.language))
    return (
      outside ||
      (file.language !== 'java' &&
        linesWith(tools, file.language, name).some((one) => one.file !== file && /^\s*(def|attr_\w+|[\w:<>]+[ *&])/.test(one.file.lines[one.line])))
    );
  if (file.language === 'shell')
    return file.lines.some((line, at) => (at < f.from || at >= f.to) && new RegExp(`\\b${name}=|\\bread\\b.*\\b${name}\\b|for ${name}\\b`).test(line));
  return outside && !f.method && f.indent !== '';
}

// Names of a function's own: made in its body, used there, known nowhere else in the file.
function localNames(file, f, tools) {
  const mask = maskOf(file);
  const form = by(file.language, {
    python: /^\s+(\w{3,})(?:: [\w[\], |.]+)? = (?!.*\b\1\b)/,
    script: /^\s+(?:const|let|var) (\w{3,})(?:: [^=]+)? = /,
    go: /^\s+(\w{3,}) := /,
    rust: /^\s+let (?:mut )?(\w{3,})(?:: [^=]+)? = /,
    native: /^\s+(?:const )?(?:auto|int|char|bool|size_t|double|std::string|string|unsigned|long|jv)[ *&]+(\w{3,}) = /,
    java: /^\s+(?:final )?[A-Z]\w*(?:<[^=]*>)? (\w{3,}) = |^\s+(?:int|long|boolean|char) (\w{3,}) = /,
    ruby: /^\s+(\w{3,}) = /,
    shell: /^\s+(?:local )?([a-z_]\w{2,})=/,
  });
  const found = [];
  for (let at = bodyOf(file, f).from; at < f.close; ++at) {
    const m = mask[at].trim() ? form.exec(mask[at]) : null;
    const name = m && (m[1] ?? m[2]);
    if (!name || found.some((one) => one.name === name) || hasWord(mask.slice(f.from, f.open + 1), name)) continue;
    const count = mask
      .slice(f.open + 1, f.close)
      .filter((line) =>
        new RegExp(`(?<![\\w.$])${name}(?:: [\\w[\\], |.]+)? :?=(?!=)|\\b(?:for|as|global|nonlocal) .*\\b${name}\\b|[,(] ?${name}\\b.* :?= `).test(line),
      ).length;
    if (
      count !== 1 ||
      file.lines.some(
        (line, i) =>
          (i < f.from || i >= f.to) && new RegExp(`(?<![\\w.'"])${name}(?![\\w'"(:])`).test(line) && /^\S|^\s*(import|from|use|global|export)\b/.test(line),
      )
    )
      continue;
    const uses = [];
    const word = file.language === 'shell' ? new RegExp(`\\$\\{?${name}\\b`) : new RegExp(`(?<![\\w.$'":])${name}(?![\\w'":(]|\\s*=[^=])`);
    for (let i = at + 1; i < f.close; ++i) if (word.test(file.language === 'shell' ? file.lines[i] : mask[i])) uses.push(i);
    if (uses.length > 0 && !isKnownOutside(file, f, name, tools))
      found.push({ name, at, uses, indent: indentOf(file.lines[at]), whole: whole(mask[at]) && !/^\s*[.?:&|+]/.test(mask[at + 1]) });
  }
  return found;
}

const withLocal =
  (build, fit = () => true) =>
  (file, tools) => {
    for (const f of tools.shuffle(workingFunctions(file)).slice(0, 20)) {
      const one = tools.pick(localNames(file, f, tools).filter((each) => fit(each, f)));
      const answer = one && build(file, f, one, tools);
      if (answer) return answer;
    }
    return null;
  };

// The line that makes the name, with another one there.
const remade = (file, one, other) => file.lines[one.at].replace(new RegExp(`(?<![\\w])${one.name}(?!\\w)`), other);

const respelled = (file, at, name, other) =>
  file.language === 'shell' ? file.lines[at].replace(new RegExp(`(?<![\\w])${name}(?!\\w)`, 'g'), other) : reworded(file, at, name, other);

const undefinedName = {
  name: 'a variable used that is never defined',
  class: 7,
  what: 'defect',
  languages: all,
  why: 'The name as used is made nowhere in the function and known nowhere in the repository; in the shell it is silently empty.',
  shapes: [
    seen(
      'its definition renamed, its uses not',
      withLocal((file, f, one, tools) =>
        edited(
          file,
          replacement(
            file,
            one.at,
            remade(
              file,
              one,
              tools.invent(/[a-z][A-Z]/.test(one.name) || ['go', 'java', ...scripts].includes(file.language) ? `${one.name}Value` : `${one.name}_value`),
            ),
          ),
        ),
      ),
    ),
    seen(
      'its definition lost',
      withLocal(
        (file, f, one) => edited(file, { file, from: one.at, to: one.at + 1, lines: [] }),
        (one, f) => one.whole && one.indent === f.bodyIndent,
      ),
    ),
    seen(
      'one use misspelt',
      withLocal(
        (file, f, one, tools) => {
          const at = tools.pick(one.uses);
          const cut = 1 + Math.floor(tools.random() * (one.name.length - 2));
          const other = one.name.slice(0, cut) + one.name.slice(cut + 1);
          return tools.repo.speaks(other) || hasWord(file.lines, other) ? null : edited(file, replacement(file, at, respelled(file, at, one.name, other)));
        },
        (one) => one.name.length > 3,
      ),
    ),
    unseen('a parameter renamed in the head only', (file, tools) => {
      for (const f of tools.shuffle(workingFunctions(file, 2)).slice(0, 20)) {
        const one = tools.pick(
          parametersOf(file, f).filter(
            (each) =>
              each.name.length > 2 &&
              !each.keyword &&
              maskOf(file)
                .slice(f.open + 1, f.close)
                .some((line) => new RegExp(`(?<![\\w.$'":])${each.name}(?![\\w'":]|\\s*=[^=])`).test(line)),
          ),
        );
        if (
          !one ||
          f.open !== f.from ||
          f.line.split(new RegExp(`\\b${one.name}\\b`)).length !== 2 ||
          isKnownOutside(file, f, one.name, tools) ||
          file.lines.some((line) => /^\S/.test(line) && new RegExp(`^(?!.*(def|function|func|fn) ).*\\b${one.name}\\b`).test(line) && !/^[#/*}]/.test(line))
        )
          continue;
        return edited(
          file,
          replacement(
            file,
            f.from,
            reworded(
              file,
              f.from,
              one.name,
              tools.invent(/_/.test(one.name) || ['python', 'rust', 'ruby', 'c'].includes(file.language) ? `${one.name}_arg` : `${one.name}Arg`),
            ),
          ),
        );
      }
      return null;
    }),
    unseen(
      'made only in one branch that never runs',
      withLocal(
        (file, f, one) => {
          const inner = (text) =>
            by(file.language, {
              python: [`${one.indent}if False:`, `${f.bodyIndent.slice(f.indent.length)}${text}`],
              shell: [`${one.indent}if false; then`, `  ${text}`, `${one.indent}fi`],
              script: /\b(const|let)\b/.test(text) ? [`${one.indent}if (false) {`, `  ${text}`, `${one.indent}}`] : null,
              other: null,
            });
          const lines = inner(file.lines[one.at]);
          return lines && edited(file, { file, from: one.at, to: one.at + 1, lines });
        },
        (one, f) => one.whole && one.indent === f.bodyIndent,
      ),
    ),
    unseen(
      'used before it is made',
      withLocal(
        (file, f, one, tools) => {
          const step = stepsOf(file, f).find((each) => each.from === one.at && each.to === one.at + 1);
          const after = stepsOf(file, f).find((each) => each.from <= one.uses[0] && each.to > one.uses[0]);
          if (!step || !after || ['shell', 'ruby'].includes(file.language) || after.from <= step.from || /^\s*return\b/.test(file.lines[after.from]))
            return null;
          return tools && edited(file, { file, from: step.from, to: step.to, lines: [] }, insertion(file, after.to, file.lines[one.at]));
        },
        (one, f) => one.indent === f.bodyIndent,
      ),
    ),
  ],
};

const copied = (file, f) => file.lines.slice(startOf(file, f), f.to);

export const topLevel = (file, tools) =>
  tools.pick(
    solidFunctions(file, 3).filter(
      (f) =>
        (file.language === 'java' ? true : !f.method || ['go', 'rust', 'python', 'ruby', 'javascript', 'typescript'].includes(file.language)) &&
        !(isTestOf(file, f) && file.language === 'rust') &&
        !(isScript(file.language) && f.method && !inClass(file, f)) &&
        !/@(property|\w+\.setter|overload|typing)/.test(file.lines[f.from - 1] ?? ''),
    ),
  );

const doubledDefinition = {
  name: 'a definition doubled in one file',
  class: 7,
  what: 'defect',
  languages: all,
  why: 'The file has the same function twice: an error where the language is strict, and elsewhere one of the two is dead and may differ.',
  shapes: [
    seen('an exact copy below', (file, tools) => {
      const f = topLevel(file, tools);
      return f && edited(file, insertion(file, f.to, ...(file.language === 'python' && f.indent === '' ? ['', ''] : ['']), ...copied(file, f)));
    }),
    seen('a copy at the end of the file', (file, tools) => {
      const f = tools.pick(solidFunctions(file, 3).filter((one) => one.indent === '' && (!one.method || file.language === 'go') && !isTestOf(file, one)));
      return f && file.lines.length - f.to > 8
        ? edited(
            file,
            insertion(file, file.lines.length - (file.lines.at(-1) === '' ? 1 : 0), ...(file.language === 'python' ? ['', ''] : ['']), ...copied(file, f)),
          )
        : null;
    }),
    seen('the old one kept above the new', (file, tools) => {
      const f = topLevel(file, tools);
      if (!f) return null;
      const fresh = file.lines.slice(f.from, f.to);
      fresh.splice(bodyOf(file, f).from - f.from, 0, f.bodyIndent + remark(file, tools.pick(['Improved version', 'Updated implementation', 'Fixed'])));
      return edited(file, insertion(file, f.to, '', ...fresh));
    }),
    unseen('a stub of it at the end', (file, tools) => {
      const f = tools.pick(solidFunctions(file, 3).filter((one) => one.indent === '' && (!one.method || file.language === 'go') && !isTestOf(file, one)));
      if (!f) return null;
      const head = file.lines.slice(f.from, f.open + 1);
      const tail = file.language === 'python' ? [] : [file.lines[f.close]];
      return edited(
        file,
        insertion(
          file,
          file.lines.length - (file.lines.at(-1) === '' ? 1 : 0),
          '',
          ...head,
          ...throwing(file, 'not implemented').map((line) => f.bodyIndent + line),
          ...tail,
        ),
      );
    }),
    unseen('a type twice', (file, tools) => {
      const type = tools.pick(typesOf(file).filter((one) => !(isScript(file.language) && /interface/.test(one.line)) && file.language !== 'ruby'));
      return type && edited(file, insertion(file, type.to, ...(file.language === 'python' ? ['', ''] : ['']), ...file.lines.slice(type.from, type.to)));
    }),
    unseen('a constant twice, with another value', (file, tools) => {
      const one = tools.pick(constantsOf(file).filter((each) => /^-?\d+;?$|^["'][^"']*["'];?$/.test(each.value)));
      if (!one) return null;
      const value = /\d/.test(one.value[0] === '-' ? one.value[1] : one.value[0])
        ? String(Number.parseInt(one.value, 10) * 2 + 1)
        : one.value.replace(/^(["'])/, '$1new-');
      return edited(file, insertion(file, one.line + 1, one.text.replace(one.value, value)));
    }),
  ],
};

export const kinds = [undefinedName, doubledDefinition];
