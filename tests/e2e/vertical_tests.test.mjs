// `pawl tests`: a pull request of tests alone, each of which fails on a wrong version of the code it
// uses. Tests that assert nothing, test a copy or fail as it is are refused, and the next attempt is
// shown what they did not notice.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { hasPytest } from './box.mjs';
import { checkoutPrint, git, journal, makeRepo, makeWorld, pawl, runFolders, writeScript } from './lib.mjs';
import { tooLarge } from './rounds.mjs';

const has = (...tools) => tools.every((tool) => spawnSync(tool, ['--version']).error === undefined);

// Of each language: what it needs, the repository, the test file, a test that distinguishes right
// from wrong, and tests that do not: [rule, text].
const languages = {
  Python: {
    tools: ['python3'], planned: true, source: 'box/rates.py', file: 'tests/test_rates.py',
    files: {
      'pyproject.toml': '[project]\nname = "box"\nversion = "1.0.0"\n',
      'box/__init__.py': '',
      'box/rates.py': 'LIMIT = 100\n\n\ndef discount(price, member):\n    if price > LIMIT and member:\n        return price - 10\n    return price\n\n\ndef total(prices, member=False):\n    amount = 0\n    for price in prices:\n        amount += discount(price, member)\n    return amount\n',
      // There are none yet, so the metric wants some.
      'tests/__init__.py': '',
    },
    good: 'import unittest\n\nfrom box.rates import discount, total\n\n\nclass RatesTest(unittest.TestCase):\n    def test_members_pay_less(self):\n        self.assertEqual(discount(101, True), 91)\n        self.assertEqual(discount(100, True), 100)\n        self.assertEqual(discount(101, False), 101)\n\n    def test_totals(self):\n        self.assertEqual(total([1, 2, 200], True), 193)\n',
    tests: ['RatesTest.test_members_pay_less', 'RatesTest.test_totals'],
    empty: [
      ['new-tests/asserts-nothing', 'import unittest\n\nfrom box.rates import discount\n\n\nclass RatesTest(unittest.TestCase):\n    def test_discount(self):\n        discount(101, True)\n'],
      ['test-tampering/cannot-fail', 'import unittest\n\nfrom box.rates import discount\n\n\nclass RatesTest(unittest.TestCase):\n    def test_discount(self):\n        price = discount(101, True)\n        self.assertEqual(price, price)\n'],
      ['new-tests/not-run', 'import unittest\n\nfrom box.rates import discount\n\n\n@unittest.skip("later")\nclass RatesTest(unittest.TestCase):\n    def test_discount(self):\n        self.assertEqual(discount(101, True), 91)\n'],
      ['new-tests/kills-no-mutant', 'import unittest\n\n\ndef discount(price, member):\n    return price - 10 if price > 100 and member else price\n\n\nclass RatesTest(unittest.TestCase):\n    def test_discount(self):\n        self.assertEqual(discount(101, True), 91)\n'],
    ],
    failing: 'import unittest\n\nfrom box.rates import discount\n\n\nclass RatesTest(unittest.TestCase):\n    def test_discount(self):\n        self.assertEqual(discount(101, True), 90)\n',
  },
  JavaScript: {
    tools: ['node', 'npm'], source: 'lib/rates.js', file: 'test/rates.test.js',
    files: {
      'package.json': '{\n  "name": "box",\n  "version": "1.0.0",\n  "scripts": { "test": "node --test" }\n}\n',
      'lib/index.js': "module.exports = { ...require('./rates') };\n",
      'lib/rates.js': 'function discount(price, member) {\n  if (price > 100 && member) {\n    return price - 10;\n  }\n  return price;\n}\n\nmodule.exports = { discount };\n',
      'test/old.test.js': "const test = require('node:test');\nconst assert = require('node:assert');\n\ntest('loads', () => assert.ok(require('../lib')));\n",
    },
    good: "const test = require('node:test');\nconst assert = require('node:assert');\nconst { discount } = require('../lib/rates');\n\ntest('members pay less', () => {\n  assert.equal(discount(101, true), 91);\n  assert.equal(discount(100, true), 100);\n  assert.equal(discount(101, false), 101);\n});\n",
    tests: ['members pay less'],
    empty: [
      ['new-tests/asserts-nothing', "const test = require('node:test');\nconst { discount } = require('../lib/rates');\n\ntest('members pay less', () => {\n  discount(101, true);\n});\n"],
      ['new-tests/kills-no-mutant', "const test = require('node:test');\nconst assert = require('node:assert');\nconst { discount } = require('../lib/rates');\n\ntest('members pay less', () => {\n  assert.equal(typeof discount, 'function');\n});\n"],
    ],
    failing: "const test = require('node:test');\nconst assert = require('node:assert');\nconst { discount } = require('../lib/rates');\n\ntest('members pay less', () => assert.equal(discount(101, true), 90));\n",
  },
  Go: {
    tools: ['go'], source: 'rates.go', file: 'rates_test.go',
    files: {
      'go.mod': 'module example.com/box\n\ngo 1.18\n',
      'rates.go': 'package box\n\nfunc Discount(price int, member bool) int {\n\tif price > 100 && member {\n\t\treturn price - 10\n\t}\n\treturn price\n}\n',
      'old_test.go': 'package box\n\nimport "testing"\n\nfunc TestFree(t *testing.T) {\n\tif Discount(0, false) != 0 {\n\t\tt.Fatal("not free")\n\t}\n}\n',
    },
    good: 'package box\n\nimport "testing"\n\nfunc TestDiscount(t *testing.T) {\n\tfor _, one := range []struct {\n\t\tname   string\n\t\tprice  int\n\t\tmember bool\n\t\twant   int\n\t}{{"less", 101, true, 91}, {"limit", 100, true, 100}, {"stranger", 101, false, 101}} {\n\t\tt.Run(one.name, func(t *testing.T) {\n\t\t\tif got := Discount(one.price, one.member); got != one.want {\n\t\t\t\tt.Errorf("got %d", got)\n\t\t\t}\n\t\t})\n\t}\n}\n',
    tests: ['TestDiscount'],
    empty: [
      ['new-tests/asserts-nothing', 'package box\n\nimport "testing"\n\nfunc TestDiscount(t *testing.T) {\n\tDiscount(101, true)\n}\n'],
      ['new-tests/kills-no-mutant', 'package box\n\nimport "testing"\n\nfunc TestDiscount(t *testing.T) {\n\tif Discount(101, true) > 1000 {\n\t\tt.Fatal("dear")\n\t}\n}\n'],
    ],
    failing: 'package box\n\nimport "testing"\n\nfunc TestDiscount(t *testing.T) {\n\tif Discount(101, true) != 90 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
  },
  Rust: {
    tools: ['cargo'], source: 'src/lib.rs', file: 'tests/rates.rs',
    files: {
      'Cargo.toml': '[package]\nname = "boxes"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n',
      'src/lib.rs': 'pub fn discount(price: u32, member: bool) -> u32 {\n    if price > 100 && member {\n        return price - 10;\n    }\n    price\n}\n',
      'tests/old.rs': 'use boxes::discount;\n\n#[test]\nfn free() {\n    assert_eq!(discount(0, false), 0);\n}\n',
    },
    good: 'use boxes::discount;\n\n#[test]\nfn members_pay_less() {\n    assert_eq!(discount(101, true), 91);\n    assert_eq!(discount(100, true), 100);\n    assert_eq!(discount(101, false), 101);\n}\n',
    tests: ['members_pay_less'], slow: true,
    empty: [
      ['new-tests/asserts-nothing', 'use boxes::discount;\n\n#[test]\nfn members_pay_less() {\n    discount(101, true);\n}\n'],
      ['new-tests/kills-no-mutant', 'use boxes::discount;\n\n#[test]\nfn members_pay_less() {\n    assert!(discount(101, true) < 1000);\n}\n'],
    ],
    failing: 'use boxes::discount;\n\n#[test]\nfn members_pay_less() {\n    assert_eq!(discount(101, true), 90);\n}\n',
  },
  C: {
    tools: ['cmake', 'cc'], source: 'src/rates.c', file: 'tests/rates_test.c', programs: true,
    files: {
      'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.16)\nproject(box C)\nenable_testing()\nadd_library(box src/rates.c)\ntarget_include_directories(box PUBLIC src)\nfile(GLOB tests CONFIGURE_DEPENDS tests/*_test.c)\nforeach(source ${tests})\n  get_filename_component(name ${source} NAME_WE)\n  add_executable(${name} ${source})\n  target_link_libraries(${name} box)\n  add_test(NAME ${name} COMMAND ${name})\nendforeach()\n',
      'src/rates.h': 'int discount(int price, int member);\n',
      'src/rates.c': '#include "rates.h"\n\nint discount(int price, int member) {\n  if (price > 100 && member) {\n    return price - 10;\n  }\n  return price;\n}\n',
      'tests/old_test.c': '#include "rates.h"\n\nint main(void) { return discount(0, 0); }\n',
    },
    good: '#include <stdio.h>\n\n#include "rates.h"\n\nint main(void) {\n  if (discount(101, 1) != 91 || discount(100, 1) != 100 || discount(101, 0) != 101) {\n    puts("wrong");\n    return 1;\n  }\n  return 0;\n}\n',
    tests: ['rates_test'], slow: true,
    empty: [
      ['new-tests/kills-no-mutant', '#include "rates.h"\n\nint main(void) {\n  discount(101, 1);\n  return 0;\n}\n'],
    ],
    failing: '#include "rates.h"\n\nint main(void) { return discount(101, 1) == 90 ? 0 : 1; }\n',
  },
};

