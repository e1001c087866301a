// A model that proposes badges while tests fail: the plan starts with the bug, on the file that
// holds it, in each language whose tools are here; where they are not, nothing is made up.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, nodePackage, pawl, runFolders, runJson, writeScript } from './lib.mjs';

const has = (...tools) => tools.every((tool) => spawnSync(tool, ['--version']).error === undefined);

const readme = '# Box\n\nOpens and shuts.\n';
// Of each language: the tools its tests need, the file with the bug, what mends it, all files.
const languages = {
  Python: {
    tools: ['python3'], source: 'src/box/opening.py', wrong: 'return 7', right: 'return 1',
    files: {
      'pyproject.toml': '[project]\nname = "box"\nversion = "1.0.0"\n',
      'src/box/__init__.py': 'from .opening import open_box\nfrom .shutting import shut_box\n',
      'src/box/opening.py': 'def open_box():\n    return 7\n',
      'src/box/shutting.py': 'def shut_box():\n    return 0\n',
      'tests/test_box.py': 'import pathlib\nimport sys\nimport unittest\n\nsys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "src"))\n\nfrom box import open_box, shut_box\n\n\nclass BoxTest(unittest.TestCase):\n    def test_opens(self):\n        self.assertEqual(open_box(), 1)\n\n    def test_shuts(self):\n        self.assertEqual(shut_box(), 0)\n',
    },
  },
  JavaScript: {
    tools: ['node', 'npm'], source: 'lib/opening.js', wrong: '7', right: '1',
    files: {
      'package.json': '{\n  "name": "box",\n  "version": "1.0.0",\n  "scripts": { "test": "node --test" }\n}\n',
      'lib/index.js': "exports.open = require('./opening').open;\nexports.shut = require('./shutting').shut;\n",
      'lib/opening.js': 'function open() {\n  return 7;\n}\n\nmodule.exports = { open };\n',
      'lib/shutting.js': 'function shut() {\n  return 0;\n}\n\nmodule.exports = { shut };\n',
      'test/box.test.js': "const test = require('node:test');\nconst assert = require('node:assert');\nconst box = require('../lib');\n\ntest('opens', () => assert.equal(box.open(), 1));\ntest('shuts', () => assert.equal(box.shut(), 0));\n",
    },
  },
  Go: {
    tools: ['go'], source: 'opening.go', wrong: 'return 7', right: 'return 1',
    files: {
      'go.mod': 'module example.com/box\n\ngo 1.18\n',
      'opening.go': 'package box\n\nfunc Open() int {\n\treturn 7\n}\n',
      'shutting.go': 'package box\n\nfunc Shut() int {\n\treturn 0\n}\n',
      'box_test.go': 'package box\n\nimport "testing"\n\nfunc TestOpen(t *testing.T) {\n\tif got := Open(); got != 1 {\n\t\tt.Fatalf("Open() = %d", got)\n\t}\n}\n\nfunc TestShut(t *testing.T) {\n\tif Shut() != 0 {\n\t\tt.Fatal("open")\n\t}\n}\n',
    },
  },
  Rust: {
    tools: ['cargo'], source: 'src/opening.rs', wrong: '    7', right: '    1',
    files: {
      'Cargo.toml': '[package]\nname = "boxes"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n',
      'src/lib.rs': 'pub mod opening;\npub mod shutting;\n',
      'src/opening.rs': 'pub fn open() -> u8 {\n    7\n}\n',
      'src/shutting.rs': 'pub fn shut() -> u8 {\n    0\n}\n',
      'tests/boxes.rs': 'use boxes::opening::open;\nuse boxes::shutting::shut;\n\n#[test]\nfn opens() {\n    assert_eq!(open(), 1);\n}\n\n#[test]\nfn shuts() {\n    assert_eq!(shut(), 0);\n}\n',
    },
  },
  C: {
    tools: ['cmake', 'cc'], source: 'src/opening.c', wrong: 'return 7', right: 'return 1',
    files: {
      'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.16)\nproject(box C)\nenable_testing()\nadd_library(box src/opening.c src/shutting.c)\ntarget_include_directories(box PUBLIC src)\nadd_executable(box_test tests/box_test.c)\ntarget_link_libraries(box_test box)\nadd_test(NAME opens COMMAND box_test)\n',
      'src/box.h': 'int box_open(void);\nint box_shut(void);\n',
      'src/opening.c': '#include "box.h"\n\nint box_open(void) {\n  return 7;\n}\n',
      'src/shutting.c': '#include "box.h"\n\nint box_shut(void) {\n  return 0;\n}\n',
      'tests/box_test.c': '#include <assert.h>\n\n#include "box.h"\n\nint main(void) {\n  assert(box_open() == 1);\n  return 0;\n}\n',
    },
  },
  'C++': {
    tools: ['cmake', 'c++'], source: 'src/opening.cpp', wrong: 'return 7', right: 'return 1',
    files: {
      'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.16)\nproject(box CXX)\nenable_testing()\nadd_executable(box_test src/opening.cpp src/shutting.cpp tests/box_test.cpp)\ntarget_include_directories(box_test PRIVATE src)\nadd_test(NAME box COMMAND box_test)\n',
      'src/box.hpp': '#pragma once\n\nstruct Box {\n  int open() const;\n  int shut() const;\n};\n',
      'src/opening.cpp': '#include "box.hpp"\n\nint Box::open() const {\n  return 7;\n}\n',
      'src/shutting.cpp': '#include "box.hpp"\n\nint Box::shut() const {\n  return 0;\n}\n',
      'tests/box_test.cpp': '#include <cstdio>\n\n#include "box.hpp"\n\nint main() {\n  const Box box;\n  if (box.open() == 1) return 0;\n  std::fprintf(stderr, "%s:%d: open() is %d\\n", __FILE__, __LINE__, box.open());\n  return 1;\n}\n',
    },
  },
};

