// Edits of remarks and documentation in code that any maintainer may make.
import { commentsOf, indentOf } from '../source.mjs';
import { edited, insertion, replacement } from './code/edits.mjs';
import { all, but, by, docsOf, parametersOf, remark, seen, startOf, unseen, workingFunctions } from './code/idiom.mjs';
import { maskOf } from './code/mask.mjs';
import { stepsOf } from './code/steps.mjs';
import { typesOf } from './code/things.mjs';

const sentence = (text) => /^[A-Za-z][\w ,'()-]{15,}[a-z]$/.test(text.trim());

const oneComment = (file, tools, fit) =>
  tools.pick(
    commentsOf(file).filter(
      (one) =>
        one.to - one.from === 1 &&
        maskOf(file)[one.from].trim() === '' &&
        one.from > 3 &&
        fit(one.text) &&
        !/eslint|noqa|nolint|NOLINT|shellcheck|ts-|@|TODO|=/.test(one.text),
    ),
  );

const commentBetter = {
  name: 'a remark made better',
  class: 6,
  benign: true,
  languages: all,
  why: 'No line of code changes.',
  shapes: [
    seen('a full stop and a capital', (file, tools) => {
      const one = oneComment(file, tools, sentence);
      return (
        one &&
        edited(
          file,
          replacement(
            file,
            one.from,
            file.lines[one.from].replace(one.text.trim(), (text) => `${text[0].toUpperCase()}${text.slice(1)}.`),
          ),
        )
      );
    }),
    seen('a reason added', (file, tools) => {
      const one = oneComment(file, tools, sentence);
      return (
        one &&
        edited(
          file,
          insertion(
            file,
            one.to,
            indentOf(file.lines[one.from]) +
              remark(
                file,
                tools.pick([
                  'The order matters here: later lines rely on it.',
                  'See the tests for the cases this has to cover.',
                  'Kept apart so that it can be read on its own.',
                ]),
              ).replace(/^\/\* (.*) \*\/$/, '// $1'),
          ),
        )
      );
    }),
    unseen('a remark above a step', (file, tools) => {
      const f = tools.pick(workingFunctions(file, 5).filter((one) => stepsOf(file, one).length > 3));
      const step = f && tools.pick(stepsOf(file, f).slice(1));
      return step && maskOf(file)[step.from].trim() !== ''
        ? edited(
            file,
            insertion(
              file,
              step.from,
              f.bodyIndent +
                remark(file, tools.pick(['What follows needs the lines above.', 'From here on the input is known to be good.', 'The common case.'])),
            ),
          )
        : null;
    }),
    unseen('other words', (file, tools) => {
      const one = oneComment(file, tools, (text) => /\b(is used to|in order to|make sure|needs to|don't|doesn't)\b/.test(text));
      return (
        one &&
        edited(
          file,
          replacement(
            file,
            one.from,
            file.lines[one.from]
              .replace(/is used to/, 'serves to')
              .replace(/in order to/, 'to')
              .replace(/make sure/, 'ensure')
              .replace(/needs to/, 'has to')
              .replace(/don't/, 'do not')
              .replace(/doesn't/, 'does not'),
          ),
        )
      );
    }),
    unseen('a long one over two lines', (file, tools) => {
      const one = oneComment(file, tools, (text) => text.length > 45 && /^[A-Za-z][\w ,.'()-]+$/.test(text));
      if (!one || file.language === 'c') return null;
      const words = one.text.trim().split(' ');
      const half = Math.ceil(words.length / 2);
      const indent = indentOf(file.lines[one.from]);
      return edited(file, {
        file,
        from: one.from,
        to: one.to,
        lines: [indent + remark(file, words.slice(0, half).join(' ')), indent + remark(file, words.slice(half).join(' '))],
      });
    }),
  ],
};

const undocumented = (file) =>
  workingFunctions(file).filter(
    (f) =>
      !docsOf(file).some((doc) => doc.of.from === f.from) &&
      startOf(file, f) === f.from &&
      f.indent === '' &&
      !(file.language === 'python' && /^\s*[rRuU]?("""|''')/.test(file.lines[f.open + 1])),
  );

const saying = (file, f) => {
  const text = f.name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/_/g, ' ')
    .trim()
    .toLowerCase();
  return by(file.language, { go: `${f.name} does the work of "${text}" for its callers.`, other: `Does the work of "${text}" for its callers.` });
};

const docAdded = (build) => (file, tools) => {
  const f = tools.pick(undocumented(file));
  const lines = f && build(file, f);
  if (!lines) return null;
  return file.language === 'python'
    ? edited(file, insertion(file, f.open + 1, ...lines.map((line) => (line === '' ? '' : f.bodyIndent + line))))
    : edited(file, insertion(file, f.from, ...lines.map((line) => f.indent + line)));
};

const mark = (file) => by(file.language, { rust: '///', python: '', ruby: '#', shell: '#', other: '//' });

const docsAdded = {
  name: 'documentation added',
  class: 6,
  benign: true,
  languages: but('java'),
  why: 'No line of code changes; a function that said nothing of itself now does.',
  shapes: [
    seen(
      'one line',
      docAdded((file, f) =>
        by(file.language, {
          python: [`"""${saying(file, f).replace(/"/g, "'")}"""`],
          script: [`/** ${saying(file, f)} */`],
          other: [`${mark(file)} ${saying(file, f)}`],
        }),
      ),
    ),
    seen(
      'several lines',
      docAdded((file, f) =>
        by(file.language, {
          python: [`"""${saying(file, f).replace(/"/g, "'")}`, '', 'Nothing outside its arguments is changed.', '"""'],
          script: ['/**', ` * ${saying(file, f)}`, ' *', ' * Nothing outside its arguments is changed.', ' */'],
          other: [`${mark(file)} ${saying(file, f)}`, `${mark(file)} Nothing outside its arguments is changed.`],
        }),
      ),
    ),
    unseen(
      'what its parameters are',
      docAdded((file, f) => {
        const own = parametersOf(file, f);
        return own.length === 0
          ? null
          : by(file.language, {
              python: [`"""${saying(file, f).replace(/"/g, "'")}`, '', ...own.map((one) => `:param ${one.name}: what the caller gives`), '"""'],
              script: ['/**', ` * ${saying(file, f)}`, ...own.map((one) => ` * @param ${one.name} what the caller gives`), ' */'],
              other: [`${mark(file)} ${saying(file, f)}`, ...own.map((one) => `${mark(file)} ${one.name}: what the caller gives.`)],
            });
      }),
    ),
    unseen('a remark of a type', (file, tools) => {
      const type = tools.pick(typesOf(file).filter((one) => startOf(file, one) === one.from && file.language !== 'python'));
      return (
        type &&
        edited(
          file,
          insertion(
            file,
            type.from,
            type.indent +
              by(file.language, {
                rust: `/// ${type.name} keeps what belongs together.`,
                script: `/** ${type.name} keeps what belongs together. */`,
                other: remark(file, `${type.name} keeps what belongs together.`),
              }),
          ),
        )
      );
    }),
    unseen(
      'an example',
      docAdded((file, f) =>
        by(file.language, {
          python: [`"""${saying(file, f).replace(/"/g, "'")}`, '', 'Example::', '', `    ${f.name}(...)`, '"""'],
          script: ['/**', ` * ${saying(file, f)}`, ' *', ' * @example', ` * ${f.name}()`, ' */'],
          other: [`${mark(file)} ${saying(file, f)}`, mark(file), `${mark(file)} Example: ${f.name}`],
        }),
      ),
    ),
  ],
};

export const kinds = [commentBetter, docsAdded];
