// Results that callers use and that are not given back any more.
import { edited, insertion, replacement } from './code/edits.mjs';
import { all, by, indented, printing, resultOf, seen, semi, unseen } from './code/idiom.mjs';
import { calledFunctions } from './definitions.mjs';
import { maskOf } from './code/mask.mjs';
import { isNative } from './code/own.mjs';
import { stepsOf } from './code/steps.mjs';
import { callsTo } from './code/uses.mjs';

// Functions whose result some caller takes.
function takenResults(file, tools) {
  const taken = (call, name) => {
    const before = maskOf(call.file)[call.line].slice(0, call.column);
    return (
      /(=|return|\(|,|if|while|not|!|&&|\|\||and|or|in|await|match|case|<<|\?|:)\s*(self\.|this\.|Self::|\w+\.|await )?$/.test(before) ||
      /^\s*\.\w/.test(
        maskOf(call.file)
          [call.line].slice(call.column + name.length)
          .replace(/^\([^()]*\)/, ''),
      )
    );
  };
  return [...calledFunctions(file, tools, false), ...calledFunctions(file, tools, true)].filter(
    (f) =>
      resultOf(file, f) !== '' &&
      !(file.language === 'go' && /^\(\w+,? .*\w \S/.test(resultOf(file, f) ?? '')) &&
      callsTo(file, f, tools).some((call) => taken(call, f.name)),
  );
}

const balanced = (text) => ['()', '[]', '{}'].every(([a, b]) => text.split(a).length === text.split(b).length);

// The last statement of such a function, when it is a return in one line: {f, at, value}.
function lastReturns(file, tools) {
  return takenResults(file, tools).flatMap((f) => {
    const step = stepsOf(file, f).at(-1);
    const m = step && step.to - step.from === 1 ? /^\s*return\s+(.+?);?$/.exec(file.lines[step.from]) : null;
    return m && balanced(maskOf(file)[step.from]) && !/["'`]{3}|[({,]$|^(None|null|nil|undefined|void 0)$/.test(m[1])
      ? [{ f, at: step.from, value: m[1] }]
      : [];
  });
}

const changedReturn = (change) => (file, tools) => {
  if (['rust', 'ruby', 'shell'].includes(file.language)) return null;
  const one = tools.pick(lastReturns(file, tools));
  const lines = one && change(file, one, tools);
  return lines ? edited(file, { file, from: one.at, to: one.at + 1, lines: indented(one.f, lines) }) : null;
};

const isExpression = (value) => /^[\w.$]+$/.test(value);

// Rust: a tail expression that gets a semicolon; Ruby: something else behind the last expression.
function lostTail(file, tools) {
  for (const f of tools.shuffle([...calledFunctions(file, tools, false), ...calledFunctions(file, tools, true)])) {
    const step = stepsOf(file, f).at(-1);
    if (!step) continue;
    const last = file.lines[step.to - 1];
    if (
      file.language === 'rust' &&
      resultOf(file, f) !== '' &&
      /[\w)\]"?]$/.test(last) &&
      !/^\s*(if|match|loop|for|while|return|unsafe)\b/.test(file.lines[step.from])
    )
      return edited(file, replacement(file, step.to - 1, `${last};`));
    if (
      file.language === 'ruby' &&
      takenResults(file, tools).includes(f) &&
      step.to - step.from === 1 &&
      !/^\s*(return|raise|yield|puts|end|@\w+ [|=]|if|unless)/.test(last)
    )
      return edited(
        file,
        insertion(file, step.to, f.bodyIndent + tools.pick([`puts "${f.name} done"`, 'nil', `@${f.name.replace(/\W/g, '')}_called = true if false`])),
      );
  }
  return null;
}

// Shell: a function whose output callers take prints it no more.
const takenOutput = (file, tools) =>
  calledFunctions(file, tools, false).flatMap((f) => {
    const step = stepsOf(file, f).at(-1);
    const m = step && step.to - step.from === 1 ? /^\s*(?:echo|printf '%s\\?n?'|printf "%s\\?n?") (.+)$/.exec(file.lines[step.from]) : null;
    return m &&
      !/>&2|>>|\|/.test(m[1]) &&
      callsTo(file, f, tools).some(
        (call) => /\$\(\s*$/.test(maskOf(call.file)[call.line].slice(0, call.column)) || new RegExp(`\\$\\(${f.name}\\b`).test(call.file.lines[call.line]),
      )
      ? [{ f, at: step.from, value: m[1] }]
      : [];
  });

const changedOutput = (change) => (file, tools) => {
  const one = file.language === 'shell' && tools.pick(takenOutput(file, tools));
  return one ? edited(file, { file, from: one.at, to: one.at + 1, lines: indented(one.f, change(one)) }) : null;
};

const either =
  (...makes) =>
  (file, tools) => {
    for (const make of makes) {
      const answer = make(file, tools);
      if (answer) return answer;
    }
    return null;
  };

const droppedResult = {
  name: 'a result not given back that callers use',
  class: 7,
  what: 'defect',
  languages: all,
  why: 'Callers still assign or test what the function gives, and it gives nothing any more.',
  shapes: [
    seen(
      'the return is bare',
      either(
        changedReturn((file) => [`return${semi(file)}`]),
        changedOutput(() => ['return 0']),
      ),
    ),
    seen(
      'kept in a variable instead',
      either(
        changedReturn((file, { value }) =>
          isExpression(value)
            ? null
            : by(file.language, {
                python: [`result = ${value}`],
                script: [`const result = ${value}${semi(file)}`],
                go: /,/.test(value) ? null : [`_ = ${value}`],
                cpp: [`auto result = ${value};`],
                c: [`(void)(${value});`],
                java: [`Object result = ${value};`],
              }),
        ),
        changedOutput(({ value }) => [`result=${value}`]),
        lostTail,
      ),
    ),
    unseen(
      'printed instead',
      either(
        changedReturn((file, { value, f }) =>
          isExpression(value) && !isNative(file.language) ? [printing(file, f.name, value.replace(/^(self|this)\./, '$1.'))] : [printing(file, f.name)],
        ),
        changedOutput(({ value }) => [`echo ${value} >&2`]),
        (file, tools) => {
          if (!['rust', 'ruby'].includes(file.language)) return null;
          const f = tools.pick(
            takenResults(file, tools).filter((one) => {
              const step = stepsOf(file, one).at(-1);
              return (
                step && step.to - step.from === 1 && /^\s*(?!nil$|return|raise)[\w.]+$/.test(file.lines[step.from]) && !/^\s*nil$/.test(file.lines[step.from])
              );
            }),
          );
          const step = f && stepsOf(file, f).at(-1);
          return step ? edited(file, replacement(file, step.from, `${f.bodyIndent}${printing(file, f.name, file.lines[step.from].trim())}`)) : null;
        },
      ),
    ),
    unseen(
      'only the word "return" lost',
      either(
        changedReturn((file, { value }) => (/\(/.test(value) ? [`${value}${semi(file)}`] : null)),
        lostTail,
      ),
    ),
    unseen('the whole last line lost', (file, tools) => {
      const one = tools.pick(['shell'].includes(file.language) ? takenOutput(file, tools) : lastReturns(file, tools));
      return one && stepsOf(file, one.f).length > 1 ? edited(file, { file, from: one.at, to: one.at + 1, lines: [] }) : null;
    }),
    unseen('lost in one branch', (file, tools) => {
      const found = takenResults(file, tools).flatMap((f) =>
        Array.from({ length: f.close - f.open - 1 }, (_, i) => f.open + 1 + i).filter(
          (at) =>
            /^\s*return\s+[^;{([]+;?$/.test(maskOf(file)[at]) &&
            !/return (None|null|nil|undefined|false|False|true|True)\b| (if|unless|do)\b/.test(file.lines[at]) &&
            /^\s*return/.exec(maskOf(file)[at])[0].length > f.bodyIndent.length + 6,
        ),
      );
      const at = ['shell', 'rust'].includes(file.language) ? undefined : tools.pick(found);
      return at === undefined ? null : edited(file, replacement(file, at, `${/^\s*/.exec(file.lines[at])[0]}return${semi(file)}`));
    }),
  ],
};

export const kinds = [droppedResult];
