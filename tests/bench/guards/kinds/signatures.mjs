// Heads and calls that no longer fit each other: parameters added or taken away, arguments too many
// or too few.
import { edited, insertion, replacement, together } from './code/edits.mjs';
import { all, by, indented, parametersOf, seen, semi, unseen, zeroOf } from './code/idiom.mjs';
import { calledFunctions } from './definitions.mjs';
import { maskOf } from './code/mask.mjs';
import { isNative, isScript } from './code/own.mjs';
import { callsTo } from './code/uses.mjs';

// Where brackets that open at or after `from` of a (masked) line close in it: {open, close}; or null.
function brackets(mask, from) {
  const open = mask.indexOf('(', from);
  if (open < 0) return null;
  let depth = 0;
  for (let i = open; i < mask.length; ++i) {
    if ('([{'.includes(mask[i])) ++depth;
    if (')]}'.includes(mask[i]) && --depth === 0) return { open, close: i };
  }
  return null;
}

// The parts between commas of the first level, as they stand in the line.
function partsOf(line, mask, { open, close }) {
  const parts = [];
  let depth = 0;
  let start = open + 1;
  for (let i = open + 1; i <= close; ++i) {
    if ('([{'.includes(mask[i])) ++depth;
    if (')]}'.includes(mask[i])) --depth;
    if ((mask[i] === ',' && depth === 0) || i === close) {
      parts.push(line.slice(start, i).trim());
      start = i + 1;
    }
  }
  return parts.length === 1 && parts[0] === '' ? [] : parts;
}

