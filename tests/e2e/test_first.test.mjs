// `pawl fix` writes the test that shows an issue before it is fixed: tried alone, it has to fail; with the fix it has to
// pass; and neither is offered without the other.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { checkoutPrint, git, journal, makeRepo, makeWorld, pawl, runFolders, startFakeModel, startPawl, until, writeScript } from './lib.mjs';

const has = (...tools) => tools.every((tool) => spawnSync(tool, ['--version']).error === undefined);

// Of each language: a repository whose tests pass, and what an issue about it takes.
const languages = {
  Python: {
    tools: ['python3'], source: 'src/box/opening.py', wrong: 'return 7', right: 'return 1', worse: 'return 8', tests: 'tests/test_opening.py',
    files: {
      'pyproject.toml': '[project]\nname = "box"\nversion = "1.0.0"\n',
      'src/box/__init__.py': 'from .opening import open_box\nfrom .shutting import shut_box\n',
      'src/box/opening.py': 'def open_box():\n    return 7\n',
      'src/box/shutting.py': 'def shut_box():\n    return 0\n',
      'tests/test_shutting.py': 'import pathlib\nimport sys\nimport unittest\n\nsys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "src"))\n\nfrom box import shut_box\n\n\nclass ShuttingTest(unittest.TestCase):\n    def test_shuts(self):\n        self.assertEqual(shut_box(), 0)\n',
    },
    shows: /test_opens/, asserts: 'self.assertEqual(open_box(), 1)',
    test: (body, imported = 'open_box') => `import pathlib\nimport sys\nimport unittest\n\nsys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "src"))\n\nfrom box import ${imported}\n\n\nclass OpeningTest(unittest.TestCase):\n    def test_opens(self):\n        ${body}\n`,
    passing: 'self.assertEqual(open_box(), 7)', own: 'self.assertEqual(unheard_of(), 1)', unloadable: ['pass', 'unheard_of'],
    unsteady: 'import random; self.assertEqual(open_box(), random.randint(100, 10**9))',
  },
  JavaScript: {
    tools: ['node', 'npm'], source: 'lib/opening.js', wrong: 'return 7', right: 'return 1', worse: 'return 8', tests: 'test/opening.test.js',
    files: {
      'package.json': '{\n  "name": "box",\n  "version": "1.0.0",\n  "scripts": { "test": "node --test" }\n}\n',
      'lib/opening.js': 'function openBox() {\n  return 7;\n}\n\nmodule.exports = { openBox };\n',
      'lib/shutting.js': 'function shutBox() {\n  return 0;\n}\n\nmodule.exports = { shutBox };\n',
      'test/shutting.test.js': "const test = require('node:test');\nconst assert = require('node:assert');\nconst { shutBox } = require('../lib/shutting');\n\ntest('shuts', () => assert.equal(shutBox(), 0));\n",
    },
    shows: /opens/, asserts: 'assert.equal(openBox(), 1)',
    test: (body, imported = '../lib/opening') => `const test = require('node:test');\nconst assert = require('node:assert');\nconst { openBox } = require('${imported}');\n\ntest('opens', () => {\n  ${body};\n});\n`,
    passing: 'assert.equal(openBox(), 7)', own: 'assert.equal(unheardOf(), 1)', unloadable: ['assert.equal(openBox(), 1)', '../lib/unheard'],
    unsteady: 'assert.equal(openBox(), 100 + Math.random())',
  },
  Go: {
    tools: ['go'], source: 'opening.go', wrong: 'return 7', right: 'return 1', worse: 'return 8', tests: 'opening_test.go',
    files: {
      'go.mod': 'module example.com/box\n\ngo 1.18\n',
      'opening.go': 'package box\n\nfunc Open() int {\n\treturn 7\n}\n',
      'shutting.go': 'package box\n\nfunc Shut() int {\n\treturn 0\n}\n',
      'shutting_test.go': 'package box\n\nimport "testing"\n\nfunc TestShut(t *testing.T) {\n\tif Shut() != 0 {\n\t\tt.Fatal("open")\n\t}\n}\n',
    },
    shows: /TestOpen/, asserts: 'if got := Open(); got != 1 { t.Fatalf("Open() = %d", got) }',
    test: (body) => `package box\n\nimport "testing"\n\nfunc TestOpen(t *testing.T) {\n\t${body}\n}\n`,
    passing: 'if Open() != 7 { t.Fatal("open") }', own: 'if UnheardOf() != 7 { t.Fatal("open") }', unloadable: ['t.Fatal(unheardOf)'],
    unsteady: null,
  },
};

