// `pawl run` with recipes: on real repositories of several languages: a pull request of verified
// commits, an untouched checkout, and nothing left to do after the merge.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import {
  checkoutPrint, git, journal, makeRepo, makeWorld, manyRecipes, pawl, runFolders, runJson,
} from './lib.mjs';

const repositories = {
  npm: {
    'package.json': JSON.stringify({
      name: 'tiny-pad', version: '1.2.3', description: 'Pads text on the left.', license: 'MIT',
      author: 'Ada Example <ada@example.org>', main: 'index.js',
      repository: { type: 'git', url: 'git+https://github.com/example/tiny-pad.git' },
      scripts: { test: 'node test.js' },
    }, null, 2),
    'index.js': 'module.exports = function pad(text, n) {\n  return text.padStart(n);   \n};',
    'test.js': "const pad = require('./');\nif (pad('a', 3) !== '  a') process.exit(1);\n",
    'README.md': '# tiny-pad\n\nPads text on the left. See [the guide](doc/guide.md).\n',
    'docs/guide.md': '# Guide\n\nCall it.\n',
  },
  python: {
    'pyproject.toml': '[project]\nname = "tiny-sum"\nversion = "0.1.0"\ndescription = "Sums numbers."\n' +
      'license = "Apache-2.0"\n\n[project.scripts]\ntiny-sum = "tiny_sum:main"\n',
    'tiny_sum/__init__.py': 'def add(a, b):\n    return a + b\n\n\ndef main():\n    print(add(1, 2))',
    'tests/test_add.py': 'from tiny_sum import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n',
  },
  c: {
    'Makefile': 'all: hello\n\nhello: hello.c\n\tcc -o hello hello.c\n\ncheck: hello\n\t./hello\n',
    'hello.c': '#include <stdio.h>\n\nint main(void) {\n  puts("hello");\n  return 0;\n}',
    'README': 'A program that greets.\n',
  },
};

for (const [name, files] of Object.entries(repositories)) {
  test(`a ${name} repository gets a pull request of what was asked for, and after the merge nothing is left`, () => {
    const world = makeWorld();
    world.env.PAWL_RECIPES_ENABLED = manyRecipes;
    try {
      const repo = makeRepo(world, files);
      const print = checkoutPrint(repo);
      const first = runJson(world, [repo]);
      assert.equal(first.code, 0, first.err);
      const { document } = first;
      assert.equal(document.state, 'succeeded');
      assert.equal(document.base, 'main');
      assert.ok(document.commits.length > 0);
      assert.equal(checkoutPrint(repo), print, 'the checkout, index, HEAD and config are as before');

      // The branch holds exactly the commits the document names, on top of the base.
      const log = git(repo, 'log', '--reverse', '--format=%H', `main..${document.branch}`).split('\n');
      assert.deepEqual(log, document.commits.map((commit) => commit.id));
      assert.equal(git(repo, 'rev-parse', document.branch), document.pr.head);
      for (const id of log) {
        const body = git(repo, 'log', '-1', '--format=%an|%B', id);
        assert.match(body, /^Pawl\|/);
        assert.match(body, new RegExp(`Pawl-Run: ${document.run}`));
        assert.match(body, /Pawl-Subtask: T\d{3}-S\d{2}/);
      }

      // The score is measured again, and no metric got worse.
      const scores = (report) => Object.fromEntries(report.metrics.map((each) => [each.name, each]));
      const was = scores(document.metrics.before);
      const is = scores(document.metrics.after);
      assert.equal(Object.keys(is).length, 11);
      for (const metric of Object.keys(was)) {
        if (was[metric].status === 'unknown') continue;
        assert.ok(is[metric].score >= was[metric].score - 1e-9,
          `${metric}: ${was[metric].score} → ${is[metric].score}`);
      }
      assert.ok(document.metrics.after.overall > document.metrics.before.overall);

      const shown = pawl(world, ['pr', 'show', String(document.pr.number), repo]);
      assert.equal(shown.code, 0, shown.err);
      assert.match(shown.out, /A program wrote this pull request/);
      const diff = pawl(world, ['pr', 'diff', '1', repo]);
      assert.match(diff.out, /^diff --git/m);

      const merged = pawl(world, ['pr', 'merge', '1', repo]);
      assert.equal(merged.code, 0, merged.err);
      assert.equal(git(repo, 'rev-parse', 'main'), document.pr.head);
      assert.equal(git(repo, 'status', '--porcelain'), '', 'the checkout followed its branch');

      const second = runJson(world, [repo]);
      assert.equal(second.code, 3, second.err + second.out);
      assert.equal(second.document.state, 'nothing_to_do');
      assert.equal(second.document.pr, null);
      assert.equal(git(repo, 'branch', '--list', 'pawl/*').split('\n').length, 1);
      assert.deepEqual(fs.readdirSync(path.join(world.state, 'worktrees')), []);
    } finally {
      world.remove();
    }
  });
}

