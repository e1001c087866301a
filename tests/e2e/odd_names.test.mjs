// Files whose names git can hold and no plan, no model and no other system can: every command reads
// such a repository, leaves those files alone, and ends by itself.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, makeRepo, makeWorld, manyRecipes, pawl, runJson } from './lib.mjs';

const unspeakable = ['a\\b.json', 'c\\d.py', 'e\\f.md', 'dot.', ' blank.js', 'line\nbreak.md', '\u202eback.md',
  Buffer.from([0x6c, 0xe4, 0x2e, 0x6d, 0x64])];
const odd = ['colon:stream.ts', '-x.go', 'quote".rb', 'glob[1]*.md', 'NUL', 'nul.c', '--help', '$HOME.txt'];

function addOdd(repo) {
  for (const name of [...unspeakable, ...odd]) {
    const file = Buffer.concat([Buffer.from(`${repo}/`), Buffer.from(name)]);
    // Each gives the recipes something to mend: blanks at the ends of lines, no newline at the end.
    fs.writeFileSync(file, '{"a": 1}   \n# Title   \n\ntext');
  }
  git(repo, 'add', '-A');
  git(repo, 'commit', '-qm', 'Odd names');
}

test('a repository of odd names is measured, planned for, improved and judged', () => {
  const world = makeWorld();
  world.env.PAWL_RECIPES_ENABLED = manyRecipes;
  try {
    const repo = makeRepo(world, { 'README.md': '# Project\n\nText.   \n', 'src/a.js': 'export const a = 1;' });
    addOdd(repo);
    const before = git(repo, 'ls-tree', '-r', 'HEAD');
    for (const args of [['analyze', repo, '--no-checks'], ['facts', repo], ['plan', repo, '--model', 'recipes:']]) {
      const done = pawl(world, args);
      assert.equal(done.signal, null, `${args[0]}: ${done.err}`);
      assert.equal(done.code, 0, `${args[0]}: ${done.err}`);
    }
    const run = runJson(world, [repo]);
    assert.equal(run.code, 0, run.err);
    assert.equal(run.document.state, 'succeeded');
    // What nobody can name is in the branch as it was; the rest was improved.
    const after = git(repo, 'ls-tree', '-r', run.document.branch).split('\n');
    const kept = before.split('\n').filter((line) => /\t"?(a\\|c\\|e\\|dot\.| blank|line\\n|\\342|l\\344)/.test(line));
    assert.equal(kept.length, unspeakable.length, before);
    for (const line of kept) assert.ok(after.includes(line), line);
    assert.ok(!after.some((line) => line === before.split('\n').find((one) => one.endsWith('src/a.js'))));

    const judged = pawl(world, ['guard', 'check', '--fast', '--repo', repo, '--base', 'main', '--head', run.document.branch]);
    assert.equal(judged.code, 0, judged.out + judged.err);
    const all = pawl(world, ['guard', 'check', '--fast', '--repo', repo, '--base', 'main~1', '--head', 'main']);
    assert.equal(all.signal, null, all.err);
    assert.ok([0, 6].includes(all.code), all.out + all.err);
    assert.equal(git(repo, 'status', '--porcelain'), '');
    assert.ok(fs.existsSync(path.join(repo, 'a\\b.json')));
  } finally {
    world.remove();
  }
});