const plan = (...subtasks) => ({ role: 'planner', text: JSON.stringify({ tasks: [{ title: 'Mend it', metric: 'bug', subtasks }] }) });
const subtask = (title, hints, action = 'modify') => ({ title, description: title, file_hints: hints, action });
const answer = (...edits) => ({ role: 'worker', text: JSON.stringify({ commit_message: 'fix: Open the box', edits }) });
const write = (file, content) => ({ kind: 'write', path: file, content });
const replace = (file, find, content) => ({ kind: 'replace', path: file, find, content });
const unable = (reason) => ({ role: 'worker', text: JSON.stringify({ edits: [], no_change_reason: reason }) });

const of = (events, kind) => events.filter((event) => event.kind === kind).map((event) => event.data);
const rules = (events, id) => of(events, 'subtask.refused').filter((one) => one.subtask === id).flatMap((one) => one.findings.map((finding) => finding.rule));
const questions = (folder) => fs.readdirSync(path.join(folder, 'model')).sort().map((name) => fs.readFileSync(path.join(folder, 'model', name), 'utf8'));

function inBox(language, use) {
  const world = makeWorld();
  const clean = () => world.remove();
  const repo = makeRepo(world, { 'README.md': '# Box\n', ...language.files });
  const issue = JSON.parse(pawl(world, ['issue', 'create', 'The box opens wrongly', repo, '--body-file', '-', '--json'],
    { input: `${language.source}:2 gives seven back, and one is right.` }).out).number;
  const arguments_ = (spec) => ['fix', repo, '--issue', String(issue), '--yes', '--json', '--model', spec];
  const box = {
    world, repo, issue, arguments: arguments_,
    planned: plan(subtask('Mend', [language.source])),
    shown: answer(write(language.tests, language.test(language.asserts))),
    mended: answer(replace(language.source, language.wrong, language.right)),
    fix: (answers, args = []) => {
      const done = pawl(world, [...arguments_(`scripted:${writeScript(world, answers)}`), ...args]);
      const folder = runFolders(world).at(-1);
      return { ...done, folder, events: folder ? journal(folder) : [], document: done.out ? JSON.parse(done.out) : null };
    },
    pulls: () => JSON.parse(pawl(world, ['pr', 'list', repo, '--json']).out).pulls,
    body: () => JSON.parse(pawl(world, ['pr', 'show', '2', repo, '--json']).out).body,
    changed: (branch) => git(repo, 'diff', '--name-only', 'main', branch).split('\n').sort(),
  };
  const done = (() => { try { return use(box); } catch (error) { clean(); throw error; } })();
  if (done instanceof Promise) return done.finally(clean);
  clean();
  return done;
}

