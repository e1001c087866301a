// Heads of tests, and edits of one test of a file.
import { scripts } from './places.mjs';
import { aTest, isTest, realTests } from './tests.mjs';
import { indentOf } from '../../source.mjs';

// An edit of one test of a file of tests.
export const withTest = (make, fits) => (file, tools) => {
  const test = isTest(file) || file.language === 'rust' ? aTest(file, tools, fits && ((one) => fits(file, one))) : null;
  return test && make(file, test, tools);
};

// A group of tests: a class, a `describe`, a module.
export const groupOf = (file, tools) => {
  const head = { python: /^class Test\w*/, ruby: /^(\s*)(describe|context) .* do$/, rust: /^mod tests \{$/,
    cpp: /^TEST_SUITE\(|^namespace \w* ?\{$/ }[file.language] ?? (scripts.includes(file.language) ? /^(\s*)(describe|suite|context)\(.*\{$/ : null);
  if (!head) return null;
  const tests = realTests(file);
  const groups = file.lines.flatMap((line, at) => {
    if (!head.test(line)) return [];
    const indent = indentOf(line);
    let to = at + 1;
    while (to < file.lines.length && (file.lines[to].trim() === '' || indentOf(file.lines[to]).length > indent.length)) ++to;
    if (file.language !== 'python') ++to;
    return tests.some((test) => test.from > at && test.to <= to) && to - at < file.lines.length - 3 ? [{ from: at, to }] : [];
  });
  return tools.pick(groups) ?? null;
};

export const lineMark = (file) => (['python', 'ruby', 'shell'].includes(file.language) ? '#' : '//');