test('one pull request for one concern, what is broken first, and none for blanks', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, repositories.npm);
    const seen = [];
    for (let night = 0; night < 6; ++night) {
      const done = runJson(world, [repo]);
      if (done.code === 3) break;
      assert.equal(done.code, 0, done.err);
      seen.push(git(repo, 'log', '--reverse', '--format=%s', `main..${done.document.branch}`));
      assert.equal(pawl(world, ['pr', 'merge', String(done.document.pr.number), repo]).code, 0);
    }
    assert.deepEqual(seen, ['docs: Mend broken relative links', 'docs: Add the text of the declared licence',
      'chore: Ignore what builds leave behind']);
    assert.match(git(repo, 'show', 'main:README.md'), /\[the guide\]\(docs\/guide\.md\)/);
    // Nobody asked for a policy, for guides, or for blanks to go.
    const files = git(repo, 'ls-tree', '-r', '--name-only', 'main').split('\n').sort();
    assert.deepEqual(files, ['.gitignore', 'LICENSE', 'README.md', 'docs/guide.md', 'index.js', 'package.json', 'test.js']);
    assert.match(git(repo, 'show', 'main:index.js'), /n\); {3}\n};$/);
  } finally {
    world.remove();
  }
});

test('every repair passes the guards, a concern a night', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, {
      'package.json': JSON.stringify({
        name: 'tiny-pad', version: '2.1.0', license: 'ISC', main: './Index.cjs', repository: 'github:example/tiny-pad',
        scripts: { check: 'node test.cjs' },
      }, null, 2),
      'index.cjs': 'module.exports = (text, n) => text.padStart(n);\n',
      'test.cjs': "if (require('./index.cjs')('a', 3) !== '  a') process.exit(1);\n",
      'LICENSE': 'ISC\n',
      'CHANGELOG.md': '# Changelog\n\n## 2.1.0\n\n- See [1](github.com/example/tiny-pad/pull/1).\n',
      'config/levels.json': '{\n  "levels": [1, 2, 3,],\n}\n',
      'config/names.yaml': 'names:\n\tfirst: a\n\tlast: b\n',
      'pyproject.toml': '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n\n' +
        '[project]\nname = "tiny-pad"\nversion = "2.1.0"\n',
      'tiny_pad/__init__.py': 'from pathlib import Path\n\nTEXT = (Path(__file__).parent / "words.txt").read_text()\n',
      'tiny_pad/words.txt': 'a\n',
      '.github/workflows/ci.yml': 'name: CI\non: [push, pull_request]\njobs: {}\n',
      '.gitignore': 'node_modules/\n',
      'README.md': '# tiny-pad\n\n' +
        '[![b](https://github.com/example/tiny-pad/actions/workflows/ci.yaml/badge.svg)](docs/Guide.md)\n\n' +
        '## Installing\n\n    npm install tiny-pad@1.4.0\n\n## Testing\n\nRun `npm run chekc`. [Testing](#tests)\n',
      'docs/guide.md': '# Guide\n\nCall it.\n',
    });
    const seen = [];
    for (let night = 0; night < 9; ++night) {
      const done = runJson(world, [repo]);
      if (done.code === 3) break;
      assert.equal(done.code, 0, done.err);
      seen.push(git(repo, 'log', '--reverse', '--format=%s', `main..${done.document.branch}`).split('\n'));
      assert.equal(pawl(world, ['pr', 'merge', String(done.document.pr.number), repo]).code, 0);
    }
    assert.deepEqual(seen, [
      ['fix: Mend data files that do not parse'],
      ['fix: Mend paths of the package manifest', 'fix: Package the data that the code reads'],
      ['docs: Mend names of commands'],
      ['docs: Name the current version'],
      ['docs: Mend broken relative links', 'docs: Mend links to sections', 'docs: Mend the badges of workflows'],
    ]);
    const text = (file) => git(repo, 'show', `main:${file}`);
    assert.deepEqual(JSON.parse(text('config/levels.json')), { levels: [1, 2, 3] });
    assert.equal(text('config/names.yaml'), 'names:\n  first: a\n  last: b');
    assert.equal(JSON.parse(text('package.json')).main, './index.cjs');
    assert.match(text('pyproject.toml'), /\[tool\.setuptools\.package-data\]\ntiny_pad = \["words\.txt"\]/);
    assert.match(text('README.md'), /workflows\/ci\.yml\/badge\.svg\)\]\(docs\/guide\.md\)/);
    assert.match(text('README.md'), /tiny-pad@2\.1\.0[^]*`npm run check`\. \[Testing\]\(#testing\)/);
    assert.match(text('CHANGELOG.md'), /\(https:\/\/github\.com\/example\/tiny-pad\/pull\/1\)/);
  } finally {
    world.remove();
  }
});

