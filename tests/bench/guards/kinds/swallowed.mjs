// Errors that are lost on their way to whoever could do something about them.
import { indentOf } from '../source.mjs';
import { edited, insertion, replacement } from './code/edits.mjs';
import { all, bodyOf, by, emptyResult, indented, returnLine, seen, semi, unitOf, unseen, workingFunctions } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { codeOf, isReturn, isShort, stepsOf } from './code/steps.mjs';

const deeper = (lines, unit) => lines.map((line) => (line.trim() === '' ? line : unit + line));

const hasLongString = (lines) => lines.some((line) => /["'`]{3}|<<[-~]?\s?['"A-Z]/.test(line)) || lines.join('').split('`').length % 2 === 0;

// Lines around a body that catch whatever it throws and say nothing.
function netFor(file, f, value) {
  const end = value === '' ? [] : [returnLine(file, value)];
  return by(file.language, {
    python: { before: ['try:'], after: ['except Exception:', `${unitOf(f)}pass`] },
    script: { before: ['try {'], after: ['} catch (error) {', `${unitOf(f)}// ignore`, '}'] },
    java: { before: ['try {'], after: ['} catch (Exception e) {', `${unitOf(f)}// ignored`, '}', ...end] },
    cpp: { before: ['try {'], after: ['} catch (...) {', '}', ...end] },
    ruby: { before: ['begin'], after: ['rescue StandardError', `${unitOf(f)}nil`, 'end'] },
    shell: { before: ['{'], after: ['} || true'] },
    other: null,
  });
}

function wrapBody(file, tools) {
  const fit = workingFunctions(file, 4).filter(
    (f) =>
      stepsOf(file, f).length > 0 &&
      !maskOf(file)
        .slice(f.open, f.close)
        .some((line) => /\b(try|except|catch|rescue|recover)\b/.test(line)) &&
      emptyResult(file, f) !== null &&
      !hasLongString(file.lines.slice(f.open + 1, f.close)),
  );
  const f = tools.pick(fit);
  if (!f) return null;
  if (file.language === 'go') return edited(file, insertion(file, f.open + 1, ...indented(f, ['defer func() {', '\t_ = recover()', '}()'])));
  const net = netFor(file, f, emptyResult(file, f));
  const { from, to } = bodyOf(file, f);
  return (
    net && edited(file, { file, from, to, lines: [...indented(f, net.before), ...deeper(file.lines.slice(from, to), unitOf(f)), ...indented(f, net.after)] })
  );
}

