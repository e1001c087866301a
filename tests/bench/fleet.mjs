// fleet.mjs PAWL: how long it takes until a launched run is in its first stage, to stop one whose build ends when it is asked to, what a
// stage costs that does nothing, and what the process of a run holds in memory. Times are medians of nine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const pawl = path.resolve(process.argv[2]);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-bench-'));
const env = { PATH: process.env.PATH, HOME: folder, PAWL_HOME: path.join(folder, 'pawl'), NO_COLOR: '1', PAWL_CHECKS_PREPARE: 'false' };
const repo = path.join(folder, 'repo');
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
const row = (name, figure, unit, target) => console.log(`${name.padEnd(34)} ${figure.toFixed(2).padStart(9)} ${unit}   ${target}`);

async function launches() {
  const [first, whole, stops, memory] = [[], [], [], []];
  for (let i = 0; i < 9; i += 1) {
    const start = Date.now();
    const id = call(pawl, ['launch', 'improve', '--target', repo, '--print-id']).trim();
    whole.push(Date.now() - start);
    const begun = await event(id, (one) => one.kind === 'stage.begin');
    first.push(Date.parse(begun.at) - start);
    await event(id, isBuilding);
    const { pid } = events(id).find((one) => one.kind === 'run.begin').data;
    memory.push(Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024);
    const before = process.hrtime.bigint();
    call(pawl, ['stop', id]);
    stops.push(Number(process.hrtime.bigint() - before) / 1e6);
    call(pawl, ['rm', id]);
  }
  row('launch, until it returns', median(whole), 'ms', '');
  row('launch, to the first stage', median(first), 'ms', '< 100 ms');
  row('stop of a well-behaved run', median(stops), 'ms', '< 200 ms');
  row('memory of a run while it builds', median(memory), 'MiB', '');
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
  await launches();
  idleStages();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
