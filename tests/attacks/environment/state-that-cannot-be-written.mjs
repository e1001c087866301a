import assert from 'node:assert/strict';
import { files } from '../state_folder.mjs';

export const goal = 'work done where nothing of it can be kept';

export async function run(world) {
  const repo = world.repo(files);
  for (const home of ['/proc/pawl', '/sys/pawl', '/dev/null/pawl']) {
    const done = await world.run(repo, { env: { PAWL_HOME: home } });
    assert.notEqual(done.code, 0);
    assert.equal(done.signal, null);
    assert.ok(done.err.includes(home.slice(0, 9)), `${home}: ${done.err}`);
    assert.doesNotMatch(done.err, /unexpected/);
  }
}
