// A state folder with a run in it, for attacks that prepare one.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

export const files = { 'README.md': '# Project\n\nWords.\n', 'a.txt': 'trailing \n' };

// A run of the recipes to its end; the folder of the run.
export async function ranOnce(world, repo, args = []) {
  const done = await world.run(repo, { args, env: { PAWL_CHECKS_RUN: 'no' } });
  assert.ok([0, 3].includes(done.code), done.err);
  return runFolder(world);
}

export function runFolder(world) {
  const runs = path.join(world.state, 'runs');
  return path.join(runs, fs.readdirSync(runs)[0]);
}

// The number of a process that ended.
export function deadProcess() {
  for (let pid = 4_000_000; pid > 3_000_000; pid -= 1) {
    if (!fs.existsSync(`/proc/${pid}`)) return pid;
  }
  throw new Error('no free number');
}

// A run that waits for a model that never answers, once it asked.
export async function waitingRun(world, repo, server) {
  let child = null;
  const ended = world.run(repo, { model: 'openai:m', env: server.env, started: (one) => { child = one; } });
  while (server.posts === 0) {
    if (child.exitCode !== null) throw new Error('the run ended early');
    await new Promise((resolve) => { setImmediate(resolve); });
  }
  return { child, ended, stop: async () => { child.kill('SIGKILL'); await ended; } };
}

// What `pawl clean` took away and kept, but for homes in /tmp: every Pawl of this machine leaves and cleans them there, and whose
// turn it is between two calls is nobody's to say.
export async function cleaned(world, args = []) {
  const done = await world.pawl(['clean', '--json', ...args]);
  assert.ok([0, 3].includes(done.code), done.err);
  const answer = JSON.parse(done.out);
  assert.equal(done.code, answer.removed.length + answer.kept.length ? 0 : 3, done.out);
  const ours = (left) => left.kind !== 'homes';
  return { removed: answer.removed.filter(ours), kept: answer.kept.filter(ours) };
}
