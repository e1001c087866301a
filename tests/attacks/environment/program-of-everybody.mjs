import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { files } from '../state_folder.mjs';

export const goal = 'a git of its own, in a folder of PATH that everybody can write';

export async function run(world) {
  const repo = world.repo(files);
  const open = path.join(world.folder, 'open');
  world.write(open, Object.fromEntries(['git', 'node', 'npm', 'python3', 'bwrap', 'sh', 'git-upload-pack'].map(
    (name) => [name, { text: `#!/bin/sh\n${world.betray}\nexit 1\n`, mode: 0o755 }])));
  fs.chmodSync(open, 0o777);
  const done = await world.pawl(['analyze', repo], { env: { PATH: `${open}:${process.env.PATH}` } });
  assert.equal(done.code, 0, done.err);
  assert.match(done.err, /no program is taken from .*open of PATH/);
}