// Existing handlers: {at, from, to, indent}, the lines between being what they do.
function handlersOf(file) {
  const form = by(file.language, {
    python: /^(\s*)except\b.*:$/,
    script: /^(\s*)\} catch\b.*\{$/,
    java: /^(\s*)\} catch \(.*\) \{$/,
    cpp: /^(\s*)\} catch \(.*\) \{$/,
    ruby: /^(\s*)rescue\b.*$/,
    go: /^(\s*)if err != nil \{$/,
    shell: null,
    c: null,
    rust: null,
  });
  if (!form) return [];
  const mask = maskOf(file);
  return file.lines.flatMap((line, at) => {
    const m = mask[at].trim() && form.exec(line);
    if (!m) return [];
    let to = at + 1;
    while (to < file.lines.length && (file.lines[to].trim() === '' || indentOf(file.lines[to]).length > m[1].length)) ++to;
    while (to > at + 1 && file.lines[to - 1].trim() === '') --to;
    const body = mask.slice(at + 1, to);
    return to > at + 1 && to - at < 15 && body.some((each) => /\b(raise|throw|return|log|error|warn|print|exit|reject|next|fail|rethrow|console)\b/i.test(each))
      ? [{ at, from: at + 1, to, indent: indentOf(file.lines[at + 1]), body }]
      : [];
  });
}

function emptiedHandler(file, tools) {
  const one = tools.pick(
    handlersOf(file).filter(
      (each) => !/\b(ImportError|LoadError|StopIteration|KeyError|AttributeError|ENOENT|FileNotFoundError|NameError|Interrupt)/.test(file.lines[each.at]),
    ),
  );
  if (one)
    return edited(file, {
      file,
      from: one.from,
      to: one.to,
      lines: by(file.language, { python: [`${one.indent}pass`], ruby: [`${one.indent}nil`], go: [`${one.indent}_ = err`], other: [] }),
    });
  const fit = (form, change) => {
    const at = tools.pick(file.lines.flatMap((line, i) => (maskOf(file)[i].trim() && form.test(line) ? [i] : [])));
    return at === undefined ? null : edited(file, replacement(file, at, file.lines[at].replace(form, change)));
  };
  if (file.language === 'shell') return fit(/ \|\| (exit|return) \d+$/, ' || true');
  if (file.language === 'rust') return fit(/\.expect\("[^"]*"\)|\.unwrap\(\)/, '.unwrap_or_default()');
  if (file.language === 'c') {
    const check = tools.pick(checksOf(file));
    return check ? edited(file, { file, from: check.at + 1, to: check.to, lines: [] }) : null;
  }
  return null;
}

// C: conditions on what a call gave whose block leaves the function: {at, to, call}.
function checksOf(file) {
  const mask = maskOf(file);
  return file.lines.flatMap((line, at) => {
    const m = mask[at].trim() && /^(\s+)if \((?:!|\(?\w+ = )?(\w+\(.*\))\)?(?: (?:<|!=|==) -?\w+)?\) \{$/.exec(line);
    if (!m || !balanced(m[2])) return [];
    let to = at + 1;
    while (to < file.lines.length && indentOf(file.lines[to]).length > m[1].length) ++to;
    return file.lines[to]?.trim() === '}' && to > at + 1 && mask.slice(at + 1, to).some((each) => /\b(return|goto|exit|abort)\b/.test(each))
      ? [{ at, to, call: m[2], indent: m[1], plain: /if \(!?\w+\(/.test(line) }]
      : [];
  });
}

function lostRethrow(file, tools) {
  if (file.language === 'go') {
    const at = tools.pick(
      file.lines.flatMap((line, i) =>
        /^\s*return (.*, )?(err|fmt\.Errorf\(.*\))$/.test(line) && /^\s*if err != nil \{$/.test(file.lines[i - 1] ?? '') ? [i] : [],
      ),
    );
    return at === undefined ? null : edited(file, replacement(file, at, file.lines[at].replace(/(err|fmt\.Errorf\(.*\))$/, 'nil')));
  }
  if (file.language === 'rust') {
    const at = tools.pick(
      file.lines.flatMap((line, i) =>
        maskOf(file)[i].trim() && /^\s*Err\((\w+)\) => (return )?Err\(.*\),$/.test(line) && /^\s*Ok\(_?\w*\) => (\{\}|\(\)),/.test(file.lines[i - 1] ?? '')
          ? [i]
          : [],
      ),
    );
    return at === undefined ? null : edited(file, replacement(file, at, file.lines[at].replace(/Err\(\w+\) => .*$/, 'Err(_) => {}')));
  }
  if (file.language === 'c') {
    const check = tools.pick(checksOf(file).filter((one) => one.to - one.at > 2 && /^\s*(return|goto)\b/.test(maskOf(file)[one.to - 1])));
    return check ? edited(file, { file, from: check.to - 1, to: check.to, lines: [] }) : null;
  }
  const one = tools.pick(
    handlersOf(file).flatMap((each) =>
      each.body.flatMap((line, i) =>
        /^\s*(raise|throw)\b.*;?$/.test(line) && indentOf(file.lines[each.from + i]) === each.indent && /[\w);]$/.test(line) && balanced(line)
          ? [{ ...each, line: each.from + i }]
          : [],
      ),
    ),
  );
  if (!one) return null;
  const rest = one.to - one.from > 1;
  const pass = by(file.language, { python: rest ? [] : [`${one.indent}pass`], ruby: rest ? [] : [`${one.indent}nil`], other: [] });
  return edited(file, { file, from: one.line, to: one.line + 1, lines: pass });
}

const balanced = (text) => ['()', '[]', '{}'].every(([a, b]) => text.split(a).length === text.split(b).length);

// One statement whose error goes nowhere.
function oneIgnored(file, tools) {
  if (file.language === 'go') {
    const at = tools.pick(
      file.lines.flatMap((line, i) =>
        /^\s*if err != nil \{$/.test(line) &&
        /^\s*return .*err/.test(file.lines[i + 1] ?? '') &&
        /^\s*\}$/.test(file.lines[i + 2] ?? '') &&
        /err :?= |, err :?= /.test(file.lines[i - 1] ?? '')
          ? [i]
          : [],
      ),
    );
    return at === undefined ? null : edited(file, { file, from: at, to: at + 3, lines: [`${indentOf(file.lines[at])}_ = err`] });
  }
  if (file.language === 'rust') {
    const at = tools.pick(
      file.lines.flatMap((line, i) =>
        /^\s+[\w.:&!()", ]+\?;$/.test(line) && !/\blet\b|return/.test(line) && balanced(maskOf(file)[i]) && /[;{}]\s*$/.test(maskOf(file)[i - 1]) ? [i] : [],
      ),
    );
    return at === undefined ? null : edited(file, replacement(file, at, file.lines[at].replace(/^(\s+)(.*)\?;$/, '$1let _ = $2;')));
  }
  if (file.language === 'c') {
    const check = tools.pick(checksOf(file).filter((one) => one.plain));
    return check ? edited(file, { file, from: check.at, to: check.to + 1, lines: [`${check.indent}(void)${check.call};`] }) : null;
  }
  const form =
    file.language === 'shell'
      ? /^(?!\s*(if|then|else|fi|for|do|done|while|case|esac|local|export|echo|return|exit|shift|set|trap|printf|read|declare|readonly|source|sleep|wait|rm|kill|cat|cd|pwd|true|date|\.|[\w]+\+?=|\}|\{|\[|#|:|;;|.*\)$))\s+[a-z][\w-]+ [^|&;<>]*[^|&;\\({]$/
      : /^\s*(await )?[\w.:>-]+\(.*\);?$/;
  for (const f of tools.shuffle(workingFunctions(file, 3)).slice(0, 15)) {
    const step = tools.pick(
      stepsOf(file, f).filter(
        (each) =>
          isShort(each, file) &&
          form.test(file.lines[each.to - 1]) &&
          !isReturn(file, each) &&
          !/\b(print|log|console|super|assert\w*|expect)\b/.test(file.lines[each.to - 1]),
      ),
    );
    if (!step) continue;
    const at = step.to - 1;
    const line = file.lines[at].trim();
    const unit = unitOf(f);
    const lines = by(file.language, {
      python: ['try:', unit + line, 'except:', `${unit}pass`],
      script: ['try {', unit + line, '} catch {}'],
      java: ['try {', unit + line, '} catch (Throwable t) {', '}'],
      cpp: ['try {', unit + line, '} catch (...) {}'],
      ruby: [`${line} rescue nil`],
      shell: [`${line} 2>/dev/null || true`],
      other: null,
    });
    return lines && edited(file, { file, from: at, to: at + 1, lines: indented(f, lines) });
  }
  return null;
}

function switchedOff(file, tools) {
  if (file.language === 'shell') {
    const at = file.lines.findIndex((line) => /^set -[a-z]*e|^set -o errexit/.test(line));
    return at < 0 ? null : edited(file, replacement(file, at, tools.pick(['set +e', `# ${file.lines[at]}`])));
  }
  if (file.language === 'rust' || file.language === 'go') {
    const form = file.language === 'go' ? /^\s*if err != nil \{$/ : /^\s+[\w.:&!()", ]+\?;$/;
    const at = tools.pick(
      file.lines.flatMap((line, i) =>
        form.test(line) && !/\blet\b|return/.test(line) && balanced(maskOf(file)[i].replace(/\{$/, '')) && /[;{})]\s*$/.test(maskOf(file)[i - 1]) ? [i] : [],
      ),
    );
    return at === undefined
      ? null
      : edited(
          file,
          file.language === 'go'
            ? insertion(file, at, `${indentOf(file.lines[at])}err = nil`)
            : replacement(file, at, file.lines[at].replace(/\?;$/, '.ok();')),
        );
  }
  const f = tools.pick(workingFunctions(file, 4).filter((one) => stepsOf(file, one).length > 1));
  const step =
    f &&
    tools.pick(stepsOf(file, f).filter((each) => isShort(each, file) && /^\s*(await )?[\w.]+\(.*\);?$/.test(file.lines[each.to - 1]) && !isReturn(file, each)));
  if (!step) return null;
  const at = step.to - 1;
  const line = file.lines[at].trim();
  const text = by(file.language, {
    python: ['with contextlib.suppress(Exception):', unitOf(f) + line],
    ruby: ['begin', unitOf(f) + line, 'rescue Exception', 'end'],
    script: /^await /.test(line) ? [line.replace(/;?$/, `.catch(() => {})${semi(file)}`)] : null,
    other: null,
  });
  const needs = file.language === 'python' && !/^import contextlib/m.test(file.text);
  return text && edited(file, { file, from: at, to: at + 1, lines: indented(f, needs ? ['import contextlib', ...text] : text) });
}

const swallowed = {
  name: 'errors swallowed',
  class: 11,
  what: 'defect',
  languages: all,
  why: 'What went wrong is neither handled, passed on nor written down; callers go on with nothing.',
  shapes: [
    seen('a whole body in an empty handler', wrapBody),
    seen('the error of one statement ignored', oneIgnored),
    unseen('an existing handler emptied', emptiedHandler),
    unseen('the rethrow of a handler lost', lostRethrow),
    unseen('errors switched off', switchedOff),
  ],
};

export const one = { python: 'or', other: '||' };

// After a return (or a throw) that ends a body or a branch.
export const after =
  (build, fit = () => true) =>
  (file, tools) => {
    const found = workingFunctions(file, 3).flatMap((f) => {
      const step = stepsOf(file, f).at(-1);
      return step && isReturn(file, step) && balanced(codeOf(file, step)) && fit(file, f, step) ? [{ f, step }] : [];
    });
    const picked = tools.pick(found);
    const lines = picked && build(file, picked.f, picked.step, tools);
    return lines ? edited(file, insertion(file, picked.step.to, ...lines)) : null;
  };

export const kinds = [swallowed];
