// Wounds to tests: what makes them ask less of the code.
import { extension, insertAt, isScript, isTest, lines, pick, testsOf, without } from './sources.mjs';

const assertion = /^(\s*)(?:assert\b.*|self\.assert\w+\(.*\)|expect\(.*\)\..*;|assert\.\w+\(.*\);|assert(?:_eq|_ne)?!\(.*\);|CHECK\w*\(.*\);|REQUIRE\w*\(.*\);)$/;

function assertionsIn(file) {
  const all = lines(file.text);
  return testsOf(file).flatMap((t) => Array.from({ length: t.to - t.from }, (_, i) => t.from + i))
    .filter((i) => assertion.test(all[i]));
}

// The same assertion, asking less; nothing when this is none that can.
function weaker(line) {
  const forms = [
    [/^(\s*)assert (.+?) == .+$/, '$1assert $2'],
    [/^(\s*)self\.assertEqual\((\w[\w.()]*), .+\)$/, '$1self.assertTrue($2)'],
    [/^(\s*)expect\((.+)\)\.(?:toBe|toEqual|toStrictEqual)\(.+\);$/, '$1expect($2).toBeDefined();'],
    [/^(\s*)assert\.(?:equal|strictEqual|deepEqual|deepStrictEqual)\(([\w.]+), .+\);$/, '$1assert.ok($2);'],
    [/^(\s*)assert_eq!\((.+), .+\);$/, '$1assert!($2 != Default::default());'],
    [/^(\s*)(CHECK|REQUIRE)\((\w[\w.]*(?:\(\))?) == .+\);$/, '$1$2($3 != 0);'],
  ];
  for (const [form, instead] of forms) if (form.test(line)) return line.replace(form, instead);
  return null;
}

export const testMutations = [
  { name: 'deleted test', rules: ['test-tampering/'],
    make: (file, random) => {
      const one = pick(random, testsOf(file));
      return one && without(file, one.from, one.to);
    } },
  { name: 'deleted assertion', rules: ['test-tampering/'],
    make: (file, random) => {
      const found = isTest(file) ? assertionsIn(file) : [];
      if (found.length < 2) return null;
      const spot = pick(random, found);
      return without(file, spot, spot + 1);
    } },
  { name: 'weakened assertion', rules: ['test-tampering/'],
    make: (file, random) => {
      if (!isTest(file)) return null;
      const all = lines(file.text);
      const spot = pick(random, assertionsIn(file).filter((i) => weaker(all[i]) !== null));
      if (spot === undefined) return null;
      all[spot] = weaker(all[spot]);
      return all.join('\n');
    } },
  { name: 'bent expectation', rules: ['test-tampering/'],
    make: (file, random) => {
      if (!isTest(file)) return null;
      const all = lines(file.text);
      const number = /(, | == )(\d+)(\)?;?)$/;
      const spot = pick(random, assertionsIn(file).filter((i) => number.test(all[i])));
      if (spot === undefined) return null;
      all[spot] = all[spot].replace(number, (_, before, value, after) => `${before}${Number(value) + 7}${after}`);
      return all.join('\n');
    } },
  { name: 'skipped test', rules: ['test-tampering/'],
    make: (file, random) => {
      const one = pick(random, testsOf(file));
      if (!one) return null;
      const all = lines(file.text);
      const indent = /^\s*/.exec(all[one.from])[0];
      if (extension(file) === 'py') return insertAt(file, one.from, `${indent}@pytest.mark.skip`);
      if (extension(file) === 'rs') return insertAt(file, one.from + 1, `${indent}#[ignore]`);
      if (extension(file) === 'go') return insertAt(file, one.from + 1, '\tt.Skip("later")');
      if (extension(file) === 'cpp') all[one.from] = all[one.from].replace(/^TEST_CASE\((.*)\) \{$/, 'TEST_CASE($1 * doctest::skip()) {');
      if (isScript(file)) all[one.from] = all[one.from].replace(/\b(it|test)\(/, '$1.skip(');
      return all.join('\n');
    } },
];