test('a recipe that does not exist is refused, and a policy needs a contact', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, repositories.npm);
    const wrong = runJson(world, [repo], { env: { PAWL_RECIPES_ENABLED: 'licence' } });
    assert.equal(wrong.code, 2, wrong.err);
    assert.match(wrong.err, /did you mean license/);
    const none = runJson(world, [repo], { env: { PAWL_RECIPES_ENABLED: 'security-policy' } });
    assert.equal(none.code, 3, none.err);
    const done = runJson(world, [repo], {
      env: { PAWL_RECIPES_ENABLED: 'security-policy', PAWL_RECIPES_SECURITY_CONTACT: 'security@example.org' },
    });
    assert.equal(done.code, 0, done.err);
    const text = git(repo, 'show', `${done.document.branch}:SECURITY.md`);
    assert.match(text, /<security@example\.org>/);
    assert.doesNotMatch(text, /ada@/);
  } finally {
    world.remove();
  }
});

test('a dry run leaves no branch, no worktree, no change', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, repositories.npm);
    const print = checkoutPrint(repo);
    const refs = git(repo, 'for-each-ref');
    const done = pawl(world, ['run', repo, '--dry-run', '--json']);
    assert.equal(done.code, 0, done.err);
    const document = JSON.parse(done.out);
    assert.ok(document.tasks.length > 0);
    assert.deepEqual(document.commits, []);
    assert.equal(document.pr, null);
    assert.equal(checkoutPrint(repo), print);
    assert.equal(git(repo, 'for-each-ref'), refs);
    assert.deepEqual(fs.readdirSync(path.join(world.state, 'worktrees')), []);
  } finally {
    world.remove();
  }
});

test('a target in a file URL, a bare repository and a subfolder work alike', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, repositories.npm);
    const bare = path.join(world.folder, 'bare.git');
    git(world.folder, 'clone', '--quiet', '--bare', repo, bare);
    for (const target of [`file://${repo}`, bare, path.join(repo, 'docs')]) {
      const done = runJson(world, [target]);
      assert.equal(done.code, 0, `${target}: ${done.err}`);
      assert.equal(done.document.state, 'succeeded');
    }
    assert.equal(git(bare, 'branch', '--list', 'pawl/*').split('\n').length, 1);
  } finally {
    world.remove();
  }
});

