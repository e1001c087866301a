import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { betrayer, unchecked } from '../repository_lib.mjs';

export const goal = 'receive-pack is configured to update the checkout, and to ask programs';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  const program = betrayer(world);
  world.git(world.folder, 'init', '--quiet', '--bare', 'lender.git');
  world.write(repo, { '.git/objects/info/alternates': `${world.folder}/lender.git/objects\n` });
  for (const [key, value] of [['receive.denyCurrentBranch', 'updateInstead'], ['receive.fsckObjects', 'true'],
    ['receive.fsck.skipList', '/dev/tty'], ['core.alternateRefsCommand', program],
    ['uploadpack.packObjectsHook', program], ['gpg.program', program], ['push.gpgSign', 'true']]) {
    world.git(repo, 'config', key, value);
  }
  const done = await world.run(repo, unchecked);
  assert.ok([0, 7].includes(done.code), done.err);
  assert.equal(fs.readFileSync(path.join(repo, 'README.md'), 'utf8'), '# Project\n');
}