for (const [name, language] of Object.entries(languages)) {
  const skip = !has(...language.tools);

  test(`${name}: the test comes first, and is committed with the fix alone`, { skip }, () => inBox(language, (box) => {
    const print = checkoutPrint(box.repo);
    const done = box.fix([box.planned, box.shown, box.mended]);
    assert.equal(done.code, 0, done.err);
    assert.equal(checkoutPrint(box.repo), print);
    const [shown] = of(done.events, 'subtask.reproduced');
    assert.equal(shown.subtask, 'T000-S01');
    assert.deepEqual(shown.paths, [language.tests]);
    assert.equal(shown.tests.length, 1);
    assert.match(shown.tests[0], language.shows);
    const commits = of(done.events, 'subtask.committed');
    assert.deepEqual(commits.map((one) => one.subtask), ['T001-S01']);
    assert.deepEqual(commits[0].tests_fixed, shown.tests);
    assert.deepEqual(box.changed(done.document.branch), [language.source, language.tests].sort());
    assert.equal(git(box.repo, 'rev-list', '--count', `main..${done.document.branch}`), '1');

    // The worker was asked for a test of this code, and then shown it with what it prints.
    const [, first, second] = questions(done.folder).filter((text) => text.includes('begin the issue') || text.includes('The box opens'));
    assert.match(first, /has to fail on it as it is/);
    assert.ok(first.includes(language.source));
    assert.match(second, /What the tests that fail print/);
    assert.ok(second.includes(JSON.stringify(language.asserts).slice(1, -1)), second);

    const body = box.body();
    assert.match(body, /^Fixes #1\n\nFixed: .*, which failed before\n/);
    assert.match(body, /It brings 1 test that failed on main without the fix/);
    assert.match(body, /T000-S01 .*: fails without the fix/);
  }));

  test(`${name}: what shows nothing is no test, and the fix is made without one`, { skip }, () => inBox(language, (box) => {
    const passing = answer(write(language.tests, language.test(language.passing)));
    const unloadable = answer(write(language.tests, language.test(...language.unloadable)));
    const done = box.fix([box.planned, passing, unloadable, box.mended]);
    assert.equal(done.code, 0, done.err);
    const refused = rules(done.events, 'T000-S01');
    assert.equal(refused[0], 'tests/shows-nothing');
    assert.ok(refused.length > 1, 'the one that cannot be loaded is refused, too');
    assert.deepEqual(of(done.events, 'subtask.reproduced'), []);
    assert.match(of(done.events, 'subtask.skipped')[0].reason, /^no test shows it: /);
    assert.deepEqual(box.changed(done.document.branch), [language.source]);
    assert.match(box.body(), /^Fixes #1\n\nNothing was seen to fail before and pass now; no test shows it: /);
  }));

  test(`${name}: a test that fails by itself, or otherwise each time, is none`, { skip }, () => inBox(language, (box) => {
    const own = answer(write(language.tests, language.test(language.own)));
    const second = language.unsteady === null ? box.shown : answer(write(language.tests, language.test(language.unsteady)));
    const done = box.fix([box.planned, own, second, box.mended]);
    assert.equal(done.code, 0, done.err);
    const refused = rules(done.events, 'T000-S01');
    assert.ok(refused.length > 0, done.err);
    if (language.unsteady !== null) assert.ok(refused.includes('tests/unsteady'), refused.join());
  }));

  test(`${name}: a fix that changes the test is refused, and so is one that leaves it failing`, { skip }, () => inBox(language, (box) => {
    const easier = answer(replace(language.source, language.wrong, language.right), write(language.tests, language.test(language.passing)));
    const worse = answer(replace(language.source, language.wrong, language.worse));
    const done = box.fix([box.planned, box.shown, easier, worse, box.mended], ['--max-attempts', '3']);
    assert.equal(done.code, 0, done.err);
    assert.deepEqual(rules(done.events, 'T001-S01'), ['test-tampering/changed-reproduction', 'tests/not-mended']);
    assert.ok(of(done.events, 'guard.refused').some((one) => one.guard === 'test-tampering'));
    const text = git(box.repo, 'show', `${done.document.branch}:${language.tests}`);
    assert.ok(text.includes(language.asserts), text);
  }));

  test(`${name}: a test without its fix is not offered`, { skip }, () => inBox(language, (box) => {
    const worse = answer(replace(language.source, language.wrong, language.worse));
    const done = box.fix([box.planned, box.shown, worse, unable('it is right as it is')]);
    assert.equal(done.code, 6, done.err);
    assert.match(done.err, /shows what is reported, and no change made it pass, so nothing is offered/);
    assert.deepEqual(box.pulls(), []);
    assert.equal(git(box.repo, 'branch', '--list', 'pawl/*'), '');
    const kept = JSON.parse(fs.readFileSync(path.join(done.folder, 'artifacts', 'reproduction.json'), 'utf8'));
    assert.deepEqual(kept.files.map((file) => file.path), [language.tests]);
  }));
}

test('the very error that is reported shows it, where it comes out of the code', { skip: !has('python3') }, () => {
  const { Python } = languages;
  const broken = { ...Python, wrong: 'return 1 // 0', files: { ...Python.files, [Python.source]: 'def open_box():\n    return 1 // 0\n' } };
  inBox(broken, (box) => {
    const done = box.fix([box.planned, box.shown, box.mended]);
    assert.equal(done.code, 0, done.err);
    assert.equal(of(done.events, 'subtask.reproduced').length, 1);
    assert.match(box.body(), /^Fixes #1\n\nFixed: /);
  });
});

test('a test that comes with code is refused, and comes alone then', () => inBox(languages.JavaScript, (box) => {
  const { tests, source } = languages.JavaScript;
  const both = answer(write(tests, languages.JavaScript.test(languages.JavaScript.asserts)), replace(source, 'return 7', 'return 1'));
  const done = box.fix([box.planned, both, box.shown, box.mended]);
  assert.equal(done.code, 0, done.err);
  assert.deepEqual(rules(done.events, 'T000-S01').map((rule) => rule.split('/')[0]), ['write-gate']);
  assert.equal(of(done.events, 'subtask.reproduced').length, 1);
}));

test('more than one test is refused', () => inBox(languages.JavaScript, (box) => {
  const { tests } = languages.JavaScript;
  const text = languages.JavaScript.test(languages.JavaScript.asserts);
  const two = answer(write(tests, `${text}\ntest('opens again', () => assert.equal(openBox(), 1));\n`));
  const done = box.fix([box.planned, two, box.shown, box.mended]);
  assert.equal(done.code, 0, done.err);
  assert.deepEqual(rules(done.events, 'T000-S01'), ['tests/not-one-test']);
}));

test('a fix has the files of all subtasks, and those and planned tests are settled with it', () => inBox(languages.JavaScript, (box) => {
  const planned = plan(subtask('Half', ['lib/opening.js']), subtask('Other half', ['lib/opening.js']),
    subtask('Test', ['test/opening.test.js'], 'create'));
  const done = box.fix([planned, box.shown, box.mended]);
  assert.equal(done.code, 0, done.err);
  const skipped = of(done.events, 'subtask.skipped');
  assert.deepEqual(skipped.map((one) => one.reason), ['T001-S01 fixed it: the test passes that shows what is reported', 'T000-S01 wrote the test']);
  assert.equal(of(done.events, 'subtask.committed').length, 1);
}));

test('where no test can show it, all is as it was', () => inBox(languages.JavaScript, (box) => {
  const said = box.fix([box.planned, unable('it is about words'), box.mended]);
  assert.equal(said.code, 0, said.err);
  assert.match(box.body(), /^Fixes #1\n\nNothing was seen to fail before and pass now; no test shows it: .*it is about words/);
}));

test('an issue of a document, and a repository whose tests are not run, get no such subtask', () => inBox(languages.JavaScript, (box) => {
  const issue = JSON.parse(pawl(box.world, ['issue', 'create', 'A typo', box.repo, '--body', 'README.md:1 says Box.', '--json']).out).number;
  const script = writeScript(box.world, [plan(subtask('Mend', ['README.md'])), answer(replace('README.md', '# Box', '# Boxes'))]);
  const done = pawl(box.world, ['fix', box.repo, '--issue', String(issue), '--yes', '--json', '--model', `scripted:${script}`]);
  assert.equal(done.code, 0, done.err);
  assert.deepEqual(of(journal(runFolders(box.world).at(-1)), 'subtask.committed').map((one) => one.subtask), ['T001-S01']);

  box.world.env.PAWL_GUARDS_TESTS = 'false';
  const unjudged = box.fix([box.planned, box.mended]);
  assert.equal(unjudged.code, 0, unjudged.err);
  assert.deepEqual(of(unjudged.events, 'subtask.committed').map((one) => one.subtask), ['T001-S01']);
}));

test('killed between the test and its fix, a run goes on with the test it has', async () => inBox(languages.JavaScript, async (box) => {
  const fake = await startFakeModel(box.world, [box.planned, box.shown, { ...box.mended, delay_ms: 600_000 }, box.mended]
    .map(({ text, delay_ms }) => ({ text, ...(delay_ms ? { delay_ms } : {}) })));
  try {
    const spec = `openai:fake@${fake.url}`;
    const { child, ended } = startPawl(box.world, box.arguments(spec));
    const folder = await until(() => runFolders(box.world)[0], 'the run');
    await until(() => fs.existsSync(path.join(folder, 'events.jsonl')) && of(journal(folder), 'subtask.reproduced').length === 1, 'the test');
    await until(() => fake.requests().filter((request) => request.path === '/v1/chat/completions').length === 3, 'the question for the fix');
    child.kill('SIGKILL');
    await ended;
    const done = pawl(box.world, [...box.arguments(spec), '--resume']);
    assert.equal(done.code, 0, done.err);
    const events = journal(folder);
    assert.equal(of(events, 'subtask.reproduced').length, 1);
    assert.deepEqual(of(events, 'subtask.committed').map((one) => [one.subtask, one.paths.length]), [['T001-S01', 2]]);
    assert.equal(box.pulls().length, 1);
  } finally {
    await fake.stop();
  }
}));

test('a run whose test was lost writes it anew, and one that failed goes on', () => inBox(languages.JavaScript, (box) => {
  const first = box.fix([box.planned, box.shown]);
  assert.notEqual(first.code, 0);
  assert.equal(of(first.events, 'subtask.reproduced').length, 1);
  fs.writeFileSync(path.join(first.folder, 'artifacts', 'reproduction.json'), '{"version": 1}');
  const done = box.fix([box.shown, box.mended], ['--resume']);
  assert.equal(done.code, 0, done.err);
  assert.equal(of(done.events, 'subtask.reproduced').length, 2);
}));

test('a replay makes the same test and the same commit', () => inBox(languages.JavaScript, (box) => {
  const passing = answer(write(languages.JavaScript.tests, languages.JavaScript.test(languages.JavaScript.passing)));
  const done = box.fix([box.planned, passing, box.shown, box.mended]);
  assert.equal(done.code, 0, done.err);
  const replayed = pawl(box.world, ['replay', done.document.run, '--json']);
  assert.equal(replayed.code, 0, replayed.err);
  const document = JSON.parse(replayed.out);
  assert.deepEqual(document.subtasks.map((one) => [one.subtask, one.now]), [['T000-S01', 'reproduced'], ['T001-S01', 'committed']], replayed.out);
}));
