// Whole tests with what belongs to them, and how a language writes the blocks that take them out.
import { indentOf, isTestPath, replaceLines, testsOf } from '../../source.mjs';
import { code, scripts } from './places.mjs';

export const testLanguages = code;

// Where the test begins with its marks and the remarks directly above.
export function headOf(file, test) {
  let from = test.from;
  const mark = { python: /^\s*(@|#)/, java: /^\s*(@|\/\/)/, rust: /^\s*(#\[|\/\/)/ }[file.language] ?? (['ruby', 'shell'].includes(file.language) ? /^\s*#(?!!)/ : /^\s*\/\//);
  while (from > 0 && mark.test(file.lines[from - 1]) && indentOf(file.lines[from - 1]) === test.indent) --from;
  return from;
}

// Tests that hold no other test, outermost of their kind.
export const leavesOf = (file) => {
  const all = testsOf(file);
  return all.filter((test) => !all.some((one) => one !== test && one.from > test.from && one.to <= test.to)
    && !all.some((one) => one !== test && one.from < test.from && one.to > test.to));
};

const checks = /\bassert|\bexpect|\bExpect|\.should|\bt\.(Error|Fatal|is|equal|same|truthy|deepEqual|true|false)|CHECK|REQUIRE|EXPECT|ASSERT|\bverify\(|must_|refute|pytest\.raises|assertRaises|^\s*\[ |ck_|munit_|panic!|raise AssertionError|\brun\b|fail\(/;
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
export const inserted = (file, test, ...lines) => replaceLines(file, test.open + 1, test.open + 1, ...lines.map((line) => test.bodyIndent + line));

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
  if (language === 'ruby') return /\bit ['"].*do\b|describe /.test(text) && !/Minitest|Test::Unit|minitest/.test(text) ? 'rspec' : 'minitest';
  if (language === 'cpp') return /\bTEST(_F|_P)?\(/.test(text) ? 'gtest' : /catch2|catch\.hpp|catch_test/.test(text) ? 'catch2' : 'doctest';
  if (language === 'c') return /cmocka/.test(text) ? 'cmocka' : /TEST_ASSERT|unity/i.test(text) ? 'unity' : 'plain';
  if (language === 'shell') return /@test /.test(text) ? 'bats' : 'shunit';
  if (scripts.includes(language)) return /from ['"]vitest['"]/.test(text) ? 'vitest' : /node:test|require\(['"]tap['"]|from ['"]ava['"]/.test(text) ? 'node' : /chai|should\(|\.should\b|this\.timeout|\bcontext\(/.test(text) || !/expect\(/.test(text) ? 'mocha' : 'jest';
  return language;
}

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
