// Edits of how errors and conditions are handled that any maintainer may make.
import { indentOf } from '../source.mjs';
import { edited, insertion, replacement } from './code/edits.mjs';
import { all, by, emptyResult, parametersOf, quote, seen, semi, unitOf, unseen, workingFunctions } from './code/idiom.mjs';
import { conditionsOf } from './calls.mjs';
import { maskOf } from './code/mask.mjs';
import { isNative, isScript } from './code/own.mjs';
import { codeOf, isReturn, stepsOf } from './code/steps.mjs';
import { hasWord } from './benign_calls.mjs';

const callStep = (file, f) =>
  stepsOf(file, f).filter(
    (step) =>
      step.to - step.from === 1 &&
      /^\s*(await )?[\w.]+\(.*\);?$/.test(file.lines[step.from]) &&
      !isReturn(file, step) &&
      !/\b(super|assert\w*|expect|print|console|log\w*)\b/.test(file.lines[step.from]),
  );

const around = (rows) => (file, tools) => {
  const found = workingFunctions(file).flatMap((f) => callStep(file, f).map((step) => ({ f, step })));
  const one = tools.pick(found);
  const row = one && by(file.language, rows);
  if (!row) return null;
  const lines = row(file.lines[one.step.from].trim(), one.f);
  return (
    lines && edited(file, { file, from: one.step.from, to: one.step.to, lines: lines.map((line) => one.f.bodyIndent + line.replace(/\t/g, unitOf(one.f))) })
  );
};

