import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const goal = 'a file git opens first is a named pipe without a writer';

export async function run(world) {
  for (const name of ['config', 'packed-refs', 'objects/info/alternates']) {
    const repo = world.repo({ 'README.md': '# Project\n' }, `project-${path.basename(name)}`);
    const file = path.join(repo, '.git', name);
    fs.rmSync(file, { force: true });
    spawnSync('mkfifo', [file]);
    const done = await world.pawl(['analyze', repo, '--no-checks'], { timeout: 5_000 });
    assert.equal(done.code, 1, `${name}: ${done.err}`);
    assert.match(done.err, /is no regular file/);
  }
}