const badges = {
  tasks: [{
    title: 'Add badges', metric: 'readme', priority: 1,
    subtasks: [{ title: 'Add a badge', description: 'Badges look good.', file_hints: ['README.md'] }],
  }],
};

for (const [language, { tools, source, wrong, right, files }] of Object.entries(languages)) {
  test(`${language}: the plan starts with the bug, and the pull request mends it`, () => {
    const world = makeWorld();
    try {
      const repo = makeRepo(world, { 'README.md': readme, ...files });
      const mended = JSON.stringify({
        commit_message: 'fix: Open the box',
        edits: [{ kind: 'replace', path: source, find: wrong, content: right }],
      });
      const idle = JSON.stringify({ edits: [], no_change_reason: 'The fault is elsewhere.' });
      const script = writeScript(world, [{ role: 'planner', text: JSON.stringify(badges) },
        ...[mended, idle, idle, idle, idle].map((text) => ({ role: 'worker', text }))]);
      const done = runJson(world, [repo, '--model', `scripted:${script}`]);
      const run = runFolders(world)[0];
      const events = journal(run);
      if (!has(...tools)) {
        // Nobody can say whether the tests fail.
        assert.ok(!events.some((event) => event.kind === 'plan.real_bug_synthesized'));
        const measured = events.find((event) => event.kind === 'metric.measured' && event.data.metric === 'test_results');
        assert.equal(measured.data.status, 'unknown', JSON.stringify(measured));
        return;
      }
      assert.equal(done.code, 0, done.err);
      const plan = JSON.parse(fs.readFileSync(path.join(run, 'artifacts', 'plan.json'), 'utf8'));
      assert.equal(plan.tasks[0].id, 'T000');
      assert.deepEqual(plan.tasks[0].subtasks[0].file_hints, [source], JSON.stringify(plan.tasks[0]));
      const told = events.find((event) => event.kind === 'plan.real_bug_synthesized').data;
      assert.equal(told.synthesized_task_id, 'T000');
      assert.equal(told.source_files[0], source);
      const commit = events.find((event) => event.kind === 'subtask.committed').data;
      assert.equal(commit.subtask, 'T000-S01');
      assert.ok(commit.tests_fixed.length > 0);
      // What was to mend the same tests elsewhere has nothing to do any more.
      for (const each of plan.tasks[0].subtasks.slice(1)) {
        const skipped = events.find((event) => event.kind === 'subtask.skipped' && event.data.subtask === each.id);
        assert.match(skipped.data.reason, /do not fail any more/);
      }
      assert.ok(git(repo, 'show', `${done.document.branch}:${source}`).includes(right));
      const metric = (when) => events.find((event) => event.kind === 'metric.measured' &&
        event.data.metric === 'test_results' && event.data.when === when).data.status;
      assert.deepEqual([metric('before'), metric('after')], ['fail', 'pass']);
    } finally {
      world.remove();
    }
  });
}

