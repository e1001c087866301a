// fleet.mjs PAWL: how long it takes until a launched run is in its first stage, to stop one whose build or agent ends when it is asked
// to, what a stage costs that does nothing, and what the process of a run holds in memory. Times are medians of nine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { scheduler } from 'node:timers/promises';

const pawl = path.resolve(process.argv[2]);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-bench-'));
const env = { PATH: process.env.PATH, HOME: folder, PAWL_HOME: path.join(folder, 'pawl'), NO_COLOR: '1', PAWL_CHECKS_PREPARE: 'false' };
const repo = path.join(folder, 'repo');
const agents = path.join(folder, 'agents.json');
const stages = 100;

function call(program, args) {
  const done = spawnSync(program, args, { env, encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

function makeRepo() {
  fs.mkdirSync(path.join(repo, '.pawl', 'pipelines'), { recursive: true });
  fs.writeFileSync(path.join(repo, 'package.json'), '{"name":"box","version":"1.0.0","scripts":{"build":"sleep 1000"}}\n');
  fs.writeFileSync(path.join(repo, 'index.js'), 'module.exports = 1;\n');
  const idle = Array.from({ length: stages }, (_, i) => `  - {name: s${i}, type: exec}\n`).join('');
  fs.writeFileSync(path.join(repo, '.pawl', 'pipelines', 'idle.yaml'), `stages:\n${idle}`);
  fs.writeFileSync(path.join(repo, '.pawl', 'pipelines', 'ask.yaml'), 'stages:\n  - {type: implement}\n');
  fs.writeFileSync(agents, JSON.stringify({ implement: [{ shell: 'touch up; exec sleep 1000' }] }));
  call('git', ['-C', repo, 'init', '--quiet', '-b', 'main']);
  call('git', ['-C', repo, 'add', '--all']);
  call('git', ['-C', repo, '-c', 'user.name=b', '-c', 'user.email=b@localhost', 'commit', '--quiet', '-m', 'one']);
}

const journal = (id) => path.join(folder, 'pawl', 'state', 'runs', id, 'events.jsonl');
const events = (id) => fs.readFileSync(journal(id), 'utf8').split('\n').slice(1, -1).map((line) => JSON.parse(line));

// The first event of a run that fits: the journal is looked at whenever something is written to it.
function event(id, fits) {
  return new Promise((resolve, reject) => {
    const watcher = fs.watch(journal(id));
    const look = () => {
      const all = events(id);
      const found = all.find(fits);
      const over = all.find((one) => ['run.exit_clean', 'run.aborted'].includes(one.kind));
      if (!found && !over) return;
      watcher.close();
      if (found) resolve(found);
      else reject(new Error(`${id} ended: ${JSON.stringify(over)}`));
    };
    watcher.on('change', look);
    look();
  });
}

const isBuilding = (one) => one.kind === 'run.operation' && /build/.test(one.data.text ?? '');
const median = (figures) => figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)];
const row = (name, figure, unit, target) => console.log(`${name.padEnd(44)} ${figure.toFixed(2).padStart(9)} ${unit}   ${target}`);

// The agent of a run does what it does.
async function isUp(id) {
  const places = path.join(folder, 'pawl', 'state', 'workplaces', id);
  while (!fs.existsSync(places) || !fs.readdirSync(places).some((name) => fs.existsSync(path.join(places, name, 'tree', 'up')))) await scheduler.wait(5);
}

// Launched, looked at when it is where it is wanted, and stopped.
async function launches(what, words, isThere) {
  const [first, whole, stops, shared, own] = [[], [], [], [], []];
  for (let i = 0; i < 9; i += 1) {
    const start = Date.now();
    const id = call(pawl, ['launch', ...words, '--target', repo, '--print-id']).trim();
    whole.push(Date.now() - start);
    const begun = await event(id, (one) => one.kind === 'stage.begin');
    first.push(Date.parse(begun.at) - start);
    await isThere(id);
    const { pid } = events(id).find((one) => one.kind === 'run.begin').data;
    const held = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    shared.push(Number(/^Rss:\s+(\d+)/m.exec(held)[1]) / 1024);
    own.push(['Private_Clean', 'Private_Dirty'].reduce((sum, name) => sum + Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(held)[1]), 0) / 1024);
    const before = process.hrtime.bigint();
    call(pawl, ['stop', id]);
    stops.push(Number(process.hrtime.bigint() - before) / 1e6);
    call(pawl, ['rm', id]);
  }
  row(`launch ${what}, until it returns`, median(whole), 'ms', '');
  row(`launch ${what}, to the first stage`, median(first), 'ms', '< 100 ms');
  row(`stop while ${what}`, median(stops), 'ms', '< 200 ms');
  row(`memory of a run while ${what}`, median(shared), 'MiB', `${median(own).toFixed(1)} MiB of it nobody else's`);
}

// From the end of the first to the end of the last: each has its two events in the journal.
function idleStages() {
  const each = [];
  for (let i = 0; i < 9; i += 1) {
    const { run } = JSON.parse(call(pawl, ['launch', 'idle', '--target', repo, '--foreground', '--json']));
    const ends = events(run).filter((one) => one.kind === 'stage.end').map((one) => Date.parse(one.at));
    each.push((ends.at(-1) - ends[0]) / (ends.length - 1));
    call(pawl, ['rm', run]);
  }
  row('a stage that does nothing', median(each), 'ms', '< 5 ms');
}

try {
  makeRepo();
  await launches('it builds', ['improve'], (id) => event(id, isBuilding));
  await launches('its agent works', ['ask', 'Wait', '--client', `scripted:${agents}`], isUp);
  idleStages();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
