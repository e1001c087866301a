import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

export const goal = 'three hundred thousand branches';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  const head = world.git(repo, 'rev-parse', 'HEAD');
  const lines = ['# pack-refs with: peeled fully-peeled sorted '];
  for (let i = 0; i < 300_000; i += 1) lines.push(`${head} refs/heads/b${1_000_000 + i}`);
  fs.writeFileSync(path.join(repo, '.git/packed-refs'), `${lines.join('\n')}\n`);
  fs.rmSync(path.join(repo, '.git/refs/heads/main'));
  const lost = await world.pawl(['analyze', repo, '--no-checks'], { timeout: 20_000 });
  assert.equal(lost.code, 9, lost.err.slice(0, 300));
  assert.ok(lost.err.length < 5000, 'a message names some of them, not all');
}
