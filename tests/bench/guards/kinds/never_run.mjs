// Code that is never reached, and conditions that no longer decide.
import { indentOf } from '../source.mjs';
import { edited, insertion, replacement } from './code/edits.mjs';
import { all, but, by, emptyResult, indented, leaving, printing, remark, seen, semi, unitOf, unseen, workingFunctions } from './code/idiom.mjs';
import { conditionsOf } from './calls.mjs';
import { maskOf } from './code/mask.mjs';
import { isNative, isScript } from './code/own.mjs';
import { codeOf, isReturn, stepsOf } from './code/steps.mjs';
import { after, one } from './swallowed.mjs';

const unreachableFunctions = (file) => workingFunctions(file, 4).filter((f) => emptyResult(file, f) !== null && stepsOf(file, f).length > 1);

const early =
  (build, where = () => 0) =>
  (file, tools) => {
    const f = tools.pick(unreachableFunctions(file).filter((one) => !isReturn(file, stepsOf(file, one)[0])));
    if (!f) return null;
    const lines = build(file, leaving(file, emptyResult(file, f)), tools, f);
    const steps = stepsOf(file, f);
    return lines && edited(file, insertion(file, steps[where(steps)].from, ...indented(f, lines)));
  };

const always = (file, line, f) =>
  by(file.language, {
    python: ['if True:', unitOf(f) + line],
    script: [`if (true) ${line}`],
    go: ['if true {', unitOf(f) + line, '}'],
    rust: ['if true {', unitOf(f) + line, '}'],
    native: [`if (1) ${line}`],
    java: [`if (true) ${line}`],
    ruby: [`${line} if true`],
    shell: ['if true; then', `  ${line}`, 'fi'],
  });

const earlyReturn = {
  name: 'a return before the code',
  class: 11,
  what: 'defect',
  languages: all,
  why: 'All that stands below can never run; the function says nothing of what it was asked.',
  shapes: [
    seen(
      'bare, at the head',
      early((file, line) => [line]),
    ),
    seen(
      'with an excuse',
      early((file, line, tools) => [
        remark(file, tools.pick(['Temporarily disabled', 'TODO: re-enable', 'Skip for now', 'Disabled: flaky', 'FIXME: breaks the build'])),
        line,
      ]),
    ),
    unseen(
      'under a condition that always holds',
      early((file, line, tools, f) => always(file, line, f)),
    ),
    unseen(
      'after the first step',
      early(
        (file, line) => [line],
        () => 1,
      ),
    ),
    unseen(
      'leaves the whole program',
      early((file) =>
        by(file.language, {
          python: ['import sys', 'sys.exit(0)'],
          script: [`process.exit(0)${semi(file)}`],
          go: ['os.Exit(0)'],
          rust: ['std::process::exit(0);'],
          native: ['exit(0);'],
          java: ['System.exit(0);'],
          ruby: ['exit'],
          shell: ['exit 0'],
        }),
      ),
    ),
  ],
};

