// What could be checked before and cannot be checked now is refused, whatever keeps the tests from reporting;
// a healthy change of the same code is not. Real toolchains; those that are not here are passed over.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { makeRepo, makeWorld, pawl } from './lib.mjs';

const has = (tool) => {
  try { execFileSync('sh', ['-c', `command -v ${tool}`]); return true; } catch { return false; }
};

const nodeFiles = {
  'package.json': '{"name": "box", "version": "1.0.0", "scripts": {"test": "node --test"}}\n',
  'box.js': 'exports.open = () => 1;\n',
  'box.test.js': "const { test } = require('node:test');\nconst assert = require('node:assert');\nconst box = require('./box');\n"
    + "test('opens', () => assert.equal(box.open(), 1));\ntest('is a number', () => assert.equal(typeof box.open(), 'number'));\n",
};
// A runner of one's own, which counts as mocha does and names nothing.
const countFiles = {
  'package.json': '{"name": "box", "version": "1.0.0", "scripts": {"test": "node run.js"}}\n',
  'box.js': 'exports.open = () => 1;\nexports.close = () => 0;\n',
  'run.js': "const box = require('./box');\nlet passing = 0;\nfor (const name of Object.keys(box)) { if (box[name]() === null) process.exit(1); passing += 1; }\n"
    + 'console.log(`\\n  ${passing} passing (1ms)\\n`);\n',
};
const pythonFiles = {
  'pyproject.toml': '[project]\nname = "box"\nversion = "1.0.0"\n',
  'Makefile': 'test:\n\tpython -m unittest\n',
  'box.py': 'def open_box():\n    return 1\n',
  'tests/__init__.py': '',
  'tests/test_box.py': 'import unittest\nfrom box import open_box\n\n\nclass TestBox(unittest.TestCase):\n    def test_opens(self):\n        self.assertEqual(open_box(), 1)\n',
};
const goFiles = {
  'go.mod': 'module example.org/box\n\ngo 1.19\n',
  'box.go': 'package box\n\nfunc Open() int { return 1 }\n',
  'box_test.go': 'package box\n\nimport "testing"\n\nfunc TestOpen(t *testing.T) {\n\tif Open() != 1 {\n\t\tt.Fatal("closed")\n\t}\n}\n',
};
const rustFiles = {
  'Cargo.toml': '[package]\nname = "crate_box"\nversion = "0.1.0"\nedition = "2021"\n',
  'Cargo.lock': 'version = 3\n\n[[package]]\nname = "crate_box"\nversion = "0.1.0"\n',
  'src/lib.rs': 'pub fn open() -> i32 {\n    1\n}\n',
  'tests/opens.rs': '#[test]\nfn opens() {\n    assert_eq!(crate_box::open(), 1);\n}\n',
};
const nativeFiles = {
  'CMakeLists.txt': 'cmake_minimum_required(VERSION 3.20)\nproject(box C)\nenable_testing()\nadd_executable(box box.c)\nadd_test(NAME opens COMMAND box)\n',
  'box.c': '#include <stdio.h>\n\nint main(void) {\n  puts("open");\n  return 0;\n}\n',
};

