// Runs in the background, for the tests of the fleet.
import fs from 'node:fs';
import path from 'node:path';

import { git, journal, makeRepo, makeWorld, manyRecipes, pawl, runFolders, until } from './lib.mjs';

// Recipes find a little to do here, and nothing builds, so a run is short.
export const shortFiles = { 'index.js': 'module.exports = 1;   ', 'README.md': '# tiny-pad\n\nPads.\n' };

// Its build takes as long as nobody ends it, ignores TERM, leaves a daemon that does likewise, and keeps no descriptor of ours.
export const endlessFiles = {
  ...shortFiles,
  'package.json': '{"name":"tiny-pad","version":"1.0.0","scripts":{"build":"sh ./endless.sh","test":"sh ./endless.sh"}}\n',
  'endless.sh': 'trap "" TERM HUP INT\n(setsid sh -c \'trap "" TERM HUP; while :; do sleep 1; done\' < /dev/null > /dev/null 2>&1 &)\nexec < /dev/null > /dev/null 2>&1\nwhile :; do sleep 1; done\n',
};

export function makeFleet(files = shortFiles) {
  const world = makeWorld();
  world.env.PAWL_RECIPES_ENABLED = manyRecipes;
  const repo = makeRepo(world, files);
  return { world, repo };
}

// All processes of a world that is gone are ended: by their ids, each checked for what it is.
export async function endFleet({ world }) {
  for (const folder of runFolders(world)) {
    const begin = fs.existsSync(path.join(folder, 'events.jsonl')) ? processOf(folder) : null;
    if (begin && startOf(begin.pid) === String(begin.started)) process.kill(begin.pid, 'SIGKILL');
    if (begin) await until(() => startOf(begin.pid) !== String(begin.started), 'the end of the process of a run');
  }
  world.remove();
}

// The start time of a process in kernel ticks; null when there is none, or a zombie.
export function startOf(pid) {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : fields[19];
  } catch { return null; }
}

export function parentOf(pid) {
  try { return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')[1]); } catch { return 0; }
}

export const pids = () => fs.readdirSync('/proc').map(Number).filter((pid) => pid > 0);

// Pids below that one.
export function treeOf(pid) {
  const below = new Set([pid]);
  for (let grown = true; grown;) {
    grown = false;
    for (const one of pids()) {
      if (!below.has(one) && below.has(parentOf(one))) { below.add(one); grown = true; }
    }
  }
  below.delete(pid);
  return [...below];
}

// Who works on a run, as its journal says.
export function processOf(folder) {
  const begins = journal(folder).filter((event) => ['run.begin', 'run.resumed'].includes(event.kind));
  return begins.length === 0 ? null : begins.at(-1).data;
}

export const folderOf = (world, id) => path.join(world.state, 'runs', id);

// `pawl launch improve`, its id.
export function launch(fleet, ...words) {
  const done = pawl(fleet.world, ['launch', 'improve', '--target', fleet.repo, '--print-id', ...words]);
  if (done.code !== 0) throw new Error(`launch: ${done.code} ${done.err}`);
  return done.out.trim();
}

export function fleetTable(world, ...words) {
  const done = pawl(world, ['fleet', '--json', ...words]);
  if (done.code !== 0) throw new Error(`fleet: ${done.code} ${done.err}`);
  return JSON.parse(done.out);
}

export const stateOf = (world, id) => JSON.parse(pawl(world, ['status', id, '--json']).out);

// A run whose build never ends, with its build begun.
export async function endlessRun(fleet) {
  const id = launch(fleet);
  const folder = folderOf(fleet.world, id);
  const { pid, started } = processOf(folder);
  const isEndless = (one) => {
    try { return fs.readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('endless.sh'); } catch { return false; }
  };
  await until(() => treeOf(pid).some(isEndless), 'the build of the target');
  return { id, folder, pid, started: String(started) };
}

export { git };
