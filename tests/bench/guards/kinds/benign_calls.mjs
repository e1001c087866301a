// Edits of signatures and of the place of definitions that any maintainer may make.
import { functionsOf } from '../source.mjs';
import { edited, insertion, replacement, reworded, together, withMode } from './code/edits.mjs';
import { camel, cap, importEdit, isCommon, pythonPackage } from './code/ghosts.mjs';
import { all, by, emptyResult, isTestOf, parametersOf, quote, scripts, seen, semi, startOf, unitOf, unseen, workingFunctions } from './code/idiom.mjs';
import { ownFunctions } from './benign_names.mjs';
import { maskOf } from './code/mask.mjs';
import { isNative, isScript, join, realImportsOf } from './code/own.mjs';
import { stepsOf } from './code/steps.mjs';
import { typesOf } from './code/things.mjs';
import { countOfDefinitions } from './code/uses.mjs';
import { boundBy } from './imports_lost.mjs';

// The closing bracket of a head that stands in one line.
function endOfHead(file, f) {
  const mask = maskOf(file)[f.from];
  const open = mask.indexOf('(', mask.indexOf(f.name));
  let depth = 0;
  for (let i = open; i >= 0 && i < mask.length; ++i) {
    if ('([{'.includes(mask[i])) ++depth;
    if (')]}'.includes(mask[i]) && --depth === 0) return { open, close: i };
  }
  return null;
}

