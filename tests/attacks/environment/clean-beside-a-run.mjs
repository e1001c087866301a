import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { modelServer, obliging, readme } from '../model_server.mjs';
import { cleaned, runFolder, waitingRun } from '../state_folder.mjs';

export const goal = 'the folders of a live run, removed by cleaning up';

export async function run(world, t) {
  const repo = world.repo(readme);
  const planned = obliging('{}');
  const server = await modelServer(t, (response, body, number) => { if (number === 1) planned(response, body, 1); });
  const first = await waitingRun(world, repo, server);
  while (server.posts < 2 && first.child.exitCode === null) await new Promise((resolve) => { setImmediate(resolve); });
  try {
    const run = path.basename(runFolder(world));
    const live = [path.join(world.state, 'worktrees', run), path.join(world.state, 'scratch', run, 'check-1')];
    fs.mkdirSync(live[1], { recursive: true });
    assert.deepEqual(await cleaned(world), { removed: [], kept: [] });
    for (const folder of live) assert.ok(fs.existsSync(folder), folder);
  } finally {
    await first.stop();
  }
}
