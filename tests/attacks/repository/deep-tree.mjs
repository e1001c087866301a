import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

import { commitTree, objectFile, unchecked } from '../repository_lib.mjs';

export const goal = 'ten thousand folders, each in the other';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  let id = world.git(repo, 'rev-parse', 'HEAD:README.md');
  let mode = '100644';
  for (let i = 0; i < 10_000; i += 1) {
    const body = Buffer.concat([Buffer.from(`${mode} d\0`), Buffer.from(id, 'hex')]);
    const whole = Buffer.concat([Buffer.from(`tree ${body.length}\0`), body]);
    id = crypto.createHash('sha1').update(whole).digest('hex');
    mode = '40000';
    fs.mkdirSync(path.dirname(objectFile(repo, id)), { recursive: true });
    fs.writeFileSync(objectFile(repo, id), zlib.deflateSync(whole, { level: 1 }));
  }
  commitTree(world, repo, id);
  // A tree nobody can read is refused as a change, and is an error where it is the target.
  for (const [code, ...command] of [[1, 'analyze', repo, '--no-checks'], [6, 'guard', 'check', '--repo', repo, '--head', 'HEAD', '--fast'],
    [1, 'run', repo, '--yes', '--model', 'recipes:']]) {
    const done = await world.pawl(command, { ...unchecked, timeout: 20_000 });
    assert.equal(done.code, code, done.err);
    assert.match(done.out + done.err, /more than 512 folders (below each other|deep)/);
  }
}
