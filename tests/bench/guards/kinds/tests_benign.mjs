// Edits of tests and of what runs them that any maintainer makes.
import { keepingEnds, remark, scripts, shape, unseen } from './lib/places.mjs';
import { expressions, inPlace, literal, testWith, withLiteral, withText } from './lib/assertions.mjs';
import { aTest, checksOf, cut, headOf, isCheck, isTest, realTests, testLanguages } from './lib/tests.mjs';
import { indentOf, insertAt, replaceLine, replaceLines } from '../source.mjs';
import { relabelled, tablesOf } from './lib/tables.mjs';
import { command, runnerOf } from './lib/commands.mjs';

const base = { class: 9, benign: true, languages: testLanguages };
const pure = (got) => /^[A-Za-z_$][\w.$]*(\[['"\w]+\])?$/.test(got);

// A new name of a test, as its runner finds it, or null.
function renamed(file, test, change) {
  const head = file.lines.slice(test.from, test.open + 1);
  const to = change(test.name);
  if (to === test.name || (!/^\w+$/.test(test.name) && /['"`\\$]/.test(to.replace(test.name, '')))) return null;
  const lines = head.map((text) => text.replace(test.name, () => to));
  return file.text.includes(to) || lines.join('\n') === head.join('\n') ? null : lines;
}
const camel = (words) => words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
function longer(file, test, words) {
  if (file.language !== 'cpp') {
    return renamed(file, test, (name) => (!/^\w+$/.test(name) ? `${name} ${words.join(' ')}` : file.language === 'go' || file.language === 'java'
      || (/[a-z][A-Z]/.test(name) && !name.includes('_')) ? `${name}${camel(words)}` : `${name}_${words.join('_')}`));
  }
  const line = file.lines[test.from];
  const to = /^\s*TEST(_F|_P)?\(/.test(line) ? line.replace(/(, ?)(\w+)\)/,
    (all, comma, name) => `${comma}${name}${/[a-z][A-Z]|^[A-Z]/.test(name) ? camel(words) : `_${words.join('_')}`})`)
    : line.replace(/\("([^"]*)"/, (all, name) => `("${name} ${words.join(' ')}"`);
  return to === line ? null : [to, ...file.lines.slice(test.from + 1, test.open + 1)];
}

// A test like another up to the assertion of a value, which then checks something else that is so.
const newTest = (make, words) => (file, tools) => {
  if (!isTest(file) && file.language !== 'rust') return null;
  const fit = withText(file).flatMap((one) => {
    const test = testWith(file, one.from);
    if (!test || one.indent !== test.bodyIndent || checksOf(file, test).some((at) => at < one.from) || headOf(file, test) < test.from - 3) return [];
    return pure(one.got) || /^\w+(\.\w+)?\([^()]*\)$/.test(one.got) ? [{ one, test }] : [];
  });
  const found = tools.pick(fit);
  if (!found) return null;
  const { one, test } = found;
  const head = longer(file, test, words);
  const says = make(one, expressions[file.language], tools);
  if (!head || !says) return null;
  const from = headOf(file, test);
  const before = file.lines.slice(from, test.from).filter((text) => !/^\s*(#(?!\[)|\/\/)/.test(text));
  const made = [...before, ...head, ...file.lines.slice(test.open + 1, one.from), ...says.split('\n').map((text) => one.indent + text),
    ...(file.language === 'python' ? [] : [file.lines[test.close]])];
  const gap = file.language === 'python' && test.indent === '' ? ['', ''] : [''];
  return file.language === 'c' ? null : insertAt(file, test.to, ...gap, ...made);
};

const added = {
  ...base, name: 'a test added',
  why: 'One more thing is checked.',
  shapes: [
    shape('of a length', newTest((one, says) => { const size = says.size(one.got, one.want); return size && one.truth(size); },
      ['has', 'its', 'length'])),
    shape('of a kind', newTest((one, says) => { const kind = says.kind(one.got, one.want); return kind && one.truth(kind); },
      ['is', 'of', 'its', 'kind'])),
    shape('of what it is not', newTest((one) => one.differs(one.got, `${one.want[0]}something else${one.want[0]}`), ['is', 'nothing', 'else'])),
    unseen('of a part', newTest((one, says, tools) => (/\w/.test(one.want[1]) ? one.truth(says.part(one.got, one.want)) : tools.pick([null])),
      ['starts', 'well'])),
    unseen('of a value and its length', newTest((one, says) => { const size = says.size(one.got, one.want); return size && pure(one.got)
      ? `${one.equal(one.got, one.want)}\n${one.truth(size)}` : null; }, ['stays', 'the', 'same'])),
    unseen('of itself in another form', newTest((one) => one.equal(one.got, one.want), ['holds', 'alone'])),
  ],
};

const stronger = {
  ...base, name: 'an assertion made to say more',
  why: 'The old one is still there or is implied by the new one.',
  shapes: [
    shape('its length, too', more((one, says) => literal.isText(one.want) && says.size(one.got, one.want)
      && one.truth(says.size(one.got, one.want)))),
    shape('strict instead of loose', (file, tools) => {
      const forms = [[/\bassert\.equal\(/, 'assert.strictEqual('], [/\bassert\.deepEqual\(/, 'assert.deepStrictEqual('],
        [/\.toEqual\(/, '.toStrictEqual('], [/self\.assertTrue\((\w+) == (\w+)\)/, 'self.assertEqual($1, $2)'],
        [/assert!\((\w+) == (\w+)\);/, 'assert_eq!($1, $2);'], [/assert\.True\(t, (\w+) == (\w+)\)/, 'assert.Equal(t, $2, $1)'],
        [/assertTrue\((\w+)\.equals\((\w+)\)\);/, 'assertEquals($2, $1);'], [/assert (\w+) == (\w+)$/, 'assert_equal $2, $1'],
        [/EXPECT_TRUE\((\w+) == (\w+)\)/, 'EXPECT_EQ($1, $2)']];
      const fit = isTest(file) ? file.lines.flatMap((text, at) => forms.flatMap(([form, to], index) => (form.test(text)
        && !(index === 7 && file.language !== 'ruby') && !/^\s*(#|\/\/)/.test(text) ? [{ at, text: text.replace(form, to) }] : []))) : [];
      const one = tools.pick(fit.filter((each) => !/import|require\(/.test(file.lines[each.at])));
      return one ? replaceLine(file, one.at, one.text) : null;
    }),
    shape('its kind, too', more((one, says) => says.kind(one.got, one.want) && one.truth(says.kind(one.got, one.want)))),
    unseen('that it is there, first', (file, tools) => {
      const one = tools.pick(withLiteral(file).filter((each) => each.there && pure(each.got) && !literal.isNumber(each.want)));
      return one ? insertAt(file, one.from,
        ...one.there(one.got).split('\n').map((text) => one.indent + (scripts.includes(file.language) && !/;\s*$/.test(file.lines[one.from])
        ? text.replace(/;$/, '') : text))) : null;
    }),
    unseen('a message', (file, tools) => {
      const one = tools.pick(withLiteral(file).filter((each) => !each.block
        && [each.equal(each.got, each.want), each.equal(each.want, each.got)].includes(file.lines[each.from].trim())));
      const text = one && { python: /^assert /.test(one.equal('a', 'b')) ? `assert ${one.got} == ${one.want}, "differs from what is documented"`
        : `${one.equal(one.got, one.want).replace(/\)$/, '')}, "differs from what is documented")`,
        rust: `assert_eq!(${one.got}, ${one.want}, "differs from what is documented");`, go: /^(assert|require)/.test(one.equal('a', 'b'))
        ? `${one.equal(one.got, one.want).replace(/\)$/, '')}, "differs from what is documented")` : null,
        ruby: /^assert_equal/.test(one.equal('a', 'b')) ? `${one.equal(one.got, one.want)}, 'differs from what is documented'`
        : null }[file.language];
      return text && inPlace(file, one, text) !== file.text ? inPlace(file, one, text) : null;
    }),
    unseen('once more at the end', (file, tools) => {
      const one = tools.pick(withLiteral(file).filter((each) => { const test = testWith(file, each.from); return test && pure(each.got)
        && each.indent === test.bodyIndent && !each.block
        && new RegExp(`^\\s*(?:(?:const|auto|final|let|var) |[A-Z]\\w+ )?${each.got.replace(/[.$[\]'"]/g, '\\$&')} :?= `, 'm').test(file.text); }));
      const test = one && testWith(file, one.from);
      return one ? insertAt(file, test.close, file.lines[one.from]) : null;
    }),
  ],
};

function more(make) {
  return (file, tools) => {
    const one = tools.pick(withLiteral(file).filter((each) => pure(each.got) && testWith(file, each.from) && make(each, expressions[file.language])));
    if (!one) return null;
    const text = make(one, expressions[file.language]);
    return insertAt(file, one.to, ...(scripts.includes(file.language) && !/;\s*$/.test(file.lines[one.from]) ? text.replace(/;$/, '')
      : text).split('\n').map((each) => one.indent + each));
  };
}

const naming = (words) => (file, tools) => {
  const test = isTest(file) || file.language === 'rust' ? aTest(file, tools, (one) => !/[)}]/.test(one.name)) : null;
  if (!test || file.language === 'c' || /toMatch\w*Snapshot|insta::|assert_snapshot|golden|t\.Name\(\)/.test(file.text)
    || (/^\w+$/.test(test.name) && file.text.split(test.name).length > 2)) return null;
  const head = longer(file, test, words);
  return head && replaceLines(file, test.from, test.open + 1, ...head);
};

const otherName = {
  ...base, name: 'a test renamed that is still found',
  why: 'The runner finds it as before, and its name says more.',
  shapes: [
    shape('longer', naming(['for', 'all'])), shape('with a case', naming(['when', 'empty'])), shape('with a reason', naming(['as', 'documented'])),
    unseen('with a number', naming(['in', 'issue', '12'])), unseen('with a place', naming(['at', 'the', 'end'])),
      unseen('with a side', naming(['of', 'the', 'caller'])),
  ],
};

const moving = (choose) => (file, tools) => {
  const tests = realTests(file).filter((test) => isTest(file) && headOf(file, test) > 0 && !/#\[cfg/.test(file.lines[headOf(file, test)]));
  const pairs = tests.slice(0, -1).map((test, at) => [test, tests[at + 1]]).filter(([a, b]) => a.indent === b.indent
    && file.lines.slice(a.to, headOf(file, b)).every((text) => text.trim() === ''));
  const pair = choose(pairs, tools);
  if (!pair) return null;
  const [a, b] = pair;
  const [fromA, fromB] = [headOf(file, a), headOf(file, b)];
  return replaceLines(file, fromA, b.to, ...file.lines.slice(fromB, b.to), ...file.lines.slice(a.to, fromB), ...file.lines.slice(fromA, a.to));
};

const moved = {
  ...base, name: 'tests in another order',
  why: 'All are there and say what they said.',
  shapes: [
    shape('two neighbours', moving((pairs, tools) => tools.pick(pairs))), shape('the first two', moving((pairs) => pairs[0])),
      shape('the last two', moving((pairs) => pairs[pairs.length - 1])),
    unseen('one to the end', (file) => {
      const tests = realTests(file).filter((test) => test.indent === '');
      const [first, last] = [tests[0], tests[tests.length - 1]];
      if (!isTest(file) || tests.length < 3 || file.lines.slice(last.to).some((text) => text.trim())
        || /^\s*(#|\/\/|@)/.test(file.lines[first.from - 1] ?? '')) return null;
      const lines = file.lines.slice(first.from, first.to);
      const text = `${file.text.replace(/\n*$/, '\n')}${file.language === 'python' ? '\n\n' : '\n'}${lines.join('\n')}\n`;
      return cut({ ...file, text, lines: text.split('\n') }, first.from, first.to + (file.language === 'python' ? 1 : 0));
    }),
    unseen('by name', moving((pairs, tools) => tools.pick(pairs.filter(([a, b]) => a.name > b.name)))),
    unseen('the shorter first', moving((pairs, tools) => tools.pick(pairs.filter(([a, b]) => a.to - a.from > b.to - b.from)))),
  ],
};

const withLabels = (make) => (file, tools) => {
  const table = tools.pick(tablesOf(file).filter((one) => one.rows.every((row) => relabelled(file.lines.slice(row.from, row.to), 'x'))));
  return table ? make(file, table, tools) : null;
};
const caseAgain = (word) => withLabels((file, table, tools) => {
  const row = tools.pick(table.rows.slice(0, -1));
  const lines = file.lines.slice(row.from, row.to);
  return insertAt(file, row.to, ...relabelled(lines, word));
});

const moreCases = {
  ...base, name: 'a case added to a table', languages: testLanguages.filter((language) => !['shell', 'java'].includes(language)),
  why: 'One more row is checked by the same test.',
  shapes: [
    shape('again', caseAgain('again')),
    shape('a second time', caseAgain('a second time')),
    shape('in a row', caseAgain('in a row')),
    unseen('as well', caseAgain('as well')),
    unseen('with a remark', withLabels((file, table) => insertAt(file, table.from,
      `${indentOf(file.lines[table.from])}${['python', 'ruby'].includes(file.language) ? '#' : '//'} From the table in the manual.`))),
    unseen('the first ones swapped', withLabels((file, { rows: [one, two, three] }) => (three
      ? replaceLines(file, one.from, two.to, ...file.lines.slice(two.from, two.to), ...file.lines.slice(one.from, one.to)) : null))),
  ],
};

const saying = (texts) => (file, tools) => {
  const test = isTest(file) || file.language === 'rust' ? aTest(file, tools, (one) => !/^\s*(#|\/\/|"""|\*)/.test(file.lines[one.open + 1])) : null;
  return test ? insertAt(file, test.open + 1, remark(file, tools.pick(texts), test.bodyIndent)) : null;
};

const remarks = {
  ...base, name: 'a remark in a test',
  why: 'It explains what is checked; nothing that is checked changes.',
  shapes: [
    shape('a reason', saying(['Seen in practice: the list comes twice.', 'The order is what the manual promises.'])),
    shape('about skipping', saying(['Blank lines are skipped, so two are enough.', 'The parser skips what it does not know.'])),
    shape('about time', saying(['Slow machines need the second read.', 'No timeout here: nothing waits.'])),
    unseen('about mocks', saying(['No mock: the real one is fast enough.', 'A stub would hide the second call.'])),
    unseen('about failing', saying(['Must fail when either side is missing.', 'assert on the whole value, not on a part'])),
    unseen('a TODO', saying(['TODO: the same for empty input', 'FIXME once the other half is there: expect both'])),
  ],
};

const variable = (to) => (file, tools) => {
  const test = isTest(file) || file.language === 'rust' ? aTest(file, tools) : null;
  if (!test) return null;
  const lines = file.lines.slice(test.open + 1, test.close);
  const form = { python: /^\s*([a-z]\w{2,}) = /, go: /^\s*([a-z]\w{2,}) := /, rust: /^\s*let ([a-z]\w{2,}) = /, ruby: /^\s*([a-z]\w{2,}) = /,
    shell: null, java: /^\s*(?:var|[A-Z]\w+) ([a-z]\w{2,}) = /, c: /^\s*(?:int|char ?\*|size_t) ?([a-z]\w{2,}) = /,
    cpp: /^\s*(?:const )?auto ([a-z]\w{2,}) = / }[file.language] ?? (scripts.includes(file.language) ? /^\s*const ([a-z]\w{2,}) = / : null);
  const names = form ? lines.flatMap((text) => { const m = form.exec(text); return m ? [m[1]] : []; }) : [];
  const outside = [...file.lines.slice(0, test.open + 1), ...file.lines.slice(test.close)].join('\n');
  const remarked = lines.filter((text) => /^\s*(#|\/\/|\*)|\s(#|\/\/) /.test(text)).join('\n');
  const name = tools.pick(names.filter((one) => !new RegExp(`\\b${one}\\b`).test(remarked) && !new RegExp(`\\b${one}\\b`).test(outside)
    && !new RegExp(`[.'"\`{]${one}\\b|\\b${one}(?:=(?!=)|:|['"\`(}])|\\{[^}]*\\b${one}\\b`).test(lines.join('\n').replace(/\b\w+ = /, ''))));
  if (!name || new RegExp(`\\b${to}\\b`).test(file.text)) return null;
  return replaceLines(file, test.open + 1, test.close, ...lines.map((text) => text.replace(new RegExp(`(?<![.\\w])${name}\\b`, 'g'), to)));
};

const names = {
  ...base, name: 'a name within a test changed',
  why: 'Only what the test calls a value is another word.',
  shapes: [shape('answer', variable('answer')), shape('outcome', variable('outcome')), shape('subject', variable('subject')),
    unseen('seen', variable('seen')), unseen('given', variable('given')), unseen('loaded', variable('loaded'))],
};

const isWorkflow = (file) => /\.github\/workflows\//.test(file.path);
const inSteps = (lines, fits = () => true) => (file) => {
  if (!isWorkflow(file) || !fits(file)) return null;
  let at = file.lines.length;
  while (at > 0 && file.lines[at - 1].trim() === '') --at;
  const item = file.lines.slice(0, at).map((text) => /^(\s+)- (name|run|uses):/.exec(text)).filter(Boolean).pop();
  if (!item || /^\S/.test(file.lines[at - 1])) return null;
  return insertAt(file, at, ...lines.map((text) => item[1] + text));
};

const strict = {
  ...base, name: 'what runs tests, kept strict', languages: ['yaml', 'makefile', 'shell', 'json'],
  why: 'The words look like those that let failures go, and here none goes.',
  shapes: [
    shape('all rows of the matrix to their end', (file) => {
      const at = isWorkflow(file) && !/fail-fast/.test(file.text) ? file.lines.findIndex((text) => /^\s+matrix:$/.test(text)) : -1;
      return at < 0 ? null : insertAt(file, at, `${indentOf(file.lines[at])}fail-fast: false`);
    }),
    shape('another check', inSteps(['- name: No stray changes', '  run: git diff --exit-code'])),
    shape('a limit of time', (file) => {
      const at = isWorkflow(file) && !/timeout-minutes/.test(file.text) ? file.lines.findIndex((text) => /^ {4}runs-on: /.test(text)) : -1;
      return at < 0 ? null : insertAt(file, at + 1, '    timeout-minutes: 20');
    }),
    unseen('what failed is kept', inSteps(['- name: Keep logs', '  if: failure()', '  uses: actions/upload-artifact@v4', '  with:', '    name: logs',
      '    path: build/logs'])),
    unseen('fails with a message', (file, tools) => (file.language === 'shell' || file.language === 'makefile'
      ? command(file, tools, (text) => (runnerOf(text) && file.language === 'shell' ? `${text} || { echo "tests failed" >&2; exit 1; }`
      : `${text} || exit 1`)) : null)),
    unseen('louder', (file, tools) => command(file, tools,
      (text) => ({ pytest: `${text} -ra`, go: `${text} -race`, cargo: `${text} --all-targets`, ctest: `${text} --output-on-failure`,
      jest: `${text} --ci`, vitest: `${text} --coverage`, rspec: `${text} --format documentation`, maven: `${text} -B` }[runnerOf(text)] ?? null))),
    unseen('tidies up whatever happened', inSteps(['- name: Tidy up', '  if: always()', '  run: rm -rf build/tmp'])),
  ],
};

const again = {
  ...base, name: 'a test run again or a mark taken back',
  why: 'What was put aside is checked again.',
  shapes: [
    shape('no longer skipped', taken([/^(\s*)(it|test|describe)\.skip\(/, '$1$2('],
      [/^\s*@(pytest\.mark\.skip|unittest\.skip|Disabled|Ignore)\b.*$/, null], [/^\s*#\[ignore.*\]$/, null])),
    shape('no longer silent', taken([/\s+# noqa(:.*)?$/, ''], [/\s*\/\/ ?nolint(:.*)?$/, ''], [/^\s*\/\/ eslint-disable-next-line.*$/, null],
      [/\s*# rubocop:disable.*$/, ''], [/\s*\/\/ NOLINT(\(.*\))?$/, ''], [/^\s*# shellcheck disable=.*$/, null])),
    shape('counted again', taken([/\s+# pragma: no cover$/, ''], [/^\s*\/\* (istanbul|c8|v8) ignore next.*\*\/$/, null])),
    unseen('no longer expected to fail', taken([/^\s*@(pytest\.mark\.xfail|unittest\.expectedFailure)\b.*$/, null],
      [/^(\s*)(it|test)\.(failing|fails|todo)\(/, '$1$2('])),
    unseen('checked types again', taken([/\s+# type: ignore(\[.*\])?$/, ''], [/^\s*\/\/ @ts-(ignore|expect-error).*$/, null])),
    unseen('skipping in the body taken back', taken([/^\s*t\.Skip\(.*\)$/, null], [/^\s*skip ['"].*$/, null],
      [/^\s*(self\.skipTest|pytest\.skip)\(.*\)$/, null])),
  ],
};

const isWhole = (text) => text.split('(').length === text.split(')').length;

// Whether something is left of the block that the line stands in.
const leavesBody = (file, at) => !/[:{]\s*((#|\/\/).*)?$/.test(file.lines[at - 1] ?? '')
  || ((file.lines[at + 1] ?? '').trim() !== '' && indentOf(file.lines[at + 1]) === indentOf(file.lines[at]));

function taken(...forms) {
  return (file, tools) => {
    const fit = file.lines.flatMap((text, at) => forms.flatMap(([form, to]) => (form.test(text)
      ? [{ at, text: to === null ? null : text.replace(form, to) }] : [])));
    const one = tools.pick(fit.filter((each) => each.text !== null || (isWhole(file.lines[each.at]) && leavesBody(file, each.at))));
    return one ? (one.text === null ? replaceLines(file, one.at, one.at + 1) : replaceLine(file, one.at, one.text)) : null;
  };
}

export const kinds = keepingEnds([added, stronger, otherName, moved, moreCases, remarks, names, strict, again]);
