// Tests that are there and not run: hidden by another of their name, left at once, not found by the runner, or with fewer cases.
import { keepingEnds, scripts, shape, unseen } from './lib/places.mjs';
import { bodyOf, checksOf, completing, conditional, deeper, headOf, holds, holdsText, inserted, isCheck, isTest, libraryOf, realTests, returnOf,
  setVariable, testLanguages, whole } from './lib/tests.mjs';
import { indentOf, insertAt, replaceLine, replaceLines } from '../source.mjs';
import { shuffled } from './lib/assertions.mjs';
import { groupOf, lineMark, withTest } from './lib/heads.mjs';
import { tablesOf } from './lib/tables.mjs';

const base = { class: 9, what: 'defect', languages: testLanguages };

const again = (file, test, body) => {
  const head = file.lines.slice(test.from, test.open + 1);
  return [...head, ...body.map((line) => test.bodyIndent + line), ...(file.language === 'python' ? [] : [file.lines[test.close]])];
};

const shadowed = {
  ...base, name: 'a test hidden by another of its name', languages: ['python', 'ruby', 'shell', ...scripts],
  why: 'Of two definitions with one name only the last is run; the first checks nothing any more.',
  shapes: [
    shape('by an empty one right behind it', withTest((file, test) => {
      const body = { python: ['pass'], ruby: ['assert true'], shell: [':'] }[file.language];
      if (!body || (file.language === 'ruby' && !/def test_/.test(file.lines[test.from]))
        || (file.language === 'shell' && libraryOf(file) === 'bats')) return null;
      return replaceLines(file, test.to, test.to, '', ...again(file, test, body));
    })),
    shape('by a copy of another', (file, tools) => {
      const [one, two] = shuffled(tools, realTests(file)).slice(0, 2);
      if (!one || !two || one.indent !== two.indent || scripts.includes(file.language)) return null;
      const [first, last] = one.from < two.from ? [one, two] : [two, one];
      return new RegExp(`\\b${last.name}\\b`).test(file.lines[last.from]) && /^\w+$/.test(last.name)
        ? replaceLine(file, last.from, file.lines[last.from].replace(last.name, first.name)) : null;
    }),
    shape('by a value', withTest((file, test) => (file.language === 'python'
      ? replaceLines(file, test.to, test.to, '', `${test.indent}${test.name} = None`) : null))),
    unseen('deleted by name', withTest((file, test) => (file.language === 'python'
      ? replaceLines(file, test.to, test.to, '', `${test.indent}del ${test.name}`)
      : file.language === 'ruby' && /def test_/.test(file.lines[test.from])
        ? replaceLines(file, test.to, test.to, '', `${test.indent}undef_method :${test.name}`) : file.language === 'shell'
        && libraryOf(file) !== 'bats' ? replaceLines(file, test.to, test.to, `unset -f ${test.name}`) : null))),
    unseen('a class of the same name', (file, tools) => {
      const group = file.language === 'python' ? groupOf(file, tools) : null;
      const name = group && /class (Test\w+)/.exec(file.lines[group.from])?.[1];
      return name ? insertAt(file, group.to, '', `class ${name}:`, '    def test_placeholder(self):', '        pass', '') : null;
    }),
    unseen('the names taken back at the end', (file) => {
      if (realTests(file).length < 2 || !['python', ...scripts].includes(file.language) || !isTest(file)
        || (file.language === 'python' && realTests(file)[0].indent !== '')) return null;
      return file.language === 'python' ? `${file.text.replace(/\n*$/, '\n')}\n\nfor _name in [name for name in globals() if name.startswith("test_")]:\n    del globals()[_name]\n`
        : replaceLines(file, firstTestLine(file), firstTestLine(file),
          `${indentOf(file.lines[firstTestLine(file)])}const ${/^\s*it\(/.test(file.lines[firstTestLine(file)]) ? 'it' : 'test'} = () => {};`);
    }),
  ],
};

const firstTestLine = (file) => realTests(file)[0].from;

