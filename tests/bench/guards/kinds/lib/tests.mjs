// Whole tests with what belongs to them, and how a language writes the blocks that take them out.
import { indentOf, isTestPath, replaceLines, testsOf } from '../../source.mjs';
import { code, scripts } from './places.mjs';

export const testLanguages = code;

// Where the test begins with its marks and the remarks directly above.
export function headOf(file, test) {
  let from = test.from;
  const mark = { python: /^\s*(@|#)/, java: /^\s*(@|\/\/)/, rust: /^\s*(#\[|\/\/)/ }[file.language] ?? (['ruby', 'shell'].includes(file.language) ? /^\s*#(?!!)/ : /^\s*\/\//);
  const beside = (at) => at >= 0 && file.lines[at].trim() !== '' && indentOf(file.lines[at]) === test.indent;
  for (;;) {
    if (beside(from - 1) && mark.test(file.lines[from - 1])) --from;
    else if (beside(from - 1) && ['python', 'java', 'rust'].includes(file.language) && /^\s*[)\]}]+$/.test(file.lines[from - 1])) {
      let at = from - 2;
      while (at > 0 && !beside(at)) --at;
      if (!/^\s*(@|#\[)/.test(file.lines[at])) return from;
      from = at;
    } else return from;
  }
}

// Tests that hold no other test, outermost of their kind.
export const leavesOf = (file) => {
  const all = testsOf(file).filter((test) => file.language !== 'ruby' || !/def test_\w*\(/.test(file.lines[test.from]));
  return all.filter((test) => !all.some((one) => one !== test && one.from > test.from && one.to <= test.to)
    && !all.some((one) => one !== test && one.from < test.from && one.to > test.to));
};

const checks = /\bassert|\bexpect|\bExpect|\.should|\bt\.(Error|Fatal|is|equal|same|truthy|deepEqual|true|false)|CHECK|REQUIRE|EXPECT|ASSERT|\bverify\(|must_|refute|pytest\.raises|assertRaises|^\s*\[ |ck_|munit_|panic!|raise AssertionError|^\s*run |fail\(/;
export const isCheck = (line) => checks.test(line) && !/^\s*(#|\/\/|import |from |use )/.test(line);
export const bodyOf = (file, test) => file.lines.slice(test.open + 1, test.close);
export const checksOf = (file, test) => bodyOf(file, test).flatMap((line, at) => (isCheck(line) ? [test.open + 1 + at] : []));

// Tests that check something.
export const realTests = (file) => leavesOf(file).filter((test) => checksOf(file, test).length > 0);
export const aTest = (file, tools, fits = () => true) => tools.pick(realTests(file).filter(fits)) ?? null;

// The file without lines, and without the blank line that set them off.
export function cut(file, from, to) {
  const blankBefore = (file.lines[from - 1] ?? '').trim() === '';
  const blankBehind = (file.lines[to] ?? '').trim() === '';
  return replaceLines(file, from, to + (blankBefore && blankBehind ? 1 : 0));
}

// A new head of the body, or another body.
export const bodyWith = (file, test, lines) => replaceLines(file, test.open + 1, test.close, ...lines.map((line) => (line ? test.bodyIndent + line : '')));
export const inserted = (file, test, ...lines) => replaceLines(file, bodyAt(file, test), bodyAt(file, test), ...lines.map((line) => test.bodyIndent + line));

// The first line of the body that is no docstring.
export function bodyAt(file, test) {
  const at = test.open + 1;
  const quote = file.language === 'python' ? /^\s*[rRuU]?("""|''')/.exec(file.lines[at])?.[1] : undefined;
  if (!quote) return at;
  let to = at;
  if (file.lines[at].split(quote).length < 3) do ++to; while (to < test.close && !file.lines[to].includes(quote));
  return Math.min(to + 1, test.close - 1);
}

export function unitOf(file) {
  const line = file.lines.find((one) => /^(\t| {2,8})\S/.test(one) && !/^ \*/.test(one.trimStart()));
  return line ? indentOf(line) : '    ';
}
export const deeper = (file, lines) => lines.map((line) => (line.trim() ? unitOf(file) + line : line));
export const holdsText = (lines) => /"""|'''|`|<<[-~]?['"]?[A-Z]|R"\(|r#"/.test(lines.join('\n'));

const braces = (head) => (condition) => [head(condition), '}'];
// A block behind a condition: its first and last line, by language.
export const conditional = {
  python: (condition) => [`if ${condition}:`, null], ruby: (condition) => [`if ${condition}`, 'end'], shell: (condition) => [`if ${condition}; then`, 'fi'],
  go: braces((condition) => `if ${condition} {`), rust: braces((condition) => `if ${condition} {`),
};
for (const language of [...scripts, 'c', 'cpp', 'java']) conditional[language] = braces((condition) => `if (${condition}) {`);

export const whole = (lines, [first, last], indent) => [indent + first, ...lines, ...(last === null ? [] : [indent + last])];

export const returns = { python: 'return', go: 'return', rust: 'return;', c: 'return;', cpp: 'return;', java: 'return;', ruby: 'return', shell: 'return 0', javascript: 'return;', typescript: 'return;', tsx: 'return;' };
export const returnOf = (file, test) => (file.language === 'ruby' && / do\s*(\|.*\|)?$/.test(file.lines[test.open]) ? 'next'
  : /^\s*(static )?int /.test(file.lines[test.open]) && file.language === 'c' ? 'return 0;' : /^\s*(static )?bool /.test(file.lines[test.open]) && file.language === 'c' ? 'return true;' : returns[file.language]);

export const setVariable = { python: 'os.environ.get("CI")', go: 'os.Getenv("CI") != ""', rust: 'std::env::var("CI").is_ok()', c: 'getenv("CI")', cpp: 'std::getenv("CI")', java: 'System.getenv("CI") != null', ruby: "ENV['CI']", shell: '[ -n "$CI" ]',
  javascript: 'process.env.CI', typescript: 'process.env.CI', tsx: 'process.env.CI' };
export const holds = { python: 'True', go: 'true', rust: 'true', c: '1', cpp: 'true', java: 'true', ruby: 'true', shell: 'true', javascript: 'true', typescript: 'true', tsx: 'true' };
export const fails = { python: 'False', go: 'false', rust: 'false', c: '0', cpp: 'false', java: 'false', ruby: 'false', shell: 'false', javascript: 'false', typescript: 'false', tsx: 'false' };

// Which test library the file speaks, from its own lines.
export function libraryOf(file) {
  const { text, language } = file;
  if (language === 'python') return /unittest|self\.assert/.test(text) && !/^import pytest|@pytest/m.test(text) ? 'unittest' : 'pytest';
  if (language === 'java') return /org\.junit\.jupiter/.test(text) ? 'junit5' : 'junit4';
  if (language === 'ruby') return /RSpec|\bexpect(\(.*\)| \{.*\}| do)|rspec/.test(text) && !/Minitest|Test::Unit|minitest|must_equal/.test(text) ? 'rspec' : 'minitest';
  if (language === 'cpp') return /\bTEST(_F|_P)?\(/.test(text) ? 'gtest' : /catch2|catch\.hpp|catch_test|TEST_CASE\("[^"]*", "\[/.test(text) ? 'catch2' : 'doctest';
  if (language === 'c') return /cmocka/.test(text) ? 'cmocka' : /TEST_ASSERT|unity/i.test(text) ? 'unity' : 'plain';
  if (language === 'shell') return /@test /.test(text) ? 'bats' : 'shunit';
  if (scripts.includes(language)) return /from ['"]vitest['"]/.test(text) ? 'vitest' : /node:test|require\(['"]tap['"]|from ['"]ava['"]/.test(text) ? 'node' : /chai|should\(|\.should\b|this\.timeout|\bcontext\(/.test(text) || !/expect\(/.test(text) ? 'mocha' : 'jest';
  return language;
}

// Which runner of scripts is really there: jasmine and others say `expect`, too.
export function runnerFor(file, tools) {
  const library = libraryOf(file);
  if (library !== 'jest' || /\bjest\./.test(file.text)) return library;
  const manifest = tools.repo.manifestOf(file, 'package.json');
  const text = manifest ? tools.repo.text(manifest) ?? '' : '';
  return /"vitest"/.test(text) ? 'vitest' : /"(@?jest[\w/-]*|kcd-scripts|react-scripts|ts-jest)"/.test(text) ? 'jest' : 'other';
}

// Whether a file of data lies among tests.
export const amongTests = (path) => /(^|\/)(tests?|specs?|__tests__|testdata|__fixtures__|fixtures?|__snapshots__|snapshots|testing|t)\//.test(path);

export const isTest = (file) => isTestPath(file.path);

// The file with a line among its imports, unless it is there.
export function importing(text, form, line, after) {
  if (form.test(text)) return text;
  const lines = text.split('\n');
  let at = lines.findIndex((one) => after.test(one));
  if (at < 0) return null;
  lines.splice(at, 0, line);
  return lines.join('\n');
}

// What a mutant names of the standard library is imported, as whoever wrote it would have done.
const standard = { python: ['contextlib', 're', 'os', 'time', 'sys', 'inspect'], go: ['os', 'time', 'flag', 'math', 'strings'] };

function completed(file, text) {
  let made = text;
  for (const name of standard[file.language] ?? []) {
    const uses = new RegExp(`(?<![\\w.])${name}\\.\\w`);
    if (!uses.test(made) || uses.test(file.text)) continue;
    made = file.language === 'go' ? made.replace(/^import \($/m, `import (\n\t"${name}"`)
      : importing(made, new RegExp(`^import ${name}$`, 'm'), `import ${name}`, /^(import|from) (?!__future__)/) ?? made;
  }
  return made;
}

export const completing = (kinds) => kinds.map((kind) => ({
  ...kind,
  shapes: kind.shapes.map((one) => ({
    ...one,
    make: (file, tools) => {
      const answer = one.make(file, tools);
      return typeof answer === 'string' ? completed(file, answer) : answer;
    },
  })),
}));