test('without --yes and without a terminal the run refuses to start work', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, repositories.npm);
    const done = pawl(world, ['run', repo]);
    assert.equal(done.code, 2, done.err);
    assert.match(done.err, /--yes/);
    assert.equal(git(repo, 'branch', '--list', 'pawl/*'), '');
  } finally {
    world.remove();
  }
});

test('a plan file is checked like any plan', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, repositories.npm);
    const rows = [
      ['broken.json', '{"tasks": [', 2, /broken\.json/],
      ['empty.json', '{"tasks": []}', 2, /no task/],
      ['shape.yaml', 'tasks:\n  - title: x\n', 2, /subtasks/],
      ['paths.json', JSON.stringify({ tasks: [{ title: 'x', subtasks: [
        { title: 'up', file_hints: ['../x'] }, { title: 'git', file_hints: ['.git/config'] },
        { title: 'missing', file_hints: ['nope.txt'], action: 'modify' },
        { title: 'there', file_hints: ['README.md'], action: 'create' }] }] }), 3, /plan/],
    ];
    for (const [name, text, code, says] of rows) {
      const file = path.join(world.folder, name);
      fs.writeFileSync(file, text);
      const done = pawl(world, ['run', repo, '--plan-from-file', file, '--yes']);
      assert.equal(done.code, code, `${name}: ${done.err}`);
      assert.match(done.err, says, name);
    }
    const dropped = runFolders(world).flatMap((run) => journal(run))
      .filter((event) => event.kind === 'plan.dropped').map((event) => event.data.reason);
    for (const reason of [/unsafe path/, /git itself/, /does not exist/, /exists already/]) {
      assert.ok(dropped.some((each) => reason.test(each)), `${reason} in ${dropped}`);
    }
  } finally {
    world.remove();
  }
});

test('wrong input names the thing, the reason and the way out', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, repositories.npm);
    const empty = path.join(world.folder, 'empty');
    fs.mkdirSync(empty);
    const unborn = path.join(world.folder, 'unborn');
    fs.mkdirSync(unborn);
    git(unborn, 'init', '--quiet');
    const rows = [
      [['run', path.join(world.folder, 'nowhere'), '--yes'], 9, /nowhere/],
      [['run', empty, '--yes'], 9, /repository/],
      [['run', unborn, '--yes'], 9, /commit|empty/],
      [['run', repo, '--yes', '--base', 'nope'], 9, /nope/],
      [['run', repo, '--yes', '--branch', 'a..b'], 2, /a\.\.b/],
      [['run', repo, '--yes', '--model', 'opnai:x'], 2, /openai/],
      [['run', repo, '--yes', '--model', 'scripted:/nowhere.jsonl'], 9, /nowhere\.jsonl/],
      [['run', repo, '--yes', '--resume'], 9, /resume/],
      [['run', repo, '--yes', '--resume', '--reset'], 2, /--reset/],
      [['run', repo, '--max-attempts', '99', '--yes'], 2, /attempts/],
      [['rum', repo], 2, /run/],
      [['run', repo, '--yess'], 2, /--yes/],
      [['analyze', repo, '--fail-under', '7'], 2, /0 and 1/],
      [['pr', 'show', '7', repo], 9, /7/],
      [['pr', 'show', 'x', repo], 2, /x/],
      [['status', 'nope'], 9, /nope/],
    ];
    for (const [args, code, says] of rows) {
      const done = pawl(world, args);
      assert.equal(done.code, code, `pawl ${args.join(' ')}: ${done.code} ${done.err}`);
      assert.match(done.err, says, `pawl ${args.join(' ')}`);
      assert.equal(done.out, '', `pawl ${args.join(' ')} prints no data`);
    }
  } finally {
    world.remove();
  }
});
