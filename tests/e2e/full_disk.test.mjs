// A full disk, of many sizes, so that it is full at different instants of a run, while the tests of the
// target attack: a clear error, an intact journal, an untouched checkout. Mounting needs root.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { assertUnharmed, hostileFiles } from './hostile.mjs';
import { checkoutPrint, git, journal, makeRepo, makeWorld, manyRecipes, pawl, runFolders } from './lib.mjs';
import { rounds } from './rounds.mjs';

const count = rounds('PAWL_SIZES', { whole: 17, alone: 31 });
const sizes = Array.from({ length: count }, (_, i) => Math.round(150 * 55 ** (i / (count - 1))));  // KiB: 150 KiB to 8 MiB

function mountDisk(folder, kib) {
  fs.mkdirSync(folder, { recursive: true });
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k,mode=700`, 'pawl-test', folder]).status === 0;
}

test(`disks of ${sizes.length} sizes, with target code that attacks`, { timeout: 900_000 }, (t) => {
  const world = makeWorld();
  world.env.PAWL_RECIPES_ENABLED = manyRecipes;
  const disk = path.join(world.folder, 'pawl');
  if (!mountDisk(disk, 100)) {
    world.remove();
    t.diagnostic('mounting a tmpfs needs root: not checked here');
    return;
  }
  spawnSync('umount', [disk]);
  const big = Object.fromEntries(Array.from({ length: 20 }, (_, i) =>
    [`src/f${i}.js`, `// ${'x'.repeat(8000)}\nmodule.exports = ${i};\n`]));
  let full = 0;
  let done = 0;
  try {
    for (const kib of sizes) {
      const repo = makeRepo(world, { ...big, ...hostileFiles(world) }, `project-${kib}`);
      const print = checkoutPrint(repo);
      assert.ok(mountDisk(disk, kib));
      try {
        const ended = pawl(world, ['run', repo, '--yes']);
        const said = `${kib} KiB: exit code ${ended.code}, ${ended.err.slice(-2000)}`;
        assert.equal(ended.signal, null, said);
        if (ended.code === 0 || ended.code === 7) {
          done += 1;
        } else {
          full += 1;
          assert.match(ended.err, /[Nn]o space|Out of diskspace|disk is full|full disk|database or disk|disk I\/O/, said);
        }
        for (const run of runFolders(world)) {
          const text = path.join(run, 'events.jsonl');
          if (!fs.existsSync(text) || fs.statSync(text).size === 0) continue;
          assert.ok(fs.readFileSync(text, 'utf8').endsWith('\n'), `the last line is whole, ${said}`);
          journal(run);
        }
        // No branch that no journal meant to publish: the disk may be full only after that.
        const meant = runFolders(world).flatMap((run) => (fs.existsSync(path.join(run, 'events.jsonl')) ? journal(run) : []))
          .some((event) => event.kind === 'effect.intent' && event.data.kind === 'publish');
        if (!meant) assert.equal(git(repo, 'branch', '--list', 'pawl/*'), '', said);
        assert.equal(checkoutPrint(repo), print, said);
        assertUnharmed(world);
      } finally {
        assert.equal(spawnSync('umount', [disk]).status, 0, 'nothing holds the disk any more');
      }
    }
    t.diagnostic(`${full} were full, ${done} were large enough`);
    assert.ok(full > 3 && done > 3, `${full} full, ${done} large enough`);
  } finally {
    spawnSync('umount', [disk]);
    world.remove();
  }
});
