import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { hugeObject } from '../repository_lib.mjs';

export const goal = 'a commit message of 128 MiB';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  const start = [`tree ${world.git(repo, 'rev-parse', 'HEAD^{tree}')}`, `parent ${world.git(repo, 'rev-parse', 'HEAD')}`,
    'author T <t@localhost> 1700000000 +0000', 'committer T <t@localhost> 1700000000 +0000', '', ''].join('\n');
  const id = hugeObject(repo, null, 'commit', 2 ** 27, { start, byte: 97 });
  fs.writeFileSync(path.join(repo, '.git/refs/heads/main'), `${id}\n`);
  const judge = ['guard', 'check', '--repo', repo, '--head', 'main', '--fast'];
  const done = await world.pawl(judge, { timeout: 20_000 });
  assert.equal(done.code, 1, done.err);
  assert.match(done.err, /holds \d+ bytes, more than Pawl reads/);
}
