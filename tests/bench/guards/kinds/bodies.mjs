// Bodies that do nothing any more: emptied, stubbed, or left out in words.
import { replaceLines } from '../source.mjs';
import { edited } from './code/edits.mjs';
import {
  all,
  bodyOf,
  by,
  emptyResult,
  indented,
  nothing,
  printing,
  quote,
  remark,
  returnLine,
  seen,
  semi,
  throwing,
  unseen,
  withBody,
  workingFunctions,
} from './code/idiom.mjs';
import { commented } from './definitions.mjs';
import { maskOf } from './code/mask.mjs';
import { codeOf, isReturn, stepsOf } from './code/steps.mjs';

// A function with real work in its body, and what it may return to say nothing.
function pickWorking(file, tools, least = 4) {
  const fit = workingFunctions(file, least).filter(
    (f) => emptyResult(file, f) !== null && !/not.?implemented|unimplemented|todo!/i.test(file.lines.slice(f.open, f.close).join('\n')),
  );
  const f = tools.pick(fit);
  return f ? { f, value: emptyResult(file, f) } : null;
}

// The lines that make an empty body of that function, with `lines` before.
function hollow(file, f, value, ...lines) {
  if (value !== '') return [...lines, returnLine(file, value)];
  return lines.some((line) => !/^(#|\/\/|\/\*)/.test(line)) ? lines : [...lines, ...nothing(file.language)];
}

const make = (build) => (file, tools) => {
  const one = pickWorking(file, tools);
  if (!one) return null;
  const lines = build(file, one.f, one.value, tools);
  return lines && withBody(file, one.f, ...lines);
};

const emptied = {
  name: 'a body emptied',
  class: 6,
  what: 'defect',
  languages: all,
  why: 'The function still has its name and its callers, and does nothing of the several things it did.',
  shapes: [
    seen(
      'nothing left, or an empty result',
      make((file, f, value) => hollow(file, f, value)),
    ),
    seen(
      'only a remark left',
      make((file, f, value, tools) =>
        hollow(file, f, value, remark(file, tools.pick(['Handled elsewhere', 'No longer needed', 'Nothing to do here', 'Deprecated']))),
      ),
    ),
    seen('only its first step left', (file, tools) => {
      const one = tools.pick(
        workingFunctions(file, 6).filter((f) => stepsOf(file, f).length > 3 && !isReturn(file, stepsOf(file, f)[0]) && emptyResult(file, f) !== null),
      );
      if (!one) return null;
      const value = emptyResult(file, one);
      return replaceLines(file, stepsOf(file, one)[0].to, bodyOf(file, one).to, ...(value === '' ? [] : indented(one, [returnLine(file, value)])));
    }),
    unseen(
      'only a line of log left',
      make((file, f, value) => hollow(file, f, value, printing(file, `${f.name} called`))),
    ),
    unseen('the old body as a comment', (file, tools) => {
      const one = pickWorking(file, tools);
      if (!one) return null;
      const { from, to } = bodyOf(file, one.f);
      const rest = file.lines.slice(from, to).some((line) => /\*\/|"""|'''|=begin/.test(line)) ? null : commented(file, from, to);
      return rest && replaceLines(file, from, to, ...rest, ...indented(one.f, hollow(file, one.f, one.value)));
    }),
    unseen('all but its last return lost', (file, tools) => {
      const f = tools.pick(
        workingFunctions(file, 6).filter((one) => {
          const steps = stepsOf(file, one);
          return steps.length > 3 && /^\s*return\b\s*\S/.test(codeOf(file, steps.at(-1)).trimStart()) && steps.at(-1).to - steps.at(-1).from === 1;
        }),
      );
      if (!f) return null;
      const steps = stepsOf(file, f);
      const words = codeOf(file, steps.at(-1)).match(/[A-Za-z_]\w*/g) ?? [];
      // Only where what it returns is made by the steps that go.
      const made = words.some((word) =>
        new RegExp(`\\b(const|let|var|auto)\\s+${word}\\b|(^|[\\s(,])${word}\\s*(:=|=(?!=))|\\w[\\s*&]+${word}\\s*(=|;)`, 'm').test(
          maskOf(file)
            .slice(f.open + 1, steps.at(-1).from)
            .join('\n'),
        ),
      );
      return made ? replaceLines(file, bodyOf(file, f).from, steps.at(-1).from) : null;
    }),
  ],
};

const stubs = (words, style) => (file, tools) => {
  const one = pickWorking(file, tools);
  if (!one) return null;
  const { f, value } = one;
  const text = tools.pick(words).replace('%', f.name);
  return withBody(file, f, ...style(file, f, value, text));
};

// The stub each language has words of its own for.
const ownStub = (file, f, value, text) =>
  by(file.language, {
    rust: ['todo!()'],
    go: [`panic("${text}")`],
    python: [`raise NotImplementedError`],
    ruby: ['raise NotImplementedError'],
    java: [`throw new UnsupportedOperationException();`],
    c: [`assert(!"${text}");`, ...(value === '' ? [] : [returnLine(file, value)])],
    cpp: ['std::abort();'],
    script: [`throw new Error(${quote(file, text)})${semi(file)}`],
    shell: ['return 1'],
  });

const stubbed = {
  name: 'a body stubbed as not implemented',
  class: 6,
  what: 'defect',
  languages: all,
  why: 'The function worked before; now whoever calls it gets an error that says it was never written.',
  shapes: [
    seen(
      'an error that says "not implemented"',
      stubs(['not implemented', 'Not implemented yet', '% not implemented'], (file, f, value, text) => throwing(file, text)),
    ),
    seen(
      'with a TODO above',
      stubs(['TODO: implement %', 'TODO: implement this', 'FIXME: implement'], (file, f, value, text) => [
        remark(file, text),
        ...throwing(file, 'not implemented'),
      ]),
    ),
    unseen("the language's own stub", stubs(['TODO', 'unreachable', 'todo'], ownStub)),
    unseen(
      'a TODO and an empty result',
      stubs(['TODO: implement the actual logic', 'TODO(later): real implementation', 'TODO: finish'], (file, f, value, text) =>
        hollow(file, f, value, remark(file, text)),
      ),
    ),
    unseen(
      'a placeholder that excuses itself',
      stubs(
        [
          'Placeholder implementation',
          'Simplified for now',
          'In a real implementation this would do the work',
          'Stub: replace with real logic',
          'For demonstration purposes only',
        ],
        (file, f, value, text) => hollow(file, f, value, remark(file, text)),
      ),
    ),
    unseen(
      'a warning and an empty result',
      stubs(['% is not supported yet', '% not available in this version'], (file, f, value, text) =>
        hollow(
          file,
          f,
          value,
          by(file.language, {
            python: `print(${quote(file, text)})`,
            script: `console.warn(${quote(file, text)})${semi(file)}`,
            shell: `echo "${text}" >&2`,
            ruby: `warn ${quote(file, text)}`,
            rust: `eprintln!("${text}");`,
            c: `fprintf(stderr, "${text}\\n");`,
            cpp: `fprintf(stderr, "${text}\\n");`,
            java: `System.err.println("${text}");`,
            go: `println("${text}")`,
          }),
        ),
      ),
    ),
  ],
};

// Cuts steps [a, b) of a body and leaves words.
function leaveOut(file, f, a, b, text) {
  const steps = stepsOf(file, f);
  const from = a === 0 ? bodyOf(file, f).from : steps[a].from;
  const to = b >= steps.length ? bodyOf(file, f).to : steps[b - 1].to;
  const body = a === 0 && b >= steps.length;
  const lines = [remark(file, text), ...(body && ['python', 'shell'].includes(file.language) ? nothing(file.language) : [])];
  return edited(file, { file, from, to, lines: indented(f, lines) });
}

const elide = (words, range) => (file, tools) => {
  const f = tools.pick(workingFunctions(file, 6).filter((one) => stepsOf(file, one).length > 3));
  if (!f) return null;
  const [a, b] = range(stepsOf(file, f).length);
  return leaveOut(file, f, a, b, tools.pick(words));
};

const elided = {
  name: 'code left out and words in its place',
  class: 6,
  what: 'defect',
  languages: all,
  why: 'The remark stands for statements that were there before; they are lost, as when an answer is pasted that only showed the changed lines.',
  shapes: [
    seen(
      'the whole body, "existing code"',
      elide(['... existing code ...', '... existing implementation ...', 'existing code here'], (n) => [0, n]),
    ),
    seen(
      'the end, "rest of the function"',
      elide(['... rest of the function remains the same ...', 'rest of the code unchanged', 'The rest of the implementation stays the same'], (n) => [
        Math.ceil(n / 2),
        n,
      ]),
    ),
    seen(
      'the middle, "unchanged"',
      elide(['... (unchanged) ...', '[unchanged code]', 'unchanged'], (n) => [1, n - 1]),
    ),
    unseen(
      'the end, "omitted for brevity"',
      elide(['omitted for brevity', '(remaining logic omitted for brevity)', 'same as before'], (n) => [n - 2, n]),
    ),
    unseen(
      'the middle, only dots',
      elide(['...', '[...]', '…'], (n) => [1, n - 1]),
    ),
    unseen(
      'the beginning, "as above"',
      elide(['Setup code as before', 'validation as before', '(initialisation same as above)'], (n) => [0, Math.floor(n / 2)]),
    ),
    unseen('a list of steps for the body', (file, tools) => {
      const one = pickWorking(file, tools, 5);
      return (
        one &&
        withBody(
          file,
          one.f,
          ...hollow(
            file,
            one.f,
            one.value,
            ...['Step 1: validate the input', 'Step 2: do the work', 'Step 3: return the result'].map((text) => remark(file, text)),
          ),
        )
      );
    }),
  ],
};

export const kinds = [emptied, stubbed, elided];
