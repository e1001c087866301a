// Changes of code nobody asked for: bodies, strings and layout outside the target.
import { indentOf, stringsOf } from '../source.mjs';
import { edited, insertion, replacement, reworded } from './code/edits.mjs';
import { all, parametersOf, seen, unseen, workingFunctions } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { isScript, realImportsOf } from './code/own.mjs';
import { isReturn, isShort, stepsOf } from './code/steps.mjs';

// Whoever ordered the change named this, and the repository has nothing of the name.
const targets = ['nothing_of_this_name'];

const bodyLines = (file, f) => Array.from({ length: f.close - f.open - 1 }, (_, i) => f.open + 1 + i);

// A line of some function's body for which `change` has another text.
const oneLine = (change) => (file, tools) => {
  for (const f of tools.shuffle(workingFunctions(file)).slice(0, 12)) {
    for (const at of tools.shuffle(bodyLines(file, f))) {
      const text = maskOf(file)[at].trim() === '' ? null : change(file.lines[at], maskOf(file)[at], file, tools);
      if (text && text !== file.lines[at]) return edited(file, replacement(file, at, text));
    }
  }
  return null;
};

// Replaces the first place where the (masked) code has the form.
const swap = (line, mask, form, other) => {
  const m = form.exec(mask);
  return m ? line.slice(0, m.index) + other(m[0]) + line.slice(m.index + m[0].length) : null;
};

