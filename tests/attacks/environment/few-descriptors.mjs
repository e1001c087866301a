import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { files } from '../state_folder.mjs';

export const goal = 'a crash or a wrong answer, by limits on open files and on the size of files';
export const everyUser = true;

export async function run(world) {
  const repo = world.repo(files);
  const seen = {};
  await world.pawl(['version'], { started: (child) => { seen.program = child.spawnfile; } });
  for (const limit of ['-n 5', '-n 9', '-n 14', '-f 0', '-f 1', '-f 40']) {
    const done = spawnSync('/bin/sh', ['-c', `ulimit ${limit}; exec "$0" run "$1" --yes --model recipes: --reset`, seen.program, repo], {
      env: { ...world.env, PAWL_CHECKS_RUN: 'no' }, uid: world.user.uid, gid: world.user.gid, encoding: 'utf8', timeout: 60_000 });
    world.screen += done.stdout + done.stderr;
    assert.equal(done.signal, null, `${limit}: ${done.stderr}`);
    assert.ok([0, 1, 2, 3, 4, 7, 75, 127].includes(done.status), `${limit}: ${done.status}: ${done.stderr}`);
    assert.doesNotMatch(done.stderr, /unexpected/, limit);
  }
  const whole = await world.run(repo, { args: ['--reset'], env: { PAWL_CHECKS_RUN: 'no' } });
  assert.equal(whole.code, 0, whole.err);
}