const handled = {
  name: 'an error handled on purpose',
  class: 11,
  benign: true,
  languages: all,
  why: 'The error is still known to whoever called: it goes on with more words, or what may be missing is named and nothing else is caught.',
  shapes: [
    seen('goes on with more words', (file, tools) => {
      if (file.language === 'go') {
        const f = tools.pick(
          workingFunctions(file)
            .filter((one) => Array.from({ length: one.close - one.open }, (_, i) => one.open + i).some((at) => /^\s*return err$/.test(file.lines[at])))
            .filter(() => /^\s*"fmt"$/m.test(file.text)),
        );
        const at = f && file.lines.findIndex((line, i) => i > f.open && i < f.close && /^\s*return err$/.test(line));
        return f ? edited(file, replacement(file, at, file.lines[at].replace('return err', `return fmt.Errorf("${f.name}: %w", err)`))) : null;
      }
      if (file.language === 'rust') {
        const at = tools.pick(file.lines.flatMap((line, i) => (maskOf(file)[i].trim() && /\.unwrap\(\)/.test(maskOf(file)[i]) ? [i] : [])));
        return at === undefined ? null : edited(file, replacement(file, at, file.lines[at].replace('.unwrap()', '.expect("checked above")')));
      }
      return around({
        python: (line, f) => ['try:', `\t${line}`, 'except OSError as error:', `\traise OSError(error.errno, f"${f.name}: {error.strerror}") from error`],
        script: (line, f) => [
          'try {',
          `\t${line}`,
          '} catch (error) {',
          `\tif (error instanceof Error) error.message = ${quote(file, `${f.name}: `)} + error.message${semi(file)}`,
          `\tthrow error${semi(file)}`,
          '}',
        ],
        java: (line, f) => ['try {', `\t${line}`, '} catch (IllegalStateException e) {', `\tthrow new IllegalStateException("${f.name}", e);`, '}'],
        ruby: (line, f) => ['begin', `\t${line}`, 'rescue SystemCallError => e', `\traise e.class, "${f.name}: #{e.message}"`, 'end'],
        other: null,
      })(file, tools);
    }),
    seen(
      'cleaned up, then thrown again',
      around({
        python: (line) => ['try:', `\t${line}`, 'except KeyboardInterrupt:', '\t# The caller knows what to do.', '\traise'],
        script: (line) => ['try {', `\t${line}`, '} catch (error) {', "\tif (error && error.code === 'EPIPE') process.exitCode = 1;", '\tthrow error;', '}'],
        java: (line) => ['try {', `\t${line}`, '} catch (RuntimeException e) {', '\tThread.yield();', '\tthrow e;', '}'],
        ruby: (line) => ['begin', `\t${line}`, 'rescue StandardError', '\tGC.start', '\traise', 'end'],
        other: null,
      }),
    ),
    unseen('a count of nothing is no error', (file, tools) => {
      const at =
        file.language === 'shell'
          ? tools.pick(file.lines.flatMap((line, i) => (/^\s*\w+="?\$\(grep -[a-z]*c[a-z]* [^|()]*\)"?$/.test(line) ? [i] : [])))
          : undefined;
      return at === undefined ? null : edited(file, replacement(file, at, file.lines[at].replace(/\)("?)$/, ' || true)$1')));
    }),
    unseen('what may be gone already', (file, tools) => {
      const at = tools.pick(
        file.lines.flatMap((line, i) =>
          by(file.language, {
            python: /^\s+os\.(remove|unlink|rmdir)\([^()]*\)$/,
            ruby: /^\s+File\.(delete|unlink)\([^()]*\)$/,
            script: /^\s+fs\.(unlinkSync|rmdirSync)\([^()]*\);?$/,
            other: /$^/,
          }).test(line) && maskOf(file)[i].trim()
            ? [i]
            : [],
        ),
      );
      if (at === undefined) return null;
      const indent = indentOf(file.lines[at]);
      const line = file.lines[at].trim();
      return edited(file, {
        file,
        from: at,
        to: at + 1,
        lines: by(file.language, {
          python: ['try:', `    ${line}`, 'except FileNotFoundError:', '    # Somebody else was faster.', '    pass'],
          ruby: ['begin', `  ${line}`, 'rescue Errno::ENOENT', '  # Somebody else was faster.', 'end'],
          script: ['try {', `  ${line}`, '} catch (error) {', "  if (error.code !== 'ENOENT') throw error;", '}'],
        }).map((text) => indent + text),
      });
    }),
    unseen(
      'a retry with an end',
      around({
        python: (line) => ['for attempt in range(3):', '\ttry:', `\t\t${line}`, '\t\tbreak', '\texcept OSError:', '\t\tif attempt == 2:', '\t\t\traise'],
        script: (line) => [
          'for (let attempt = 1; ; attempt += 1) {',
          '\ttry {',
          `\t\t${line}`,
          '\t\tbreak;',
          '\t} catch (error) {',
          '\t\tif (attempt === 3) throw error;',
          '\t}',
          '}',
        ],
        java: (line) => [
          'for (int attempt = 1; ; attempt++) {',
          '\ttry {',
          `\t\t${line}`,
          '\t\tbreak;',
          '\t} catch (IllegalStateException e) {',
          '\t\tif (attempt == 3) {',
          '\t\t\tthrow e;',
          '\t\t}',
          '\t}',
          '}',
        ],
        ruby: (line) => ['attempts = 0', 'begin', `\t${line}`, 'rescue SystemCallError', '\tattempts += 1', '\tretry if attempts < 3', '\traise', 'end'],
        other: null,
      }),
    ),
  ],
};

// Refuses what the function could not work with anyway.
const guarded = (build) => (file, tools) => {
  const fit = workingFunctions(file).filter(
    (f) =>
      stepsOf(file, f).length > 0 &&
      !isReturn(file, stepsOf(file, f)[0]) &&
      parametersOf(file, f).length > 0 &&
      !parametersOf(file, f)[0].value &&
      !parametersOf(file, f)[0].keyword &&
      !/None|null|undefined|\?/.test(parametersOf(file, f)[0].type ?? '') &&
      dereferences(file, f, parametersOf(file, f)[0].name),
  );
  const f = tools.pick(fit);
  const lines = f && build(file, f, parametersOf(file, f)[0]);
  return lines ? edited(file, insertion(file, stepsOf(file, f)[0].from, ...lines.map((line) => (line === '' ? '' : f.bodyIndent + line)))) : null;
};

// Whether the first step already takes the parameter apart, so that nothing empty ever worked.
const dereferences = (file, f, name) =>
  new RegExp(`(?<![\\w.])${name}(\\.\\w|->|\\[)`).test(codeOf(file, stepsOf(file, f)[0])) &&
  !new RegExp(`\\b${name}(\\?\\.| (is|==|!=|===|!==|&&|\\|\\||or|and)\\b)|!${name}\\b|\\bif ${name}\\b`).test(maskOf(file).slice(f.open, f.close).join('\n'));

const guard = {
  name: 'a guard clause added',
  class: 11,
  benign: true,
  languages: all,
  why: 'It only speaks up earlier where the first step would have failed anyway.',
  shapes: [
    seen(
      'an error that names the argument',
      guarded((file, f, one) =>
        by(file.language, {
          python: [`if ${one.name} is None:`, `${unitOf(f)}raise TypeError("${one.name} must not be None")`],
          script: [`if (${one.name} == null) {`, `${unitOf(f)}throw new TypeError(${quote(file, `${one.name} is required`)})${semi(file)}`, '}'],
          ruby: [`raise ArgumentError, '${one.name} is required' if ${one.name}.nil?`],
          java: /^[A-Z]/.test(one.type ?? '') ? [`java.util.Objects.requireNonNull(${one.name}, "${one.name}");`] : null,
          go: /^\*/.test(one.type ?? '') ? [`if ${one.name} == nil {`, `\tpanic("${f.name}: ${one.name} is nil")`, '}'] : null,
          other: null,
        }),
      ),
    ),
    seen('an empty list is done at once', (file, tools) => {
      const found = workingFunctions(file).flatMap((f) => {
        const step = stepsOf(file, f)[0];
        const name =
          step &&
          by(file.language, {
            python: /^\s*for \w+ in (\w+):/,
            script: /^\s*for \((?:const|let|var) \w+ of (\w+)\) \{/,
            go: /^\s*for _?,? ?\w* ?:= range (\w+) \{/,
            ruby: /^\s*(\w+)\.each do/,
            other: /$^/,
          }).exec(maskOf(file)[step.from])?.[1];
        return name && stepsOf(file, f).length === 1 && emptyResult(file, f) === '' && parametersOf(file, f).some((one) => one.name === name)
          ? [{ f, step, name }]
          : [];
      });
      const one = tools.pick(found);
      return one
        ? edited(
            file,
            insertion(
              file,
              one.step.from,
              ...by(file.language, {
                python: [`if not ${one.name}:`, `${unitOf(one.f)}return`],
                script: [`if (${one.name}.length === 0) return${semi(file)}`],
                go: [`if len(${one.name}) == 0 {`, '\treturn', '}'],
                ruby: [`return if ${one.name}.empty?`],
              }).map((line) => one.f.bodyIndent + line),
            ),
          )
        : null;
    }),
    unseen(
      'an assertion',
      guarded((file, f, one) =>
        by(file.language, {
          python: [`assert ${one.name} is not None`],
          c: /\*$/.test(one.type ?? '') && /<assert\.h>/.test(file.text) ? [`assert(${one.name});`] : null,
          cpp: /\*$/.test(one.type ?? '') && /<(cassert|assert\.h)>/.test(file.text) ? [`assert(${one.name});`] : null,
          java: /^[A-Z]/.test(one.type ?? '') ? [`assert ${one.name} != null;`] : null,
          other: null,
        }),
      ),
    ),
    unseen('a way to call it, said', (file, tools) => {
      const f =
        file.language === 'shell' &&
        tools.pick(
          workingFunctions(file).filter(
            (one) =>
              stepsOf(file, one).length > 1 &&
              file.lines.slice(one.open + 1, one.close).some((line) => /\$1\b|\$\{1\}/.test(line)) &&
              !/\$\{1:?-|\$#/.test(file.lines.slice(one.open, one.close).join('\n')),
          ),
        );
      return f
        ? edited(file, insertion(file, stepsOf(file, f)[0].from, `${f.bodyIndent}[ "$#" -gt 0 ] || { echo "${f.name} needs an argument" >&2; return 2; }`))
        : null;
    }),
    unseen('a check of the range', (file, tools) => {
      const found = workingFunctions(file).flatMap((f) =>
        parametersOf(file, f)
          .filter(
            (one) =>
              /^(size_t|usize)$/.test(one.type ?? '') && (file.language === 'rust' || /<(stdlib\.h|cstdlib)>/.test(file.text)) && stepsOf(file, f).length > 0,
          )
          .map((one) => ({ f, one })),
      );
      const it = tools.pick(found);
      return it
        ? edited(
            file,
            insertion(
              file,
              stepsOf(file, it.f)[0].from,
              it.f.bodyIndent + (file.language === 'rust' ? `debug_assert!(${it.one.name} < usize::MAX);` : `if (${it.one.name} == (size_t)-1) abort();`),
            ),
          )
        : null;
    }),
  ],
};

// The same decision in other words.
function turned(file, tools) {
  for (const f of tools.shuffle(workingFunctions(file)).slice(0, 20)) {
    const one = tools.pick(conditionsOf(file, f).filter((each) => / (===|!==|==|!=) /.test(each.test) && /^[\w.]+ (===|!==|==|!=) [\w.]+$/.test(each.test)));
    if (!one) continue;
    const [, a, mark, b] = /^([\w.]+) (===|!==|==|!=) ([\w.]+)$/.exec(one.test);
    if (a === b || file.language === 'shell') continue;
    return edited(file, replacement(file, one.at, `${one.head}${b} ${mark} ${a}${one.tail}`));
  }
  return null;
}

// `if (a) { x } else { y }` becomes `if (!a) { y } else { x }`.
function flipped(file, tools) {
  for (const f of tools.shuffle(workingFunctions(file)).slice(0, 20)) {
    for (const one of conditionsOf(file, f)) {
      const indent = indentOf(file.lines[one.at]);
      const other = file.lines.findIndex((line, i) => i > one.at && indentOf(line) === indent && line.trim() !== '');
      const isElse = by(file.language, { python: /^\s*else:$/, ruby: /^\s*else$/, shell: /^\s*else$/, other: /^\s*\} else \{$/ });
      if (!isElse.test(file.lines[other] ?? '') || /elif|elsif|else if/.test(one.head) || other >= f.close || !/^[\w.]+(\([\w., ]*\))?$/.test(one.test))
        continue;
      const last = file.lines.findIndex((line, i) => i > other && indentOf(line).length <= indent.length && line.trim() !== '');
      if (last < 0 || last > f.close || (!['python'].includes(file.language) && !/^\s*(\}|end|fi)$/.test(file.lines[last]))) continue;
      let end = last;
      while (file.language === 'python' && file.lines[end - 1].trim() === '') --end;
      const a = file.lines.slice(one.at + 1, other);
      const b = file.lines.slice(other + 1, end);
      return edited(file, {
        file,
        from: one.at,
        to: end,
        lines: [`${one.head}${by(file.language, { python: 'not ', shell: '! ', other: '!' })}${one.test}${one.tail}`, ...b, file.lines[other], ...a],
      });
    }
  }
  return null;
}

const otherWords = {
  name: 'the same decision in other words',
  class: 11,
  benign: true,
  languages: all,
  why: 'For every input the same branch runs as before.',
  shapes: [
    seen('sides of an equality changed', turned),
    seen('branches and condition turned round', flipped),
    unseen('brackets around a part', (file, tools) => {
      for (const f of tools.shuffle(workingFunctions(file)).slice(0, 20)) {
        const one = tools.pick(
          conditionsOf(file, f).filter(
            (each) => /^[^()]+ (&&|and) [^()]+$/.test(each.test) && !/\|\||\bor\b|\bnot\b|<[^=]|\[/.test(each.test) && file.language !== 'shell',
          ),
        );
        if (one) {
          const mark = /&&/.test(one.test) ? ' && ' : ' and ';
          const [a, ...rest] = one.test.split(mark);
          if (/^[\w.]+ (===|!==|==|!=|>=|<=) [\w.]+$/.test(a))
            return edited(file, replacement(file, one.at, `${one.head}(${a})${mark}${rest.join(mark)}${one.tail}`));
        }
      }
      return null;
    }),
    unseen('a name for the condition', (file, tools) => {
      for (const f of tools.shuffle(workingFunctions(file)).slice(0, 20)) {
        const one = tools.pick(
          conditionsOf(file, f).filter(
            (each) =>
              stepsOf(file, f).some((step) => step.from === each.at) &&
              each.test.length > 20 &&
              /^\s*if\b/.test(each.head) &&
              !(isNative(file.language) && /\*|=(?!=)/.test(each.test.replace(/[=!<>]=/g, ''))) &&
              !hasWord(file, f, 'applies'),
          ),
        );
        if (!one) continue;
        const lines = by(file.language, {
          python: `applies = ${one.test}`,
          javascript: `const applies = ${one.test}${semi(file)}`,
          go: `applies := ${one.test}`,
          rust: `let applies = ${one.test};`,
          cpp: `const bool applies = static_cast<bool>(${one.test});`,
          java: / instanceof /.test(one.test) ? null : `final boolean applies = ${one.test};`,
          ruby: `applies = ${/ (and|or|not) /.test(one.test) ? `(${one.test})` : one.test}`,
          other: null,
        });
        if (lines) return edited(file, { file, from: one.at, to: one.at + 1, lines: [indentOf(file.lines[one.at]) + lines, `${one.head}applies${one.tail}`] });
      }
      return null;
    }),
    unseen('braces around a single statement', (file, tools) => {
      const at =
        isNative(file.language) || isScript(file.language) || file.language === 'java'
          ? tools.pick(
              file.lines.flatMap((line, i) =>
                /^\s+if \(.*\)$/.test(maskOf(file)[i]) &&
                line.split('(').length === line.split(')').length &&
                /^\s+[^{}]*;$/.test(maskOf(file)[i + 1] ?? '') &&
                indentOf(file.lines[i + 1]).length > indentOf(line).length &&
                !/^\s*else/.test(file.lines[i + 2] ?? '')
                  ? [i]
                  : [],
              ),
            )
          : undefined;
      return at === undefined
        ? null
        : edited(file, { file, from: at, to: at + 2, lines: [`${file.lines[at]} {`, file.lines[at + 1], `${indentOf(file.lines[at])}}`] });
    }),
  ],
};

export const kinds = [handled, guard, otherWords];
