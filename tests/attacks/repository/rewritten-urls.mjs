import assert from 'node:assert/strict';

import { unchecked } from '../repository_lib.mjs';

export const goal = 'url.insteadOf turns the path of the target into a command';

export async function run(world) {
  const repo = world.repo({ 'README.md': '# Project\n' });
  const command = `ext::sh -c ${world.betray.replaceAll(' ', '% ')} `;
  for (const key of ['insteadOf', 'pushInsteadOf']) world.git(repo, 'config', `url.${command}.${key}`, world.folder);
  for (const [key, value] of [['protocol.ext.allow', 'always'], ['remote.origin.receivepack', world.betray],
    ['remote.origin.vcs', 'ext'], ['remote.origin.url', repo], ['remote.origin.proxy', `http://127.0.0.1:${world.port}`],
    ['core.gitProxy', world.betray], ['credential.helper', `!${world.betray}`]]) {
    world.git(repo, 'config', key, value);
  }
  const done = await world.run(repo, unchecked);
  assert.ok([0, 7].includes(done.code), done.err);
}
