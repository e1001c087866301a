import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { modelServer, readme } from '../model_server.mjs';
import { cleaned, waitingRun } from '../state_folder.mjs';

export const goal = 'two runs on one repository, by removing the lock file of the first';

export async function run(world, t) {
  const server = await modelServer(t, () => { /* never */ });
  const repo = world.repo(readme);
  const first = await waitingRun(world, repo, server);
  try {
    const locks = path.join(world.state, 'locks');
    for (const name of fs.readdirSync(locks)) fs.rmSync(path.join(locks, name));
    for (const args of [[], ['--reset'], ['--resume']]) {
      const second = await world.run(repo, { args });
      assert.equal(second.code, 8, second.err);
      assert.match(second.err, /busy/);
    }
    const reset = await world.pawl(['reset', repo]);
    assert.equal(reset.code, 8, reset.err);
    assert.deepEqual(await cleaned(world), { removed: [], kept: [] });
  } finally {
    await first.stop();
  }
}