const planFor = (file, action = 'create') => JSON.stringify({
  tasks: [{ title: 'Test the rates', metric: 'tests', subtasks: [
    { title: 'Test discounts', description: 'Test `discount` of box.py.', file_hints: [file], action }] }],
});
const write = (file, content) => JSON.stringify({ commit_message: 'test: Test the rates', edits: [{ kind: 'write', path: file, content }] });
const of = (events, kind) => events.filter((event) => event.kind === kind).map((event) => event.data);

// `planned`: the model plans; else a person did, which counts whatever the metric says.
function run(world, repo, answers, { env = {}, plan, planned = false, file } = {}) {
  const text = plan ?? planFor(file);
  const planFile = path.join(world.folder, 'plan.json');
  fs.writeFileSync(planFile, text);
  const script = writeScript(world, [...(planned ? [{ role: 'planner', text }] : []),
    ...answers.map((answer) => ({ role: 'worker', text: answer }))]);
  const done = pawl(world, ['tests', repo, '--yes', '--json', '--model', `scripted:${script}`,
    ...(planned ? [] : ['--plan-from-file', planFile])], { env });
  const folder = runFolders(world).at(-1);
  let document = null;
  try { document = JSON.parse(done.out); } catch { /* left null */ }
  return { ...done, folder, document, events: folder ? journal(folder) : [] };
}
function inWorld(files, body) {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, { 'README.md': '# Box\n', ...files });
    return body(world, repo);
  } finally {
    world.remove();
  }
}
const rulesOf = (events) => of(events, 'subtask.refused').flatMap((data) => data.findings.map((one) => one.rule));