// [what is done, the file it is done to, its new text]
const suites = [
  {
    name: 'node:test', tool: 'npm', seconds: '6', files: nodeFiles, broken: [
      ['a loop at import', 'box.js', 'for (;;) {}\nexports.open = () => 1;\n'],
      ['a package nobody asked for before', 'box.js', "require('left-pad');\nexports.open = () => 1;\n"],
      ['a module that does not exist', 'box.js', "require('./lid');\nexports.open = () => 1;\n"],
      ['an end with 0 at import', 'box.js', 'process.exit(0);\nexports.open = () => 1;\n'],
      ['a name nobody defines', 'box.js', 'exports.open = opener();\n'],
      ['a signal to itself', 'box.js', "process.kill(process.pid, 'SIGKILL');\nexports.open = () => 1;\n"],
      ['a call to the network', 'box.js', "const { execFileSync } = require('node:child_process');\nexecFileSync('getent', ['hosts', 'example.org']);\nexports.open = () => 1;\n"],
      ['no way to run the tests', 'package.json', '{"name": "box", "version": "1.0.0", "scripts": {}}\n'],
      ['tests that are not found', 'package.json', '{"name": "box", "version": "1.0.0", "scripts": {"test": "true"}}\n'],
    ],
    healthy: [
      ['another way to say it', 'box.js', 'const open = () => 2 - 1;\nexports.open = open;\n'],
      ['one more function', 'box.js', 'exports.open = () => 1;\nexports.close = () => 0;\n'],
    ],
  },
  {
    name: 'a runner that only counts', tool: 'npm', seconds: '6', files: countFiles, broken: [
      ['an end with 0 before the summary', 'box.js', 'exports.open = () => process.exit(0);\nexports.close = () => 0;\n'],
      ['a wait without end', 'box.js', 'exports.open = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\nexports.close = () => 0;\n'],
    ],
    healthy: [['another way to say it', 'box.js', 'exports.open = () => 2 - 1;\nexports.close = () => 0;\n']],
  },
  {
    name: 'unittest', tool: 'python3', seconds: '6', files: pythonFiles, broken: [
      ['a wait without end at import', 'box.py', 'import time\n\nwhile True:\n    time.sleep(60)\n'],
      ['an end with 0 at import', 'box.py', 'import os\nos._exit(0)\n\n\ndef open_box():\n    return 1\n'],
      ['a package nobody asked for before', 'box.py', 'import left_pad\n\n\ndef open_box():\n    return 1\n'],
      ['a function of another name', 'box.py', 'def opened_box():\n    return 1\n'],
      ['a name nobody defines', 'box.py', 'LID = UNKNOWN_LID\n\n\ndef open_box():\n    return 1\n'],
    ],
    healthy: [['another way to say it', 'box.py', 'def open_box():\n    return 2 - 1\n']],
  },
  {
    name: 'Go', tool: 'go', files: goFiles, broken: [
      ['an end with 0 at start', 'box.go', 'package box\n\nimport "os"\n\nfunc init() { os.Exit(0) }\n\nfunc Open() int { return 1 }\n'],
      ['a module nobody has', 'box.go', 'package box\n\nimport _ "example.org/lid"\n\nfunc Open() int { return 1 }\n'],
      ['a wait without end at start', 'box.go', 'package box\n\nimport "time"\n\nfunc init() {\n\tfor {\n\t\ttime.Sleep(time.Hour)\n\t}\n}\n\nfunc Open() int { return 1 }\n'],
      ['a function of another name', 'box.go', 'package box\n\nfunc Opened() int { return 1 }\n'],
    ],
    healthy: [['another way to say it', 'box.go', 'package box\n\nfunc Open() int { return 2 - 1 }\n']],
  },
  {
    name: 'Cargo', tool: 'cargo', files: rustFiles, broken: [
      ['a crate nobody has', 'src/lib.rs', 'extern crate left_pad;\n\npub fn open() -> i32 {\n    1\n}\n'],
      ['an end with 0', 'src/lib.rs', 'pub fn open() -> i32 {\n    std::process::exit(0)\n}\n'],
      ['a function of another name', 'src/lib.rs', 'pub fn opened() -> i32 {\n    1\n}\n'],
      ['a wait without end', 'src/lib.rs', 'pub fn open() -> i32 {\n    loop {\n        std::thread::park();\n    }\n}\n'],
    ],
    healthy: [['another way to say it', 'src/lib.rs', 'pub fn open() -> i32 {\n    2 - 1\n}\n']],
  },
  {
    name: 'CMake', tool: 'cmake', files: nativeFiles, broken: [
      ['a header nobody has', 'box.c', '#include <hexutil.h>\n\nint main(void) {\n  return 0;\n}\n'],
      ['a wait without end', 'box.c', '#include <unistd.h>\n\nint main(void) {\n  for (;;) pause();\n}\n'],
      ['a library nobody has', 'CMakeLists.txt', `${nativeFiles['CMakeLists.txt']}target_link_libraries(box PRIVATE nobody_has_it)\n`],
      ['a package nobody has', 'CMakeLists.txt', nativeFiles['CMakeLists.txt'].replace('enable', 'find_package(NobodyHasIt REQUIRED)\nenable')],
      ['no tests', 'CMakeLists.txt', nativeFiles['CMakeLists.txt'].replace(/enable_testing[^]*?\n/, '').replace(/add_test[^]*\n/, '')],
    ],
    healthy: [['another way to say it', 'box.c', '#include <stdio.h>\n\nint main(void) {\n  printf("%s\\n", "open");\n  return 0;\n}\n']],
  },
];

for (const suite of suites) {
  const skip = has(suite.tool) ? false : `there is no ${suite.tool}`;
  test(`${suite.name}: what keeps tests from reporting is refused`, { skip }, () => {
    const world = makeWorld();
    try {
      const repo = makeRepo(world, suite.files);
      const check = (file, text) => {
        fs.writeFileSync(path.join(repo, file), text);
        const done = pawl(world, ['guard', 'check', '--repo', repo, '--json'], { env: { PAWL_CHECKS_TEST_TIMEOUT: suite.seconds ?? '12' } });
        fs.writeFileSync(path.join(repo, file), suite.files[file]);
        return { ...done, verdicts: JSON.parse(done.out || '{}') };
      };
      for (const [what, file, text] of suite.healthy) {
        const { code, err, out } = check(file, text);
        assert.equal(code, 0, `${what}: ${out} ${err}`);
        const tests = JSON.parse(out).guards.find((one) => one.id === 'tests');
        assert.equal(tests?.ruling, 'pass', `${what}: ${JSON.stringify(tests)}`);
      }
      const let_through = [];
      for (const [what, file, text] of suite.broken) {
        const { code, out } = check(file, text);
        if (code !== 6) let_through.push(`${what} (${code}): ${out.slice(0, 1500)}`);
      }
      assert.deepEqual(let_through, []);
    } finally {
      world.remove();
    }
  });
}