// A last parameter that may be left out; the body asks for it once.
const optional = (build) => (file, tools) => {
  const fit = workingFunctions(file).filter(
    (f) =>
      f.from === f.open &&
      stepsOf(file, f).length > 0 &&
      endOfHead(file, f) &&
      !f.parameters.some((text) => /^\*|\.\.\.|^&|^\{|=>/.test(text)) &&
      parametersOf(file, f).length > 0 &&
      !/^\s*(@|#\[)/.test(file.lines[f.from - 1] ?? '') &&
      !/^(get|set) /.test(f.line.trim()) &&
      !f.name.startsWith('__') &&
      !hasWord(file, f, 'strict') &&
      !/\bpublic|=> /.test(file.language === 'ruby' ? '' : f.line.replace('=> {', '')) &&
      (!isScript(file.language) || !f.method) &&
      (file.language !== 'cpp' || (/^static /.test(f.line) && parametersOf(file, f).every((one) => !one.value))) &&
      (f.method ? /^self$/.test(f.parameters[0]) || file.language === 'ruby' : true),
  );
  const f = tools.pick(fit);
  const lines = f && build(file.language === 'tsx' ? { ...file, language: 'typescript' } : file, f, parametersOf(file, f)[0].name);
  if (!lines) return null;
  const { close } = endOfHead(file, f);
  const head = file.lines[f.from];
  return edited(
    file,
    replacement(file, f.from, `${head.slice(0, close)}, ${lines.parameter}${head.slice(close)}`),
    insertion(file, stepsOf(file, f)[0].from, ...lines.body.map((line) => f.bodyIndent + line)),
  );
};

export const hasWord = (file, f, word) => file.lines.slice(f.from, f.to).some((line) => new RegExp(`\\b${word}\\b`).test(line));

const typed = (file, f) => f.parameters.some((text) => /^\w+:/.test(text));

const optionalParameter = {
  name: 'an optional parameter added at the end',
  class: 7,
  benign: true,
  languages: ['python', ...scripts, 'ruby'],
  why: 'It has a default, so that no call has to change, and the body asks for it.',
  shapes: [
    seen(
      'a switch',
      optional((file, f, name) =>
        by(file.language, {
          python: {
            parameter: typed(file, f) ? 'strict: bool = False' : 'strict=False',
            body: [`if strict and ${name} is None:`, `${unitOf(f)}raise ValueError("${name} is required")`],
          },
          javascript: {
            parameter: 'strict = false',
            body: [`if (strict && ${name} == null) {`, `${unitOf(f)}throw new TypeError(${quote(file, `${name} is required`)})${semi(file)}`, '}'],
          },
          typescript: {
            parameter: 'strict: boolean = false',
            body: [`if (strict && ${name} == null) {`, `${unitOf(f)}throw new TypeError(${quote(file, `${name} is required`)})${semi(file)}`, '}'],
          },
          ruby: { parameter: 'strict: false', body: [`raise ArgumentError, '${name} is required' if strict && ${name}.nil?`] },
        }),
      ),
    ),
    seen(
      'a switch by keyword',
      optional((file, f, name) =>
        by(file.language, {
          python: {
            parameter: typed(file, f) ? '*, strict: bool = False' : '*, strict=False',
            body: [`if strict and ${name} is None:`, `${unitOf(f)}raise TypeError("${name} must be given")`],
          },
          javascript: {
            parameter: '{ strict = false } = {}',
            body: [`if (strict && ${name} === undefined) throw new TypeError(${quote(file, `${name} must be given`)})${semi(file)}`],
          },
          typescript: {
            parameter: '{ strict = false }: { strict?: boolean } = {}',
            body: [`if (strict && ${name} === undefined) throw new TypeError(${quote(file, `${name} must be given`)})${semi(file)}`],
          },
          ruby: { parameter: 'strict: nil', body: [`raise ArgumentError, '${name} must be given' if strict && ${name}.nil?`] },
          other: null,
        }),
      ),
    ),
    unseen(
      'something to call',
      optional((file, f, name) =>
        by(file.language, {
          python: {
            parameter: typed(file, f) ? 'on_start: object = None' : 'on_start=None',
            body: ['if on_start is not None:', `${unitOf(f)}on_start(${name})`],
          },
          javascript: { parameter: 'onStart = undefined', body: [`if (onStart) onStart(${name})${semi(file)}`] },
          typescript: { parameter: 'onStart?: (value: unknown) => void', body: [`onStart?.(${name})${semi(file)}`] },
          ruby: { parameter: 'on_start: nil', body: [`on_start&.call(${name})`] },
          other: null,
        }),
      ),
    ),
    unseen(
      'a limit that is none',
      optional((file, f) =>
        by(file.language, {
          python: {
            parameter: typed(file, f) ? 'limit: int = 0' : 'limit=0',
            body: ['if limit < 0:', `${unitOf(f)}raise ValueError("limit must not be negative")`],
          },
          javascript: { parameter: 'limit = 0', body: [`if (limit < 0) throw new RangeError(${quote(file, 'limit must not be negative')})${semi(file)}`] },
          typescript: { parameter: 'limit = 0', body: [`if (limit < 0) throw new RangeError(${quote(file, 'limit must not be negative')})${semi(file)}`] },
          ruby: { parameter: 'limit: 0', body: ["raise ArgumentError, 'limit must not be negative' if limit.negative?"] },
          other: null,
        }),
      ),
    ),
    unseen(
      'a label for messages',
      optional((file, f, name) =>
        by(file.language, {
          python: {
            parameter: typed(file, f) ? 'label: str = "value"' : 'label="value"',
            body: [`if isinstance(${name}, Exception):`, `${unitOf(f)}raise TypeError(f"{label} must not be an error")`],
          },
          javascript: { parameter: `label = ${quote(file, 'value')}`, body: [`if (${name} instanceof Error) throw new TypeError(label)${semi(file)}`] },
          typescript: {
            parameter: `label = ${quote(file, 'value')}`,
            body: [`if ((${name} as unknown) instanceof Error) throw new TypeError(label)${semi(file)}`],
          },
          ruby: { parameter: "label: 'value'", body: [`raise TypeError, "#{label} must not be an error" if ${name}.is_a?(Exception)`] },
          other: null,
        }),
      ),
    ),
  ],
};

// A new name, the old one kept for whoever uses it.
function kept(file, tools, words) {
  const fit = functionsOf(file).filter(
    (f) =>
      !f.method &&
      f.indent === '' &&
      f.name.length > 4 &&
      !isTestOf(file, f) &&
      f.name !== 'main' &&
      maskOf(file)[f.from].trim() &&
      !/^\s*(@|#\[)/.test(file.lines[f.from - 1] ?? '') &&
      countOfDefinitions(tools, file.language, f.name) === 1 &&
      !/[?!=]$/.test(f.name) &&
      !/^(export default|static|inline|template)/.test(f.line) &&
      f.from === f.open &&
      !/\b(async|yield)\b|<.*>\(/.test(f.line),
  );
  const f = tools.pick(fit);
  if (!f) return null;
  const word = tools.pick(words);
  const name = tools.invent(/_/.test(f.name) || ['python', 'shell', 'ruby', 'rust', 'c'].includes(file.language) ? `${f.name}_${word}` : f.name + cap(word));
  const args = parametersOf(file, f)
    .map((one) => one.name)
    .join(', ');
  const lines = by(file.language, {
    python: ['', '', `${f.name} = ${name}`],
    javascript: ['', `${/^export /.test(f.line) ? 'export ' : ''}const ${f.name} = ${name}${semi(file)}`],
    typescript: ['', `${/^export /.test(f.line) ? 'export ' : ''}const ${f.name} = ${name}${semi(file)}`],
    tsx: ['', `${/^export /.test(f.line) ? 'export ' : ''}const ${f.name} = ${name}${semi(file)}`],
    go:
      f.parameters.length === parametersOf(file, f).length && !/\.\.\./.test(f.line) && f.parameters.every((text) => / /.test(text))
        ? ['', `// Deprecated: use ${name}.`, f.line, `\t${emptyResult(file, f) === '' ? '' : 'return '}${name}(${args})`, '}']
        : null,
    ruby: null,
    shell: ['', `${f.name}() {`, `  ${name} "$@"`, '}'],
    other: null,
  });
  if (
    !lines ||
    (isScript(file.language) && !/^(export )?function /.test(f.line)) ||
    (isScript(file.language) &&
      maskOf(file)
        .slice(0, f.from)
        .some((line) => new RegExp(`(?<![\\w.])${f.name}\\b`).test(line))) ||
    (file.language === 'shell' &&
      maskOf(file)
        .slice(0, f.from)
        .some((line) => line.includes(f.name)))
  )
    return null;
  return edited(file, replacement(file, f.from, reworded(file, f.from, f.name, name)), insertion(file, f.to, ...lines));
}

// Neighbours at the same depth with no statement between them.
function reordered(file, tools, method) {
  if (
    !method &&
    ['c', 'cpp', 'python'].includes(file.language) === false &&
    isScript(file.language) &&
    !functionsOf(file).some((f) => /^(export )?(async )?function /.test(f.line))
  )
    return null;
  const list = functionsOf(file).filter((f) => Boolean(f.method) === method && (method || f.indent === '') && !isTestOf(file, f));
  const pairs = list.flatMap((f, i) => {
    const g = list[i + 1];
    if (!g || g.indent !== f.indent || file.lines.slice(f.to, startOf(file, g)).some((line) => line.trim() !== '') || f.owner !== g.owner) return [];
    const text = [f, g].map((one) => file.lines.slice(startOf(file, one), one.to).join('\n'));
    return text[0].includes(g.name) ||
      text[1].includes(f.name) ||
      (isScript(file.language) && !method && ![f, g].every((one) => /^(export )?(async )?function /.test(one.line))) ||
      f.name === g.name ||
      /^\s*(@|#\[|#if|#endif|template)/m.test(text.join('\n').replace(/^\s*@Override/gm, ''))
      ? []
      : [[f, g]];
  });
  const pair = tools.pick(pairs);
  if (!pair || (file.language === 'python' && method && file.lines.slice(pair[0].from, pair[1].to).some((line) => /^\s*@/.test(line)))) return null;
  const [f, g] = pair;
  const between = file.lines.slice(f.to, startOf(file, g));
  return edited(file, {
    file,
    from: startOf(file, f),
    to: g.to,
    lines: [...file.lines.slice(startOf(file, g), g.to), ...between, ...file.lines.slice(startOf(file, f), f.to)],
  });
}

// A private function that needs no other name of its file.
function freeStanding(file, tools) {
  const top = new Set([
    ...functionsOf(file).map((f) => f.name),
    ...typesOf(file).map((type) => type.name),
    ...realImportsOf(file).flatMap((one) => boundBy(file, one)),
    ...maskOf(file).flatMap(
      (line) =>
        /^(?:export )?(?:const|let|var|type|interface|class|enum) (\w+)|^([A-Za-z_]\w*)\b.*=|^import (\w+)|^ {2,4}(\w+),$/
          .exec(line)
          ?.slice(1)
          .filter(Boolean) ?? [],
    ),
  ]);
  return tools.pick(
    ownFunctions(file, tools).filter(
      (one) =>
        one.indent === '' &&
        !one.method &&
        one.from === one.open &&
        !/^(const|let)/.test(one.line) &&
        !/\bthis\b|arguments|globals\(|<\w+>/.test(file.lines.slice(one.from, one.to).join('\n')) &&
        ![...top].some(
          (name) =>
            name !== one.name &&
            maskOf(file)
              .slice(one.from, one.to)
              .some((line) => new RegExp(`(?<![\\w.])${name}(?![\\w:])`).test(line)),
        ) &&
        (file.language !== 'go' ||
          !maskOf(file)
            .slice(one.from, one.to)
            .some((line) => /\b[a-z]\w*\.[A-Z]/.test(line))),
    ),
  );
}

const rangeOf = (file, f) => ({ file, from: startOf(file, f), to: f.to + (file.lines[f.to] === '' ? 1 : 0), lines: [] });
const textOf = (file, f) => file.lines.slice(startOf(file, f), f.to);

function movedInGo(file, tools, f, base) {
  const name = join(file.folder, `${base.toLowerCase()}${file.name.endsWith('_test.go') ? '_test' : ''}.go`);
  const head = /^package \w+/m.exec(file.text)[0];
  return tools.repo.has(name) || /^\/\/go:build/m.test(file.text) || /_(linux|windows|darwin|unix|freebsd|amd64|arm64|\w+bsd)\w*\.go$/.test(file.name)
    ? null
    : {
        files: {
          [file.path]: withMode(file, edited(file, rangeOf(file, f))),
          [name]: `${head}\n\n${textOf(file, f).join('\n')}\n`,
        },
      };
}

function movedInPython(file, tools, f, base) {
  const stem = tools.invent(`_${base}`);
  const name = join(file.folder, `${stem}.py`);
  const line = pythonPackage(file.folder, tools.repo) ? `from .${stem} import ${f.name}` : `from ${stem} import ${f.name}`;
  const edit = !tools.repo.has(name) && file.place !== 'test' && !/^from __future__/m.test(file.text) && importEdit(file, line);
  const answer = edit && together([edit, { file, from: startOf(file, f), to: f.to, lines: [] }]);
  return answer ? { files: { ...answer.files, [name]: `${textOf(file, f).join('\n')}\n` } } : null;
}

function movedInScript(file, tools, f, base) {
  if (isCommon(file) !== false) return null;
  const ending = /\.[a-z]+$/.exec(file.name)[0];
  const stem = tools.invent(camel(`${base}_util`));
  const name = join(file.folder, `${stem}${ending}`);
  const target = realImportsOf(file).find((one) => one.target.startsWith('.') && /\.[mc]?[jt]sx?$/.test(one.target))
    ? `./${stem}${/\.(js|mjs)['"]/.test(file.text) && file.language !== 'javascript' ? '.js' : ending}`
    : `./${stem}`;
  const edit = !tools.repo.has(name) && importEdit(file, `import { ${f.name} } from ${quote(file, target)}${semi(file)}`);
  const answer = edit && together([edit, rangeOf(file, f)]);
  return answer
    ? {
        files: {
          ...answer.files,
          [name]: `${textOf(file, f)
            .join('\n')
            .replace(/^(async )?function /m, 'export $1function ')}\n`,
        },
      }
    : null;
}

// It goes into a file of its own.
function movedOut(file, tools) {
  if (!['python', 'javascript', 'typescript', 'tsx', 'go'].includes(file.language) || file.place === 'script') return null;
  const f = freeStanding(file, tools);
  const move = by(file.language, { go: movedInGo, python: movedInPython, script: movedInScript });
  return f ? move(file, tools, f, f.name.replace(/^_+/, '')) : null;
}

const moved = {
  name: 'a definition in another place, still found by all',
  class: 7,
  benign: true,
  languages: all,
  why: 'The same definition stands elsewhere and every caller still reaches it: by order, by an alias, or by an import.',
  shapes: [
    seen('two functions in another order', (file, tools) => (isNative(file.language) ? null : reordered(file, tools, false))),
    seen('two methods in another order', (file, tools) => (['c', 'cpp', 'shell'].includes(file.language) ? null : reordered(file, tools, true))),
    unseen('a new name, the old one kept', (file, tools) => kept(file, tools, ['impl', 'core', 'now'])),
    unseen('a private function in a file of its own', movedOut),
    unseen('definitions of one C file in another order', (file, tools) => (isNative(file.language) ? reordered(file, tools, false) : null)),
  ],
};

export const kinds = [optionalParameter, moved];