test('a place where the fault was not has failed no longer once its tests pass', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, {
      'README.md': readme,
      ...nodePackage(),
      'lib/box.js': "const { turns } = require('./hinge');\nexports.open = () => turns();\n",
      'lib/hinge.js': 'exports.turns = () => 7;\n',
      'test/box.test.js': "const { test } = require('node:test');\nconst box = require('../lib/box');\ntest('opens', () => require('node:assert').equal(box.open(), 1));\n",
    });
    const worker = (text) => ({ role: 'worker', text });
    const script = writeScript(world, [{ role: 'planner', text: '{"tasks": []}' }, worker(idleAnswer),
      worker(JSON.stringify({ commit_message: 'fix: Turn once', edits: [{ kind: 'replace', path: 'lib/hinge.js', find: '7', content: '1' }] }))]);
    const done = runJson(world, [repo, '--model', `scripted:${script}`]);
    assert.equal(done.code, 0, done.err);
    const events = journal(runFolders(world)[0]);
    // What imports of the test import comes after them.
    assert.deepEqual(events.find((event) => event.kind === 'plan.real_bug_synthesized').data.source_files, ['lib/box.js', 'lib/hinge.js']);
    const ends = events.filter((event) => ['subtask.failed', 'subtask.committed', 'subtask.skipped'].includes(event.kind));
    assert.deepEqual(ends.map((event) => [event.kind, event.data.subtask]),
      [['subtask.failed', 'T000-S01'], ['subtask.committed', 'T000-S02'], ['subtask.skipped', 'T000-S01']]);
    assert.match(ends[2].data.reason, /do not fail any more/);
  } finally {
    world.remove();
  }
});

test('a change that mends nothing is refused, and the next attempt reads what the test says', () => {
  const world = makeWorld();
  try {
    const { files, source } = languages.JavaScript;
    const repo = makeRepo(world, { 'README.md': readme, ...files });
    const answer = (content) => ({ role: 'worker', text: JSON.stringify({
      commit_message: 'fix: Open the box',
      edits: [{ kind: 'replace', path: source, find: '7', content }],
    }) });
    const script = writeScript(world, [{ role: 'planner', text: '{"tasks": []}' }, answer('8'), answer('1')]);
    const done = runJson(world, [repo, '--model', `scripted:${script}`]);
    assert.equal(done.code, 0, done.err);
    const run = runFolders(world)[0];
    const refused = journal(run).filter((event) => event.kind === 'subtask.refused');
    assert.deepEqual(refused.flatMap((event) => event.data.findings.map((one) => one.rule)), ['tests/not-mended']);
    const prompts = fs.readdirSync(path.join(run, 'model')).sort()
      .map((name) => fs.readFileSync(path.join(run, 'model', name), 'utf8'));
    const first = prompts.find((text) => text.includes('attempt 1'));
    assert.match(first, /What the tests that fail print/);
    assert.match(first, /test\/box\.test\.js, from line 5 on; what fails is line 5: assert\.equal\(box\.open\(\), 1\)/);
    assert.match(first, /7 == 1|7 !== 1/);
    const second = prompts.find((text) => text.includes('attempt 2'));
    assert.match(second, /tests\/not-mended/);
    assert.match(second, /8 == 1|8 !== 1/);
  } finally {
    world.remove();
  }
});

const unmarked = (tasks) => tasks.map((task) => ({
  ...task, subtasks: task.subtasks.map(({ named, ...subtask }) => subtask),
}));

test('a plan of a person and one of a model end as the same plan', () => {
  const plans = ['file', 'model'].map((from) => {
    const world = makeWorld();
    try {
      const { files } = languages.JavaScript;
      const repo = makeRepo(world, { 'README.md': readme, ...files });
      const planFile = path.join(world.folder, 'plan.json');
      fs.writeFileSync(planFile, JSON.stringify(badges));
      const script = writeScript(world, from === 'model' ? [JSON.stringify(badges)] : []);
      const args = from === 'file' ? ['--plan-from-file', planFile] : [];
      const done = runJson(world, [repo, '--dry-run', '--model', `scripted:${script}`, ...args]);
      assert.equal(done.code, 0, done.err);
      return JSON.parse(fs.readFileSync(path.join(runFolders(world)[0], 'artifacts', 'plan.json'), 'utf8')).tasks;
    } finally {
      world.remove();
    }
  });
  assert.equal(plans[0][0].id, 'T000');
  // What a person names may be written; of a model's word there is no such mark.
  assert.deepEqual(unmarked(plans[0]), unmarked(plans[1]));
});