// The parameter list of a head that stands in one line: {open, close}; null else.
function headList(file, f) {
  if (f.open !== f.from || file.language === 'shell') return null;
  const mask = maskOf(file)[f.from];
  const at = mask.search(new RegExp(`\\b${f.name.replace(/[?!=]$/, '')}(<[^(]*>|\\[[^(]*\\])?\\(`));
  return at < 0 ? (/ = (async )?\(/.test(mask) ? brackets(mask, mask.indexOf('= ')) : null) : brackets(mask, at);
}

const withHead = (file, f, list, parts) => {
  const line = file.lines[f.from];
  return line.slice(0, list.open + 1) + parts.join(', ') + line.slice(list.close);
};

// The arguments of a call in one line: {open, close, parts}; null when it does not end there.
function argumentsAt(call, name) {
  const line = call.file.lines[call.line];
  const mask = maskOf(call.file)[call.line];
  const found = brackets(mask, call.column);
  if (!found || mask.slice(call.column + name.length, found.open).trim() !== '') return null;
  return { ...found, parts: partsOf(line, mask, found) };
}

const withArguments = (call, { open, close }, parts) => {
  const line = call.file.lines[call.line];
  return replacement(call.file, call.line, line.slice(0, open + 1) + parts.join(', ') + line.slice(close));
};

const isSelf = (text) => /^(self|cls|&?(mut )?self|&'\w+ (mut )?self|mut self|this\b.*)$/.test(text);

const isFree = (text) => /[*=?{[]|\.\.\.|&\w+$|^\w+:$|\boptional\b/.test(text.replace(/\[\]|\*(?=\s*\w)|Option</g, ''));

// Functions whose head and calls can be laid side by side: all parameters plain and required, and
// some call with as many arguments in one line.
const fitting = new WeakMap();

function pairsOf(file, tools) {
  if (!fitting.has(file)) {
    const found = [];
    for (const f of [...calledFunctions(file, tools, false), ...calledFunctions(file, tools, true)]) {
      const list = headList(file, f);
      if (!list) continue;
      const parts = partsOf(file.lines[f.from], maskOf(file)[f.from], list);
      const own = parts.filter((part) => !isSelf(part) && part !== 'void');
      if (
        own.some((part) => (isNative(file.language) || file.language === 'go' || file.language === 'rust' ? /\.\.\.|=|^\.|impl Fn/.test(part) : isFree(part)))
      )
        continue;
      const calls = callsTo(file, f, tools)
        .map((call) => ({ ...call, list: argumentsAt(call, f.name) }))
        .filter((call) => call.list && call.list.parts.length === own.length && !call.list.parts.some((part) => /^\*|^\.\.\.|^\w+:/.test(part)));
      if (calls.length > 0) found.push({ f, list, parts, own, calls });
    }
    fitting.set(file, found);
  }
  return fitting.get(file);
}

const extra = (file, own, name) =>
  by(file.language, {
    python: own.some((part) => /:/.test(part)) ? `${name}: bool` : name,
    javascript: name,
    typescript: `${name}: boolean`,
    tsx: `${name}: boolean`,
    go: `${name} bool`,
    rust: `${name}: bool`,
    c: `int ${name}`,
    cpp: `bool ${name}`,
    java: `boolean ${name}`,
    ruby: name,
  });

const freshNames = ['strict', 'verbose', 'dryRun', 'recursive', 'quiet'];

const snakes = (file) => ['python', 'rust', 'ruby', 'c', 'cpp'].includes(file.language);

const freshName = (file, f, tools) =>
  tools.pick(
    freshNames
      .map((name) => (snakes(file) ? name.replace('dryRun', 'dry_run') : name))
      .filter((name) => !file.lines.slice(f.from, f.to).some((line) => new RegExp(`\\b${name}\\b`).test(line))),
  ) ?? 'extra';

// Puts a parameter into a head at one of its places; no caller gives it anything.
const added =
  (place, fit = () => true) =>
  (file, tools) => {
    const one = tools.pick(pairsOf(file, tools).filter((each) => fit(each, file)));
    if (!one) return null;
    const name = freshName(file, one.f, tools);
    const text = extra(file, one.own, name);
    const parts = one.parts.filter((part) => part !== 'void');
    const first = parts.length - one.own.length;
    const at = place === 'front' ? first : place === 'middle' ? first + 1 : parts.length;
    // In a language where arguments may be missing, one that is not used at the end does no harm.
    const used = isScript(file.language) && file.language === 'javascript' && at === parts.length;
    const edits = [replacement(file, one.f.from, withHead(file, one.f, one.list, [...parts.slice(0, at), text, ...parts.slice(at)]))];
    if (used) edits.push(insertion(file, one.f.open + 1, `${one.f.bodyIndent}if (${name}.enabled === undefined) ${name}.enabled = true${semi(file)}`));
    return edited(file, ...edits);
  };

const parameterAdded = {
  name: 'a parameter added and callers not',
  class: 7,
  what: 'defect',
  languages: all.filter((language) => language !== 'shell'),
  why: 'Every call gives as many arguments as before: the call fails, is not compiled, or gives each argument to the wrong parameter.',
  shapes: [
    seen('at the end', added('end')),
    seen(
      'at the front',
      added('front', ({ own }) => own.length > 0),
    ),
    seen('callers of this file follow, others do not', (file, tools) => {
      const one = tools.pick(pairsOf(file, tools).filter((each) => each.calls.some((call) => call.file !== file) && file.language !== 'javascript'));
      if (!one) return null;
      const name = freshName(file, one.f, tools);
      const yes = by(file.language, { python: 'True', c: '1', other: 'true' });
      const lines = new Map(
        one.calls.filter((call) => call.file === file).map((call) => [call.line, withArguments(call, call.list, [...call.list.parts, yes])]),
      );
      return together([
        replacement(file, one.f.from, withHead(file, one.f, one.list, [...one.parts.filter((part) => part !== 'void'), extra(file, one.own, name)])),
        ...lines.values(),
      ]);
    }),
    unseen(
      'in the middle',
      added('middle', ({ own }) => own.length > 1),
    ),
    unseen('by keyword only', (file, tools) => {
      const one = ['python', 'ruby'].includes(file.language) && tools.pick(pairsOf(file, tools));
      if (!one) return null;
      const name = freshName(file, one.f, tools);
      return edited(
        file,
        replacement(file, one.f.from, withHead(file, one.f, one.list, [...one.parts, ...(file.language === 'python' ? ['*', name] : [`${name}:`])])),
      );
    }),
    unseen('two of them', (file, tools) => {
      const one = tools.pick(pairsOf(file, tools).filter((each) => each.own.length > 0 && file.language !== 'javascript'));
      if (!one) return null;
      return edited(
        file,
        replacement(
          file,
          one.f.from,
          withHead(file, one.f, one.list, [
            ...one.parts.slice(0, one.parts.length - one.own.length),
            extra(file, one.own, snakes(file) ? 'first_pass' : 'firstPass'),
            ...one.own,
            extra(file, one.own, snakes(file) ? 'last_pass' : 'lastPass'),
          ]),
        ),
      );
    }),
  ],
};

// What makes a local variable of a parameter that went.
function localFor(file, one) {
  const { name, type } = one;
  const plain = (type ?? '').replace(/^const /, '').replace(/\s*&$/, '');
  switch (file.language) {
    case 'python':
      return `${name} = None`;
    case 'javascript':
      return `let ${name} = null${semi(file)}`;
    case 'typescript':
    case 'tsx':
      return `let ${name}: any = null${semi(file)}`;
    case 'go':
      return type && !type.startsWith('...') ? `var ${name} ${type}` : null;
    case 'rust':
      return type && !/&|impl|dyn/.test(type) ? `let ${name}: ${type} = Default::default();` : type && /^&str$/.test(type) ? `let ${name} = "";` : null;
    case 'java':
      return plain ? `${one.text.replace(/^final /, '')} = ${zeroOf('java', plain)};` : null;
    case 'ruby':
      return `${name} = nil`;
    case 'c': {
      const zero = zeroOf('c', plain);
      return zero ? `${one.text} = ${zero};` : null;
    }
    case 'cpp':
      return type && !/&/.test(type) ? `${one.text}{};` : /^const .*&$/.test(type ?? '') ? `${plain} ${name}{};` : null;
    default:
      return null;
  }
}

const removed =
  (which, follow = null) =>
  (file, tools) => {
    for (const one of tools.shuffle(pairsOf(file, tools).filter((each) => each.own.length > (which === 'middle' ? 2 : which === 'first' ? 1 : 0)))) {
      const first = one.parts.length - one.own.length;
      const at = which === 'first' ? first : which === 'middle' ? first + 1 : one.parts.length - 1;
      const parameter = parametersOf(file, { parameters: [one.parts[at]] })[0];
      if (!parameter || (file.language === 'go' && !parameter.type)) continue;
      const used = maskOf(file)
        .slice(one.f.open + 1, one.f.close)
        .some((line) => new RegExp(`\\b${parameter.name}\\b`).test(line));
      const local = used ? localFor(file, parameter) : '';
      if (local === null || (!used && file.language === 'javascript')) continue;
      const edits = [
        replacement(
          file,
          one.f.from,
          withHead(
            file,
            one.f,
            one.list,
            one.parts.filter((part, i) => i !== at),
          ),
        ),
      ];
      if (local) edits.push(insertion(file, one.f.open + 1, ...indented(one.f, [local])));
      if (follow) {
        const mine = one.calls.filter((call) => call.file === file);
        if (mine.length === 0 || mine.length === one.calls.length) continue;
        const seenLines = new Set();
        for (const call of mine) {
          if (seenLines.has(call.line)) continue;
          seenLines.add(call.line);
          edits.push(
            withArguments(
              call,
              call.list,
              call.list.parts.filter((part, i) => i !== at - first),
            ),
          );
        }
      }
      const answer = together(edits);
      if (answer && docstringBelow(file, one.f, local)) continue;
      if (answer) return answer;
    }
    return null;
  };

// A line before a docstring would make it an idle string.
const docstringBelow = (file, f, local) => local !== '' && file.language === 'python' && /^\s*[rRuUfF]*("""|''')/.test(file.lines[f.open + 1]);

const parameterRemoved = {
  name: 'a parameter removed and callers not',
  class: 7,
  what: 'defect',
  languages: all.filter((language) => language !== 'shell'),
  why: 'Callers still give the argument: the call fails, is not compiled, or what they give is thrown away for a value made up in the body.',
  shapes: [
    seen('the last', removed('last')),
    seen('the first', removed('first')),
    unseen('one in the middle', removed('middle')),
    unseen('callers of this file follow, others do not', removed('last', true)),
    unseen('all of them', (file, tools) => {
      for (const one of tools.shuffle(pairsOf(file, tools).filter((each) => each.own.length > 1))) {
        const locals = parametersOf(file, { parameters: one.own }).map((each) => localFor(file, each));
        if (locals.includes(null) || locals.length !== one.own.length || docstringBelow(file, one.f, 'x')) continue;
        return edited(
          file,
          replacement(file, one.f.from, withHead(file, one.f, one.list, one.parts.slice(0, one.parts.length - one.own.length))),
          insertion(file, one.f.open + 1, ...indented(one.f, locals)),
        );
      }
      return null;
    }),
  ],
};

// JavaScript lets arguments be missing; that only does harm where the body takes the parameter apart.
function needsLast(file, one) {
  if (file.language !== 'javascript') return true;
  const name = /^\w+/.exec(one.own.at(-1) ?? '')?.[0];
  return (
    Boolean(name) &&
    maskOf(file)
      .slice(one.f.open + 1, one.f.close)
      .some((line) => new RegExp(`(?<![\\w.?])${name}(\\.\\w|\\[|\\()`).test(line)) &&
    !maskOf(file)
      .slice(one.f.open + 1, one.f.close)
      .some((line) => new RegExp(`\\b${name} (\\|\\||\\?\\?|&&|=|===|!==|==|!=)|!${name}\\b|typeof ${name}|\\(${name}\\)|${name} \\?`).test(line))
  );
}

const otherCall =
  (change, fit = () => true) =>
  (file, tools) => {
    const one = tools.pick(pairsOf(file, tools).filter((each) => fit(each, file)));
    const call = one && tools.pick(one.calls);
    const parts = call && change(call.list.parts, file);
    return parts ? together([withArguments(call, call.list, parts)]) : null;
  };

const strict = (file) => file.language !== 'javascript';

const wrongCount = {
  name: 'an argument too many or too few',
  class: 7,
  what: 'defect',
  languages: all,
  why: 'The only definition of the name asks for another number of arguments, none of them optional.',
  shapes: [
    seen(
      'the last left out',
      otherCall(
        (parts) => parts.slice(0, -1),
        (one, file) => one.own.length > 0 && needsLast(file, one),
      ),
    ),
    seen(
      'one more at the end',
      otherCall(
        (parts, file) => [...parts, by(file.language, { python: 'None', ruby: 'nil', rust: 'false', native: '0', go: 'nil', java: 'null', other: 'true' })],
        (one, file) => strict(file),
      ),
    ),
    unseen(
      'the first left out',
      otherCall(
        (parts) => parts.slice(1),
        (one, file) => one.own.length > 1 && needsLast(file, one),
      ),
    ),
    unseen(
      'the same twice',
      otherCall(
        (parts) => [parts[0], ...parts],
        (one, file) => one.own.length > 0 && (strict(file) || one.own.length > 1),
      ),
    ),
    unseen(
      'none at all',
      otherCall(
        () => [],
        (one, file) => one.own.length > 1 && needsLast(file, one),
      ),
    ),
    seen('a word of a shell call left out', (file, tools) => {
      if (file.language !== 'shell') return null;
      for (const f of tools.shuffle(calledFunctions(file, tools, false))) {
        const body = file.lines.slice(f.open + 1, f.close).join('\n');
        const needs = [3, 2, 1].find((n) => new RegExp(`(local )?\\w+="?\\$\\{?${n}\\}?"?(\\s|$)`).test(body));
        const call =
          needs &&
          tools.pick(
            callsTo(file, f, tools).filter(
              (each) =>
                each.file.lines[each.line].trim().startsWith(`${f.name} `) && /^[\w:-]+( "\$?\{?\w+\}?"| [\w./-]+)+$/.test(each.file.lines[each.line].trim()),
            ),
          );
        const words = call && call.file.lines[call.line].trim().split(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/);
        if (words && words.length === needs + 1)
          return together([replacement(call.file, call.line, /^\s*/.exec(call.file.lines[call.line])[0] + words.slice(0, -1).join(' '))]);
      }
      return null;
    }),
  ],
};

export const kinds = [parameterAdded, parameterRemoved, wrongCount];