const decided = (build) => (file, tools) => {
  for (const f of tools.shuffle(workingFunctions(file)).slice(0, 15)) {
    const one = tools.pick(
      conditionsOf(file, f).filter((each) => !(isNative(file.language) && !/\{$/.test(each.tail)) && !/^(true|false|True|False|0|1)$/.test(each.test)),
    );
    const text = one && build(file, one);
    if (text) return edited(file, replacement(file, one.at, text));
  }
  return null;
};

const no = { python: 'False', native: 'false', c: '0', shell: 'false', other: 'false' };

const yes = { python: 'True', c: '1', other: 'true' };

const both = { python: 'and', other: '&&' };

const round = (file, test) => (file.language === 'shell' ? test : /^[\w.]+(\([^()]*\))?$/.test(test) ? test : `(${test})`);

const switchedCondition = {
  name: 'a condition switched off',
  class: 11,
  what: 'defect',
  languages: all,
  why: 'The branch is decided by a constant now: what the program asked before is not asked any more.',
  shapes: [
    seen(
      'false and …',
      decided((file, { head, test, tail }) => `${head}${by(file.language, no)} ${by(file.language, both)} ${round(file, test)}${tail}`),
    ),
    seen(
      'true or …',
      decided((file, { head, test, tail }) => `${head}${by(file.language, yes)} ${by(file.language, one)} ${round(file, test)}${tail}`),
    ),
    unseen(
      'a constant in its place',
      decided((file, { head, tail }) => `${head}${by(file.language, no)}${tail}`),
    ),
    unseen(
      'a constant, the old one in a remark',
      decided((file, { head, test, tail }) =>
        /["'/*#]/.test(test) || (isNative(file.language) && file.language === 'c')
          ? null
          : `${head}${by(file.language, yes)}${tail}${file.language === 'python' || file.language === 'ruby' || file.language === 'shell' ? `  # ${test}` : ` // ${test}`}`,
      ),
    ),
    unseen(
      '… and false',
      decided((file, { head, test, tail }) => `${head}${round(file, test)} ${by(file.language, both)} ${by(file.language, no)}${tail}`),
    ),
  ],
};

const leaves = (file, step) => /^\s*(return|throw|raise|exit)\b/.test(codeOf(file, step).trimStart());

const unconditional = (file, f, step) =>
  leaves(file, step) &&
  !/\b(if|unless|&&|\|\|)\b.*$/.test(file.language === 'ruby' ? codeOf(file, step) : '') &&
  (!isNative(file.language) || !/^\s*\w+:/.test(file.lines[step.to]));

const deadCode = {
  name: 'code after a return',
  class: 11,
  what: 'defect',
  languages: but('rust'),
  why: "Nothing can reach it: an error in Java and Go's vet, a lie to the reader in the others.",
  shapes: [
    seen(
      'the step before it once more',
      after((file, f, step) => {
        const before = stepsOf(file, f).at(-2);
        return before && before.to - before.from < 6 ? file.lines.slice(before.from, before.to) : null;
      }, unconditional),
    ),
    seen(
      'a line of log',
      after((file, f) => [f.bodyIndent + printing(file, `${f.name} done`)], unconditional),
    ),
    unseen(
      'another return',
      after((file, f) => {
        const value = emptyResult(file, f);
        return value === null || (value === '' && !isScript(file.language) && file.language !== 'python') ? null : [f.bodyIndent + leaving(file, value)];
      }, unconditional),
    ),
    unseen('after a throw inside a branch', (file, tools) => {
      const found = workingFunctions(file, 3).flatMap((f) =>
        Array.from({ length: f.close - f.open - 2 }, (_, i) => f.open + 1 + i)
          .filter(
            (at) =>
              /^\s*(raise|throw|return|exit|continue|break)\b[^{([]*;?$/.test(maskOf(file)[at]) &&
              indentOf(file.lines[at]).length > f.bodyIndent.length &&
              !/\b(if|unless)\b/.test(maskOf(file)[at]) &&
              indentOf(file.lines[at + 1]).length < indentOf(file.lines[at]).length &&
              !/^\s*$/.test(file.lines[at + 1]) &&
              ((!isNative(file.language) && !isScript(file.language) && file.language !== 'java') ||
                /\{\s*$/.test(maskOf(file)[at - 1]) ||
                /;\s*$/.test(maskOf(file)[at - 1])),
          )
          .map((at) => ({ f, at })),
      );
      const picked = tools.pick(found);
      return picked ? edited(file, insertion(file, picked.at + 1, indentOf(file.lines[picked.at]) + printing(file, `left ${picked.f.name}`))) : null;
    }),
    unseen('a step moved below it', (file, tools) => {
      const found = workingFunctions(file, 4).flatMap((f) => {
        const steps = stepsOf(file, f);
        return steps.length > 2 &&
          unconditional(file, f, steps.at(-1)) &&
          isReturn(file, steps.at(-1)) &&
          steps.at(-2).to === steps.at(-1).from &&
          !isReturn(file, steps.at(-2))
          ? [steps]
          : [];
      });
      const steps = tools.pick(found);
      return steps
        ? edited(file, {
            file,
            from: steps.at(-2).from,
            to: steps.at(-1).to,
            lines: [...file.lines.slice(steps.at(-1).from, steps.at(-1).to), ...file.lines.slice(steps.at(-2).from, steps.at(-2).to)],
          })
        : null;
    }),
  ],
};

export const kinds = [earlyReturn, switchedCondition, deadCode];