test('`pawl plan` writes a plan that comes back as it is', () => {
  const world = makeWorld();
  try {
    const { files, source } = languages.JavaScript;
    const repo = makeRepo(world, { 'README.md': readme, ...files });
    const planFile = path.join(world.folder, 'made.json');
    const script = writeScript(world, [JSON.stringify(badges)]);
    const made = pawl(world, ['plan', repo, '--model', `scripted:${script}`, '--output', planFile]);
    assert.equal(made.code, 0, made.err);
    assert.match(made.out, /^T000 {2}Fix 1 failing test/);
    const again = pawl(world, ['plan', repo, '--model', `scripted:${script}`, '--plan-from-file', planFile, '--json']);
    assert.equal(again.code, 0, again.err);
    const { tasks } = JSON.parse(again.out);
    assert.deepEqual(unmarked(tasks), unmarked(JSON.parse(fs.readFileSync(planFile, 'utf8')).tasks));
    assert.deepEqual(tasks[0].subtasks[0].file_hints, [source]);
    assert.equal(git(repo, 'branch', '--list', 'pawl/*'), '');

    const facts = JSON.parse(pawl(world, ['facts', repo, '--json']).out);
    assert.deepEqual(facts.name, { value: 'box', path: 'package.json', line: 2 });
    assert.equal(facts.commit, git(repo, 'rev-parse', 'HEAD'));
    assert.equal(pawl(world, ['facts', repo, '--at', 'nowhere']).code, 9);
  } finally {
    world.remove();
  }
});

const broken = {
  'README.md': readme,
  ...nodePackage(),
  'box.js': 'exports.open = () => 7;\n',
  'box.test.js': "const { test } = require('node:test');\nconst box = require('./box');\ntest('opens', () => require('node:assert').equal(box.open(), 1));\n",
};
const idleAnswer = JSON.stringify({ edits: [], no_change_reason: 'It is right as it is.' });

function runScripted(plan, answers, options, body) {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, broken);
    const script = writeScript(world, [{ role: 'planner', text: JSON.stringify(plan) },
      ...answers.map((text) => ({ role: 'worker', text }))]);
    const done = runJson(world, [repo, '--model', `scripted:${script}`], options);
    body(done, journal(runFolders(world)[0]));
  } finally {
    world.remove();
  }
}

test('a bug the model calls none is a failure, and never "nothing to do"', () => {
  runScripted({ tasks: [] }, Array(6).fill(idleAnswer), {}, (done, events) => {
    assert.equal(done.code, 6, done.err);
    const failed = events.filter((event) => event.kind === 'subtask.failed');
    assert.ok(failed.length > 0);
    for (const event of failed) assert.match(event.data.reason, /tests still fail.*It is right as it is/);
    assert.ok(!events.some((event) => event.kind === 'subtask.skipped'));
  });
});

test('tests that fail and a plan without a word on them are no "nothing to do"', () => {
  runScripted({ tasks: [] }, [], { env: { PAWL_PLAN_RULES_OFF: 'real-bug' } }, (done) => {
    assert.equal(done.code, 6, done.err);
    assert.match(done.err, /1 test of the repository fails \(opens\), and the plan is empty/);
  });
});

test('a refused change followed by "nothing is to be done" is a failure', () => {
  const notes = { title: 'Say what the lid does', description: 'Say it.', file_hints: ['README.md'] };
  const outside = JSON.stringify({ commit_message: 'docs: Add notes', edits: [{ kind: 'write', path: 'other.md', content: 'Lid.\n' }] });
  const plan = { tasks: [{ title: 'Complete the README', metric: 'readme', priority: 1, subtasks: [notes] }] };
  runScripted(plan, [outside, idleAnswer], { env: { PAWL_PLAN_RULES_OFF: 'real-bug' } }, (done, events) => {
    const kinds = events.filter((event) => event.kind.startsWith('subtask.')).map((event) => event.kind);
    assert.deepEqual(kinds, ['subtask.begin', 'subtask.refused', 'subtask.begin', 'subtask.failed']);
    assert.match(events.find((event) => event.kind === 'subtask.failed').data.reason, /after a refused attempt.*It is right as it is/);
    const own = events.find((event) => event.kind === 'worker.subtask.failed').data;
    assert.deepEqual([own.title, own.file_hints], [notes.title, notes.file_hints]);
    assert.match(own.error, /after a refused attempt/);
    assert.equal(done.code, 6, done.err);
  });
});