for (const [language, { tools, source, file, files, good, tests, empty, failing, programs, planned, slow }] of Object.entries(languages)) {
  const skip = has(...tools) ? false : `without ${tools.join(' and ')}`;

  test(`${language}: a test that tells right from wrong becomes a pull request of tests alone`, { skip }, () => inWorld(files, (world, repo) => {
    const before = checkoutPrint(repo);
    const done = run(world, repo, [write(file, good)], { file, planned });
    assert.equal(done.code, 0, done.err + JSON.stringify(of(done.events, 'subtask.refused')));
    assert.equal(checkoutPrint(repo), before);
    assert.deepEqual(git(repo, 'diff', '--name-only', 'main', done.document.branch).split('\n'), [file]);
    const [commit] = of(done.events, 'subtask.committed');
    assert.deepEqual(commit.tests_added.map((one) => one.test), tests);
    for (const one of commit.tests_added) {
      assert.match(one.told, /^killed \d+ of \d+ mutants? in /);
      assert.ok(one.told.includes(source), one.told);
      assert.ok(one.noticed > 0 && one.noticed <= one.tried, JSON.stringify(one));
    }
    const body = fs.readFileSync(path.join(done.folder, 'artifacts', 'pull-request.md'), 'utf8');
    assert.match(body, /## New tests/);
    assert.match(body, /killed \d+ of \d+ mutants? in /);
    const status = pawl(world, ['status', path.basename(done.folder)]);
    assert.match(status.out, /killed \d+ of \d+ mutants? in /);
  }));

  // All in one run: each attempt is shown why the one before was refused. (The same refusal twice in a row would end it.)
  test(`${language}: tests that prove nothing, or fail on the code as it is, are refused until one is good`, { skip: skip || (slow && tooLarge('vertical_tests')) }, () => inWorld(files, (world, repo) => {
    const refused = [...empty, ['tests/new-test-fails', failing]];
    const env = { PAWL_WORK_ATTEMPTS: String(refused.length + 1) };
    const done = run(world, repo, [...refused.map(([, text]) => write(file, text)), write(file, good)], { file, planned, env });
    assert.equal(done.code, 0, done.err + JSON.stringify(of(done.events, 'subtask.refused')));
    const refusals = of(done.events, 'subtask.refused');
    assert.deepEqual(refusals.map((one) => one.findings.map((finding) => finding.rule)), refused.map(([rule]) => [rule]));
    const model = path.join(done.folder, 'model');
    const prompts = fs.readdirSync(model).sort().map((name) => fs.readFileSync(path.join(model, name), 'utf8'));
    for (const [index, [rule]] of empty.entries()) {
      const [finding] = refusals[index].findings;
      assert.equal(finding.path, file);
      if (!programs) assert.ok(finding.line > 0, JSON.stringify(finding));
      const next = prompts.find((prompt) => prompt.includes(`attempt ${index + 2}`));
      assert.ok(next.includes(rule), next);
      if (rule === 'new-tests/kills-no-mutant') {
        assert.match(finding.feedback, new RegExp(`${source}:\\d+: \`.+\` → \`.+\``));
        assert.match(next, new RegExp(`${source}:\\d+`));
      }
    }
    assert.equal(done.document.commits.length, 1);
  }));
}

// A folder of programs without the named one.
function pathWithout(world, missing) {
  const folder = path.join(world.folder, 'bin');
  fs.mkdirSync(folder);
  for (const name of ['git', 'node', 'npm', 'python3', 'sh', 'bwrap', 'cp', 'env'].filter((one) => one !== missing)) {
    const found = process.env.PATH.split(':').filter((each) => !each.endsWith('/shims'))
      .map((each) => path.join(each, name)).find((file) => fs.existsSync(file));
    if (found) fs.symlinkSync(fs.realpathSync(found), path.join(folder, name));
  }
  return folder;
}

const javascript = languages.JavaScript;

test('where the tests cannot be run nothing is taken, and the run says why', () => inWorld(javascript.files, (world, repo) => {
  const { file, good } = javascript;
  const done = run(world, repo, [write(file, good), write(file, good)], { file, env: { PATH: pathWithout(world, 'npm') } });
  assert.equal(done.code, 6, done.err);
  assert.deepEqual(rulesOf(done.events), ['new-tests/not-checked', 'new-tests/not-checked']);
  const [failed] = of(done.events, 'subtask.failed');
  assert.match(failed.reason, /npm is not installed/);
  assert.deepEqual(failed.failure_modes, ['weak_tests']);
  assert.equal(git(repo, 'branch', '--list', 'pawl/*'), '');
}));

test('an edit of the source is refused, whatever the plan says', { skip: !has('npm') }, () => inWorld(javascript.files, (world, repo) => {
  const { file, good, source, files } = javascript;
  const both = JSON.stringify({ edits: [
    { kind: 'write', path: file, content: good },
    { kind: 'write', path: source, content: files[source].replace('100', '200') }] });
  const plan = JSON.stringify({ tasks: [{ title: 'Test the rates', metric: 'tests', subtasks: [
    { title: 'Test discounts', description: 'Test the rates.', file_hints: [file], action: 'create' },
    { title: 'Test from inside', description: 'Make it easier to test.', file_hints: [file, source] }] }] });
  const done = run(world, repo, [both, write(file, good)], { file, plan });
  assert.equal(done.code, 0, done.err);
  assert.deepEqual(rulesOf(done.events), ['write-gate/outside-hints']);
  assert.match(of(done.events, 'plan.dropped')[0].reason, /lib\/rates.js is out of the scope of a tests run/);
  assert.deepEqual(git(repo, 'diff', '--name-only', 'main', done.document.branch).split('\n'), [file]);
}));

test('a test is added to a file that has some, and none of these is touched', { skip: !has('npm') }, () => inWorld(javascript.files, (world, repo) => {
  const file = 'test/old.test.js';
  const old = javascript.files[file];
  const added = "\ntest('members pay less', () => {\n  assert.equal(require('../lib').discount(101, true), 91);\n});\n";
  const weaker = old.replace("assert.ok(require('../lib'))", 'true');
  const plan = planFor(file, 'modify');
  const done = run(world, repo, [write(file, weaker + added), write(file, old + added)], { file, plan });
  assert.equal(done.code, 0, done.err + JSON.stringify(of(done.events, 'subtask.refused')));
  assert.deepEqual([...new Set(rulesOf(done.events).map((rule) => rule.split('/')[0]))], ['test-tampering']);
  assert.deepEqual(of(done.events, 'subtask.committed')[0].tests_added.map((one) => one.test), ['members pay less']);
}));

test('a change that adds no test is refused', { skip: !has('npm') }, () => inWorld(javascript.files, (world, repo) => {
  const file = 'test/old.test.js';
  const old = javascript.files[file];
  const plan = planFor(file, 'modify');
  const done = run(world, repo, [write(file, `// Tested.\n${old}`)], { file, plan, env: { PAWL_WORK_ATTEMPTS: '1' } });
  assert.equal(done.code, 6, done.err);
  assert.deepEqual(rulesOf(done.events), ['new-tests/not-new']);
}));

test('the guards of a tests run cannot be switched off', { skip: !has('npm') }, () => inWorld(javascript.files, (world, repo) => {
  const { file, failing } = javascript;
  const env = { PAWL_GUARDS_DISABLE: 'tests,new-tests', PAWL_GUARDS_TESTS: 'false', PAWL_WORK_ATTEMPTS: '1' };
  const done = run(world, repo, [write(file, failing)], { file, env });
  assert.equal(done.code, 6, done.err);
  assert.deepEqual(rulesOf(done.events), ['tests/new-test-fails']);
}));

test('pytest: a test with parameters counts once, and its fixture beside it is no test', { skip: !hasPytest }, () => inWorld({
  'pyproject.toml': '[project]\nname = "box"\nversion = "1.0.0"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
  'box.py': languages.Python.files['box/rates.py'],
  'conftest.py': 'import pytest\n\n\n@pytest.fixture\ndef limit():\n    return 100\n',
  'tests/test_old.py': 'from box import total\n\n\ndef test_free():\n    assert total([]) == 0\n',
}, (world, repo) => {
  const file = 'tests/test_rates.py';
  const good = 'import pytest\n\nfrom box import discount\n\n\n@pytest.mark.parametrize("over, member, less", [(1, True, 10), (0, True, 0), (1, False, 0)])\ndef test_discount(limit, over, member, less):\n    assert discount(limit + over, member) == limit + over - less\n';
  const done = run(world, repo, [write(file, good)], { file });
  assert.equal(done.code, 0, done.err + JSON.stringify(of(done.events, 'subtask.refused')));
  const [added, ...more] = of(done.events, 'subtask.committed')[0].tests_added;
  assert.deepEqual(more, []);
  assert.equal(added.test, 'test_discount');
  assert.ok(added.noticed >= 4, JSON.stringify(added));
  // The model was shown the code it is to test.
  const model = path.join(done.folder, 'model');
  const prompts = fs.readdirSync(model).sort().map((name) => fs.readFileSync(path.join(model, name), 'utf8'));
  assert.ok(prompts.some((text) => text.includes('The code to be tested') && text.includes('def discount(price, member)')));
}));
