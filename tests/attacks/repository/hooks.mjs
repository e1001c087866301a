import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { betrayer, withPull } from '../repository_lib.mjs';

export const goal = 'every hook of the target, through a run, its publishing and its merge';

export async function run(world) {
  const repo = await withPull(world);
  const hooks = ['post-checkout', 'pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction',
    'proc-receive', 'push-to-checkout', 'pre-push', 'post-commit', 'pre-commit', 'prepare-commit-msg', 'commit-msg',
    'post-rewrite', 'post-merge', 'pre-merge-commit', 'post-index-change', 'pre-auto-gc', 'fsmonitor-watchman'];
  const program = betrayer(world);
  for (const hook of hooks) world.write(repo, { [`.git/hooks/${hook}`]: { text: fs.readFileSync(program), mode: 0o755 } });
  world.write(repo, { '.git/config': `${fs.readFileSync(path.join(repo, '.git/config'))}[core]\n\thooksPath = .git/hooks\n` });
  const merged = await world.pawl(['pr', 'merge', '1', repo]);
  assert.equal(merged.code, 0, merged.err);
  const again = await world.run(repo, { env: { PAWL_CHECKS_RUN: 'false' } });
  assert.ok([0, 3, 7].includes(again.code), again.err);
}