const left = {
  ...base, name: 'a test left at once',
  why: 'What comes behind the return is not run.',
  shapes: [
    shape('first of all', withTest((file, test) => (file.language === 'java' ? inserted(file, test, 'if (true) return;')
      : inserted(file, test, returnOf(file, test))))),
    shape('behind a condition that holds',
      withTest((file, test) => inserted(file, test, ...whole(deeper(file, [returnOf(file, test)]), conditional[file.language](holds[file.language]),
      '')))),
    shape('where CI runs', withTest((file, test) => inserted(file, test,
      ...whole(deeper(file, [returnOf(file, test)]), conditional[file.language](setVariable[file.language]), '')))),
    unseen('before the first assertion', withTest((file, test) => {
      const first = checksOf(file, test)[0];
      if (file.language === 'java' || first === test.open + 1 || indentOf(file.lines[first]) !== test.bodyIndent
        || /[\\,({[|=]\s*$/.test(file.lines[first - 1])) return null;
      return replaceLines(file, first, first, test.bodyIndent + returnOf(file, test));
    })),
    unseen('when the result is missing', withTest((file, test) => {
      const first = checksOf(file, test)[0];
      const m = /^\s*(?:const |let |var |auto |final |[A-Z]\w+ )?(\w+)(?:, err)? :?= \w/.exec(file.lines[first - 1] ?? '');
      const none = { python: (x) => `not ${x}`, go: null, rust: null, c: (x) => `!${x}`, cpp: null, java: (x) => `${x} == null`,
        ruby: (x) => `${x}.nil?`, shell: (x) => `[ -z "$${x}" ]` }[file.language] ?? (scripts.includes(file.language) ? (x) => `!${x}` : null);
      if (!m || !none || indentOf(file.lines[first]) !== test.bodyIndent) return null;
      return replaceLines(file, first, first, ...whole(deeper(file, [returnOf(file, test)]), conditional[file.language](none(m[1])),
        '').map((line) => test.bodyIndent + line));
    })),
    unseen('at an error', withTest((file, test) => {
      if (file.language !== 'go') return null;
      const at = file.lines.findIndex((line, index) => index > test.open && index < test.close && /^\t+t\.Fatal(f)?\(.*err.*\)$/.test(line));
      return at < 0 ? null : replaceLine(file, at, `${indentOf(file.lines[at])}return`);
    })),
    unseen('by an exit', withTest((file, test) => {
      const exit = { python: 'raise SystemExit(0)', shell: 'exit 0', ruby: 'exit 0', c: 'exit(0);', cpp: 'std::exit(0);',
        rust: 'std::process::exit(0);', go: 'os.Exit(0)', java: 'System.exit(0);' }[file.language] ?? 'process.exit(0);';
      return inserted(file, test, exit);
    })),
  ],
};

const otherHead = (file, test, name) => (/^\w+$/.test(test.name)
  && file.lines.slice(test.from, test.open + 1).some((line) => line.includes(test.name))
  ? replaceLines(file, test.from, test.open + 1, ...file.lines.slice(test.from,
    test.open + 1).map((line) => line.replace(new RegExp(`\\b${test.name}\\b`), name))) : null);

const stem = (name) => name.replace(/^test_?/i, '') || 'case';

const unfound = {
  ...base, name: 'a test named so that the runner does not find it',
  why: 'Runners find tests by their names and marks; this one is there and is never run.',
  shapes: [
    shape('an underscore before', withTest((file, test) => (['python', 'ruby', 'shell', 'go'].includes(file.language)
      && !/@test|it ['"]/.test(file.lines[test.from]) ? otherHead(file, test, file.language === 'go' ? `_${test.name}` : `_${test.name}`) : null))),
    shape('another beginning', withTest((file, test) => {
      if (['python', 'ruby', 'shell'].includes(file.language)) return otherHead(file, test, `check_${stem(test.name)}`);
      return file.language === 'go' ? otherHead(file, test, `test${test.name.slice(4)}`) : null;
    })),
    shape('its mark gone', withTest((file, test) => {
      if (file.language === 'rust') return replaceLines(file, test.from, test.from + 1);
      if (file.language === 'java') return /^\s*@Test\s*$/.test(file.lines[test.from]) ? replaceLines(file, test.from, test.from + 1) : null;
      if (file.language === 'shell') return /^@test /.test(file.lines[test.from])
        ? replaceLine(file, test.from, `${test.name.replace(/\W+/g, '_')}() {`) : null;
      return scripts.includes(file.language) ? replaceLines(file, test.from, test.to, `${test.indent}const ${`case_${test.from}`} = () => {`,
        ...bodyOf(file, test), `${test.indent}};`) : null;
    })),
    unseen('the test at the end of the name',
      withTest((file, test) => (['python', 'ruby'].includes(file.language) && /^\w+$/.test(test.name)
      ? otherHead(file, test, `${stem(test.name)}_test`) : null))),
    unseen('the file renamed', (file) => {
      if (realTests(file).length === 0 || !isTest(file)) return null;
      const name = file.name.replace(/\.(test|spec)\.(\w+)$/, '.tests.$2').replace(/^test_(.*)\.py$/, '$1_tests.py').replace(/_test\.go$/,
        '_tests.go').replace(/_(spec|test)\.rb$/, '_$1s.rb').replace(/Test\.java$/, 'Checks.java').replace(/\.bats$/, '.bats.sh');
      return name === file.name ? null : { files: { [file.path]: null, [file.path.slice(0, file.path.length - file.name.length) + name]
        : file.text } };
    }),
    unseen('a slip in its name', withTest((file, test) => (['python', 'ruby', 'shell'].includes(file.language) && /^test_/.test(test.name)
      ? otherHead(file, test, test.name.replace('test', 'tset'))
      : file.language === 'go' && /^Test[A-Z][a-z]/.test(test.name) ? otherHead(file, test, `Test${test.name[4].toLowerCase()}${test.name.slice(5)}`)
        : file.language === 'java' ? namedPrivate(file, test) : null))),
    unseen('no longer called', withTest((file, test) => {
      if (!['c', 'cpp', 'shell'].includes(file.language) || !/^\w+$/.test(test.name)) return null;
      const at = file.lines.findIndex((line, index) => (index < test.from || index >= test.to) && new RegExp(`\\b${test.name}\\b`).test(line)
        && !/^(static |void )/.test(line) && /[;,]\s*$|^\s*\w+$/.test(line));
      return at < 0 ? null : replaceLines(file, at, at + 1);
    })),
    unseen('put into another function', withTest((file, test) => {
      const lines = file.lines.slice(test.from, test.to);
      if (!['python', ...scripts].includes(file.language) || holdsText(lines) || headOf(file, test) !== test.from) return null;
      const head = file.language === 'python' ? ['def _cases():', null] : ['function cases() {', '}'];
      return replaceLines(file, test.from, test.to, ...whole(deeper(file, lines), head, test.indent));
    })),
  ],
};

function namedPrivate(file, test) {
  const at = test.open;
  const line = file.lines[at].replace(/^(\s*)(?:public )?void/, '$1private void');
  return line === file.lines[at] ? null : replaceLine(file, at, line);
}

const withTable = (make) => (file, tools) => {
  const table = tools.pick(tablesOf(file));
  return table ? make(file, table, tools) : null;
};

const cases = {
  ...base, what: 'scope', name: 'cases of a test taken away', languages: testLanguages.filter((language) => language !== 'shell'),
  why: 'Each row is a check of its own; the test is still there and checks less.',
  shapes: [
    shape('one', withTable((file, table, tools) => {
      const row = tools.pick(table.rows);
      return replaceLines(file, row.from, row.to);
    })),
    shape('all but the first', withTable((file, table) => replaceLines(file, table.rows[1].from, table.to))),
    shape('the second half', withTable((file, table) => replaceLines(file, table.rows[Math.ceil(table.rows.length / 2)].from, table.to))),
    unseen('commented out', withTable((file, table, tools) => {
      const row = tools.pick(table.rows);
      const indent = indentOf(file.lines[row.from]);
      const lines = file.lines.slice(row.from, row.to).map((line) => (line.trim() ? `${indent}${lineMark(file)} ${line.slice(indent.length)}` : line));
      return replaceLines(file, row.from, row.to, ...lines);
    })),
    unseen('the same one again', withTable((file, table) => {
      const first = file.lines.slice(table.rows[0].from, table.rows[0].to);
      return /^\s*"[^"]*": ?\{$/.test(first[0]) ? null : replaceLines(file, table.rows[1].from, table.to, ...table.rows.slice(1).flatMap(() => first));
    })),
    unseen('only the first is run', (file, tools) => {
      const forms = { python: [/^(\s*for .+ in )([A-Z_a-z]+):$/, '$1$2[:1]:'], go: [/^(\s*for _, \w+ := range )(\w+) \{$/, '$1$2[:1] {'],
        rust: [/^(\s*for .+ in )(\w+)(?:\.iter\(\))? \{$/, '$1$2.iter().take(1) {'], ruby: [/^(\s*)([\w.]+)\.each do/, '$1$2.first(1).each do'],
        java: null, c: [/^(\s*for \((?:int|size_t) i = 0; i < )(?!argc|\d+;)[^;]+;/, '$11;'] };
      forms.cpp = [/^(\s*for \((?:int|size_t|auto) i = 0; i < )(?!argc|\d+;)[^;]+;/, '$11;'];
      for (const language of scripts) forms[language] = [/^(\s*)(\w+)\.forEach\(/, '$1$2.slice(0, 1).forEach('];
      const form = realTests(file).length > 0 && isTest(file) && forms[file.language];
      const checks = (at) => file.lines.slice(at + 1, at + 7).some((line) => indentOf(line).length > indentOf(file.lines[at]).length && isCheck(line));
      const at = form ? tools.pick(file.lines.flatMap((line, index) => (form[0].test(line) && checks(index) ? [index] : []))) : undefined;
      return at === undefined ? null : replaceLine(file, at, file.lines[at].replace(...form));
    }),
  ],
};

export const kinds = completing(keepingEnds([shadowed, left, unfound, cases]));
