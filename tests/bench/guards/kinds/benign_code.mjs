// Edits of definitions that any maintainer may make.
import { commentsOf, functionsOf } from '../source.mjs';
import { edited, insertion, replacement, reworded } from './code/edits.mjs';
import { camel } from './code/ghosts.mjs';
import { all, but, by, isTestOf, parametersOf, remark, scripts, seen, semi, solidFunctions, startOf, unseen, workingFunctions } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { importersOf, isNative, isScript } from './code/own.mjs';
import { codeOf, isReturn, stepsOf } from './code/steps.mjs';
import { constantsOf } from './code/things.mjs';
import { escape, isSpoken } from './code/uses.mjs';
import { boundBy } from './imports_lost.mjs';
import { listed } from './benign_imports.mjs';
import { isHook, isPrivate } from './benign_names.mjs';

// What nobody says: not in the file, not in any other.
const isUnspoken = (file, tools, name, from, to) => !isSpoken(tools, file, name, from, to);

// Whether its first step is a guard, and what follows needs nothing but the parameters.
function canBeSplit(file, f) {
  const steps = stepsOf(file, f);
  const head = file.lines.slice(f.from, f.open + 1).join('\n');
  const body = maskOf(file)
    .slice(f.open + 1, f.close)
    .join('\n');
  if (
    steps.length < 3 ||
    (f.from !== f.open && !['java', 'go', 'c', 'rust'].includes(file.language)) ||
    /\b(async|yield|await|arguments|super|override|virtual|constexpr|template|const fn|unsafe|where|impl)\b|\*\s*\w+\(|\?|\||= \(/.test(
      head.replace(/\*\w/g, ''),
    ) ||
    /\b(yield|await|arguments|super|nonlocal|defer|goto|block_given\?|recover|__class__|locals\(\)|const_cast)\b/.test(body)
  )
    return false;
  const guard = codeOf(file, steps[0]).trimStart();
  if (
    !/^if\b/.test(guard) ||
    /[^=!<>]=[^=>]|:=|\blet\b|\+\+|--/.test(guard) ||
    !/\b(return|throw|raise|panic)\b/.test(guard) ||
    /\belse\b|\belif\b/.test(guard)
  )
    return false;
  if (isNative(file.language) && new RegExp(`\\b${f.name}\\(`).test(body)) return false;
  if (
    (f.method && isScript(file.language)) ||
    (file.language === 'cpp' && (f.owner || !/^static /.test(f.line))) ||
    (file.language === 'java' && !/\b(private|public|protected)\b/.test(f.line))
  )
    return false;
  const own = parametersOf(file, f);
  return (
    own.length > 0 &&
    own.length === f.parameters.filter((text) => !/^(self|cls|&?(mut )?self)$/.test(text)).length &&
    !own.some((one) => one.keyword || one.value) &&
    !/^\s*(@(?!Override)|#\[)/.test(file.lines[f.from - 1] ?? '') &&
    !(file.language === 'ruby' && !f.method && f.indent !== '')
  );
}

// A function whose first step is a guard: what follows becomes a function of its own.
function drawnOut(file, tools, place = 'above') {
  const f = tools.pick(workingFunctions(file, 5).filter((one) => canBeSplit(file, one)));
  if (!f) return null;
  const steps = stepsOf(file, f);
  const args = parametersOf(file, f)
    .map((one) => one.name)
    .join(', ');
  const name = tools.invent(
    by(file.language, {
      python: `_${f.name.replace(/^_+/, '')}_checked`,
      go: camel(`checked_${f.name[0].toLowerCase()}${f.name.slice(1)}`),
      java: `${f.name}Checked`,
      script: `${f.name}Checked`,
      other: /[a-z][A-Z]/.test(f.name) ? `${f.name}Checked` : `${f.name}_checked`,
    }),
  );
  const receiver = f.method
    ? by(file.language, { python: 'self.', rust: 'self.', go: `${/^func \((\w+)/.exec(f.line)?.[1]}.`, java: '', ruby: '', other: null })
    : '';
  if (
    receiver === null ||
    (file.language === 'python' && f.method && f.parameters[0] !== 'self') ||
    (file.language === 'rust' && f.method && !/self/.test(f.parameters[0] ?? ''))
  )
    return null;
  const head = file.lines.slice(f.from, f.open + 1);
  head[0] = reworded(file, f.from, f.name, name)
    .replace(/^(\s*)export (default )?/, '$1')
    .replace(/\b(public|protected) /, 'private ')
    .replace(/^(\s*)pub(\([^)]*\))? /, '$1');
  if (file.language === 'c' && !/^static/.test(head[0])) head[0] = `static ${head[0]}`;
  const rest = file.lines.slice(steps[0].to, f.close);
  while (rest[0]?.trim() === '') rest.shift();
  const void_ = !maskOf(file)
    .slice(steps[0].to, f.close)
    .some((line) => /\breturn\b\s*[^\s;}]/.test(line));
  const call = file.language === 'shell' ? `${name} "$@"` : `${receiver}${name}(${args})`;
  const line =
    file.language === 'shell' || file.language === 'ruby' || file.language === 'rust' ? call : void_ ? `${call}${semi(file)}` : `return ${call}${semi(file)}`;
  const tail = file.language === 'python' ? [] : [file.lines[f.close]];
  const gap = file.language === 'python' && f.indent === '' ? ['', ''] : [''];
  const fresh = [...head, ...rest, ...tail];
  const where = place === 'above' ? insertion(file, startOf(file, f), ...fresh, ...gap) : insertion(file, f.to, ...gap, ...fresh);
  return edited(file, where, { file, from: steps[0].to, to: f.close, lines: [...(['go', 'python'].includes(file.language) ? [''] : []), f.bodyIndent + line] });
}

// A string said twice gets a name.
function named(file, tools) {
  const counts = new Map();
  const mask = maskOf(file);
  file.lines.forEach((line, at) => {
    if (mask[at].trim() === '' || !/^\s/.test(line) || /\b(import|require|include|use)\b/.test(line)) return;
    for (const m of line.matchAll(/(["'])([a-z][\w /.:-]{5,30})\1/g))
      if (mask[at][m.index] === m[1] && mask[at].slice(m.index + 1, m.index + m[0].length - 1).trim() === '')
        counts.set(m[0], [...(counts.get(m[0]) ?? []), { at, from: m.index }]);
  });
  const inside = (at) => solidFunctions(file, 2).some((f) => at > f.open && at < f.close);
  const found = [...counts].filter(
    ([, places]) =>
      places.length > 1 &&
      places.length < 5 &&
      new Set(places.map((one) => one.at)).size === places.length &&
      places.every(
        ({ at, from }) =>
          inside(at) && !/[\w:]$|[{,]\s*$|case $|\[$|=> $/.test(mask[at].slice(0, from).replace(/[(=] ?$/, '')) && !/^\s*:|^:/.test(mask[at].slice(from + 1)),
      ),
  );
  const one = tools.pick(found);
  if (!one || file.language === 'ruby' || (['c', 'cpp', 'shell', 'java'].includes(file.language) && one[0][0] === "'")) return null;
  const [text, places] = one;
  const word = text.slice(1, -1).replace(/\W+/g, '_').replace(/^_|_$/g, '').toUpperCase();
  const name = tools.invent(['go', ...scripts].includes(file.language) ? camel(`${word.toLowerCase()}_text`) : `${word}_TEXT`);
  const line = by(file.language, {
    python: `${name} = ${text}`,
    script: `const ${name} = ${text}${semi(file)}`,
    go: `const ${name} = ${text}`,
    rust: `const ${name}: &str = ${text};`,
    c: `#define ${name} ${text}`,
    cpp: `static const char ${name}[] = ${text};`,
    shell: `readonly ${name}=${text}`,
    java: `  private static final String ${name} = ${text};`,
  });
  const first = solidFunctions(file, 2)
    .filter((f) => f.indent === '' || file.language === 'java')
    .map((f) => startOf(file, f))[0];
  const classAt = file.language === 'java' ? file.lines.findIndex((each) => /^(public )?(final )?class \w+.*\{$/.test(each)) + 1 : null;
  const at = classAt ?? first;
  if (!at || places.some((each) => each.at < at) || (file.language === 'shell' && places.some((each) => /'/.test(file.lines[each.at])))) return null;
  const use = file.language === 'shell' ? `"$${name}"` : name;
  return edited(
    file,
    insertion(file, at, line, ...(file.language === 'python' ? ['', ''] : [''])),
    ...places.map((each) => replacement(file, each.at, file.lines[each.at].slice(0, each.from) + use + file.lines[each.at].slice(each.from + text.length))),
  );
}

// An expression of a return gets a name first.
function explainedResult(file, tools) {
  const found = workingFunctions(file, 3).flatMap((f) => {
    const step = stepsOf(file, f).at(-1);
    return step && step.to - step.from === 1 && /^\s*return \w[\w.]*\(.*\);?$/.test(file.lines[step.from]) && isReturn(file, step)
      ? [{ f, at: step.from }]
      : [];
  });
  const one = tools.pick(found);
  if (!one || hasName(file, one.f, 'outcome')) return null;
  const value = /^\s*return (.*?);?$/.exec(file.lines[one.at])[1];
  const lines = by(file.language, {
    python: [`outcome = ${value}`, 'return outcome'],
    script: [`const outcome = ${value}${semi(file)}`, `return outcome${semi(file)}`],
    cpp: [`auto outcome = ${value};`, 'return outcome;'],
    java: null,
    ruby: [`outcome = ${value}`, 'outcome'],
    other: null,
  });
  return lines && !(file.language === 'cpp' && /&/.test(one.f.line.split('(')[0])) && !(file.language === 'tsx' && /=> /.test(value))
    ? edited(file, { file, from: one.at, to: one.at + 1, lines: lines.map((line) => one.f.bodyIndent + line) })
    : null;
}

const hasName = (file, f, name) => file.lines.slice(f.from, f.to).some((line) => line.includes(name));

const split = {
  name: 'a function taken apart, nothing lost',
  class: 6,
  benign: true,
  languages: all,
  why: 'All statements are still there and still run in the same order; one part has a name of its own and is called.',
  shapes: [
    seen('what follows the guard, above', (file, tools) => drawnOut(file, tools)),
    seen('a text said twice', named),
    unseen('what follows the guard, below', (file, tools) => (file.language === 'c' ? null : drawnOut(file, tools, 'below'))),
    unseen('a name for the result', explainedResult),
    unseen('a blank line between its parts', (file, tools) => {
      const found = workingFunctions(file, 6).flatMap((f) => {
        const steps = stepsOf(file, f);
        return steps.length > 3 && steps.at(-1).from === steps.at(-2).to && isReturn(file, steps.at(-1)) ? [steps.at(-1).from] : [];
      });
      const at = tools.pick(found);
      return at === undefined ? null : edited(file, insertion(file, at, ''));
    }),
  ],
};

// What nobody mentions anywhere.
const unused = {
  name: 'something private that nobody uses taken out',
  class: 6,
  benign: true,
  languages: all,
  why: 'No text of the repository says its name but its own lines.',
  shapes: [
    seen('a function', (file, tools) => {
      const f = tools.pick(
        functionsOf(file).filter(
          (one) =>
            isPrivate(file, one) &&
            !isHook(one) &&
            !one.method &&
            one.name.length > 4 &&
            !isTestOf(file, one) &&
            file.place !== 'generated' &&
            !/^\s*(@|#\[)/.test(file.lines[one.from - 1] ?? '') &&
            maskOf(file)[one.from].trim() &&
            isUnspoken(file, tools, one.name, startOf(file, one), one.to) &&
            file.language !== 'ruby' &&
            !(isScript(file.language) && one.method),
        ),
      );
      return f && edited(file, { file, from: startOf(file, f), to: f.to + (file.lines[f.to]?.trim() === '' ? 1 : 0), lines: [] });
    }),
    seen('an import', (file, tools) => {
      const one = tools.pick(
        listed(file).filter(
          (each) =>
            !/^\s|noqa|^export|^pub|\*|^import ['"]|__future__|mod \w+;/.test(each.line) &&
            file.name !== '__init__.py' &&
            (isScript(file.language) || ['python', 'java', 'rust'].includes(file.language)) &&
            !/\b(React|h|jsx)\b/.test(each.line) &&
            file.lines[each.from - 1]?.trim() !== 'try:' &&
            boundBy(file, each).length > 0 &&
            boundBy(file, each).every(
              (name) =>
                !file.lines.some((line, at) => at !== each.from && new RegExp(`(?<![\\w$])${escape(name)}(?![\\w$])`).test(line)) &&
                !importersOf(file, tools).some(({ one: user }) => user.names.includes(name)),
            ),
        ),
      );
      return one && edited(file, { file, from: one.from, to: one.to, lines: [] });
    }),
    unseen('a constant', (file, tools) => {
      const one = tools.pick(
        constantsOf(file).filter(
          (each) =>
            !/^(export|pub)|public/.test(each.text) &&
            !isNative(file.language) &&
            isUnspoken(file, tools, each.name, each.line, each.line + 1) &&
            !(file.language === 'go' && /^[A-Z]/.test(each.name)) &&
            !/^__|^[A-Z]+$/.test(each.name) &&
            file.language !== 'python',
        ),
      );
      return one && edited(file, { file, from: one.line, to: one.line + 1, lines: [] });
    }),
    unseen('old code in a remark', (file, tools) => {
      const one = tools.pick(
        commentsOf(file).filter(
          (each) =>
            each.to - each.from < 6 &&
            each.from > 5 &&
            each.text
              .split('\n')
              .every((line) =>
                /^\s*(\w[\w.]* = .+;|[\w.]+\(.*\);|console\.log\(.*\);?|print\(.*\)|fmt\.Print\w*\(.*\)|puts .+|return \w+;|\}|\} else \{|if \(.*\) \{)\s*$/.test(
                  line,
                ),
              ) &&
            maskOf(file)[each.from].trim() === '',
        ),
      );
      return one && edited(file, { file, from: one.from, to: one.to, lines: [] });
    }),
    unseen('a blank line too many', (file) => {
      const at = file.lines.findIndex(
        (line, i) =>
          i > 3 && line === '' && file.lines[i + 1] === '' && file.lines[i + 2] === '' && file.language !== 'python' && maskOf(file)[i - 1].trim() !== '',
      );
      return at < 0 ? null : edited(file, { file, from: at, to: at + 1, lines: [] });
    }),
  ],
};

export const kinds = [split, unused];