const changedBody = {
  name: 'a body outside the target changed',
  class: 6,
  what: 'scope',
  targets,
  languages: all,
  why: 'The change was ordered for something else; here the behaviour of another function changes without a word.',
  shapes: [
    seen(
      'another number',
      oneLine((line, mask, file, tools) => swap(line, mask, /(?<![\w.#$"'])([1-9]\d*)(?![\w.%"'])/, (m) => String(Number(m) + tools.pick([1, -1, 10])))),
    ),
    seen(
      'a comparison loosened',
      oneLine((line, mask, file) =>
        file.language === 'shell'
          ? swap(line, mask, / -(gt|lt) /, (m) => m.replace('gt', 'ge').replace('lt', 'le'))
          : swap(line, mask, / [<>] (?=[\w(])/, (m) => `${m.trimEnd()}= `),
      ),
    ),
    seen('a statement lost', (file, tools) => {
      for (const f of tools.shuffle(workingFunctions(file, 5)).slice(0, 12)) {
        const step = tools.pick(
          stepsOf(file, f).filter(
            (one) =>
              isShort(one, file) &&
              !isReturn(file, one) &&
              !/\b(let|const|var|auto|local|int|char|size_t|bool|double|float)\b|:=|^\s*\w+(: \w+)? = /.test(file.lines[one.from]),
          ),
        );
        if (step && stepsOf(file, f).length > 2) return edited(file, { file, ...step, lines: [] });
      }
      return null;
    }),
    unseen(
      'an equality turned round',
      oneLine((line, mask) => swap(line, mask, / (===|!==|==|!=) /, (m) => ({ ' === ': ' !== ', ' !== ': ' === ', ' == ': ' != ', ' != ': ' == ' })[m] ?? m)),
    ),
    unseen(
      'and for or',
      oneLine((line, mask) => swap(line, mask, / (&&|\|\||and|or) /, (m) => ({ ' && ': ' || ', ' || ': ' && ', ' and ': ' or ', ' or ': ' and ' })[m] ?? m)),
    ),
    unseen('two statements in another order', (file, tools) => {
      for (const f of tools.shuffle(workingFunctions(file, 5)).slice(0, 12)) {
        const steps = stepsOf(file, f);
        const i = steps.findIndex(
          (one, at) =>
            at + 1 < steps.length &&
            steps[at + 1].from === one.to &&
            isShort(one, file) &&
            isShort(steps[at + 1], file) &&
            !isReturn(file, steps[at + 1]) &&
            !isReturn(file, one) &&
            file.lines[one.from] !== file.lines[steps[at + 1].from],
        );
        if (i >= 0) return edited(file, { file, from: steps[i].from, to: steps[i + 1].to, lines: [file.lines[steps[i + 1].from], file.lines[steps[i].from]] });
      }
      return null;
    }),
    unseen('a local variable renamed', (file, tools) => {
      for (const f of tools.shuffle(workingFunctions(file)).slice(0, 12)) {
        const name = parametersOf(file, f)[0]?.name;
        const declared = bodyLines(file, f)
          .map((at) => /^\s*(?:const|let|var|auto|local|let mut|int|char \*)?\s*(\w{3,}) :?= /.exec(maskOf(file)[at])?.[1])
          .filter((one) => one && one !== name && !/^(this|self|true|false|null|None)$/.test(one));
        const one = tools.pick(declared);
        if (
          !one ||
          file.language === 'shell' ||
          bodyLines(file, f).some((at) => new RegExp(`["'\`{].*\\b${one}\\b|[.:]${one}\\b|\\b${one}:`).test(file.lines[at]))
        )
          continue;
        const edits = bodyLines(file, f).flatMap((at) => {
          const text = reworded(file, at, one, `${one}_value`);
          return text === file.lines[at] ? [] : [replacement(file, at, text)];
        });
        if (edits.length > 1) return edited(file, ...edits);
      }
      return null;
    }),
  ],
};

// A string literal in a body, plain words only, with another text.
const otherString = (change) => (file, tools) => {
  const fs = workingFunctions(file, 2);
  const fit = stringsOf(file).filter(
    (one) =>
      /^[A-Za-z][\w ,.:;'/%-]{5,}$/.test(one.text) &&
      !/[%{$\\]/.test(one.text) &&
      maskOf(file)[one.line].trim() !== '' &&
      fs.some((f) => one.line > f.open && one.line < f.close) &&
      !/\b(import|require|include|from)\b/.test(file.lines[one.line]) &&
      maskOf(file)[one.line][one.from] === one.quote,
  );
  for (const one of tools.shuffle(fit).slice(0, 20)) {
    const text = change(one.text, tools);
    if (!text || text === one.text || text.includes(one.quote)) continue;
    const line = file.lines[one.line];
    return edited(file, replacement(file, one.line, line.slice(0, one.from) + one.quote + text + one.quote + line.slice(one.to)));
  }
  return null;
};
const words = (text) => text.split(' ');

const changedString = {
  name: 'a string outside the target changed',
  class: 6,
  what: 'scope',
  targets,
  languages: all,
  why: 'Messages, keys and paths are what users and other programs read; nobody asked for another text.',
  shapes: [
    seen(
      'a letter lost',
      otherString((text, tools) => {
        const at = 1 + Math.floor(tools.random() * (text.length - 2));
        return /\w/.test(text[at]) ? text.slice(0, at) + text.slice(at + 1) : null;
      }),
    ),
    seen(
      'other capitals',
      otherString((text) =>
        words(text).length > 1 ? (text[0] === text[0].toUpperCase() ? text[0].toLowerCase() + text.slice(1) : text[0].toUpperCase() + text.slice(1)) : null,
      ),
    ),
    unseen(
      'a full stop more',
      otherString((text) => (words(text).length > 1 && /\w$/.test(text) ? `${text}.` : null)),
    ),
    unseen(
      'friendlier words',
      otherString((text) => (words(text).length > 2 ? `Please note: ${text}` : null)),
    ),
    unseen(
      'typographic marks',
      otherString((text) =>
        /'|\.\.\.| - /.test(text)
          ? text
              .replace(/'/g, '\u2019')
              .replace(/\.\.\./g, '\u2026')
              .replace(/ - /g, ' \u2014 ')
          : null,
      ),
    ),
    unseen(
      'a key in another style',
      otherString((text) =>
        /^[a-z]+(_[a-z]+)+$/.test(text)
          ? text.replace(/_(\w)/g, (m, c) => c.toUpperCase())
          : /^[a-z]+(-[a-z]+)+$/.test(text)
            ? text.replaceAll('-', '_')
            : null,
      ),
    ),
  ],
};

// The whole file laid out anew, nothing of what it says changed.
const whole = (lines, file) => {
  const text = lines.join('\n');
  return text === file.text ? null : text;
};
const codeOnly = (file) => !file.lines.some((line) => /"""|'''|`|<<[-~]?['"A-Z]/.test(line));

const laidOut = {
  name: 'a file outside the target laid out anew',
  class: 6,
  what: 'scope',
  targets,
  languages: all,
  why: 'The change buries what was asked for under lines that only look different, and the history of every line is lost.',
  shapes: [
    seen('indented otherwise', (file) => {
      if (['python', 'go', 'shell', 'ruby'].includes(file.language) || !codeOnly(file)) return null;
      const unit = /^( {2}| {4}|\t)\S/m.exec(file.text)?.[1];
      const other = unit === '  ' ? '    ' : '  ';
      if (!unit || file.lines.filter((line) => line.startsWith(unit)).length < 10) return null;
      return whole(
        file.lines.map((line) => {
          const indent = indentOf(line);
          return (
            other.repeat(Math.floor(indent.length / unit.length)) +
            indent.slice(Math.floor(indent.length / unit.length) * unit.length) +
            line.slice(indent.length)
          );
        }),
        file,
      );
    }),
    seen('blank lines taken out of bodies', (file) => {
      const drop = new Set(
        workingFunctions(file)
          .flatMap((f) => bodyLines(file, f))
          .filter((at) => file.lines[at].trim() === ''),
      );
      return drop.size < 3 || !codeOnly(file)
        ? null
        : whole(
            file.lines.filter((line, at) => !drop.has(at)),
            file,
          );
    }),
    unseen('other quotes everywhere', (file) => {
      if ((!isScript(file.language) && !['python', 'ruby'].includes(file.language)) || !codeOnly(file)) return null;
      const strings = stringsOf(file).filter((one) => maskOf(file)[one.line][one.from] === one.quote && !/["'\\#]/.test(one.text));
      if (strings.length < 5) return null;
      const lines = [...file.lines];
      const mark = strings[0].quote === "'" ? '"' : "'";
      for (const one of strings) lines[one.line] = lines[one.line].slice(0, one.from) + mark + one.text + mark + lines[one.line].slice(one.to);
      return whole(lines, file);
    }),
    unseen('remarks taken out', (file) => {
      const drop = new Set(
        workingFunctions(file)
          .flatMap((f) => bodyLines(file, f))
          .filter((at) => maskOf(file)[at].trim() === '' && /^\s*(#|\/\/) \w/.test(file.lines[at])),
      );
      return drop.size < 2
        ? null
        : whole(
            file.lines.filter((line, at) => !drop.has(at)),
            file,
          );
    }),
    unseen('imports in another order', (file, tools) => {
      const list = realImportsOf(file).filter((one) => !/[({,\\]$/.test(one.line));
      const run = list
        .filter((one, i) => (list[i + 1]?.from === one.from + 1 || list[i - 1]?.from === one.from - 1) && indentOf(one.line) === indentOf(list[0].line))
        .slice(0, 3);
      if (run.length < 2 || run.at(-1).from - run[0].from !== run.length - 1 || file.language === 'shell') return null;
      return edited(file, { file, from: run[0].from, to: run.at(-1).to, lines: tools.shuffle(run.map((one) => one.line)).reverse() });
    }),
    unseen('a blank line after every brace or colon', (file) => {
      const at = workingFunctions(file).filter((f) => file.lines[f.open + 1].trim() !== '' && !/^\s*("""|''')/.test(file.lines[f.open + 1]));
      return at.length < 3 ? null : edited(file, ...at.map((f) => insertion(file, f.open + 1, '')));
    }),
  ],
};

export const kinds = [changedBody, changedString, laidOut];
