// runs.mjs PAWL: `fleet`, `list` and `status` with 1,000 and 10,000 runs, and with a journal of 100,000 events, beside the
// start of the program. Each figure is the median of nine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const pawl = path.resolve(process.argv[2]);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-bench-'));
const env = { PATH: process.env.PATH, HOME: folder, PAWL_HOME: path.join(folder, 'pawl'), NO_COLOR: '1' };
const runs = path.join(folder, 'pawl', 'state', 'runs');

const at = (n) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString();
const line = (seq, kind, data) => JSON.stringify({ seq, at: at(seq), kind, data });

function makeRun(id, events) {
  fs.mkdirSync(path.join(runs, id), { recursive: true, mode: 0o700 });
  const lines = [JSON.stringify({ pawl_journal: 1, run: id }),
    line(1, 'run.begin', { run: id, target: '/t', repository: '/t/.git', base: 'main', branch: 'b', forge: 'local', model: 'recipes:', pid: 1, started: 1, boot: 'x', version: '0.1.0' })];
  for (let seq = 2; seq <= events; seq += 1) {
    lines.push(line(seq, 'guard.verdict', { subtask: `T00${seq % 9}-S01`, attempt: 1, guard: 'syntax', ruling: 'pass', findings: 0, reason: '', ms: 1 }));
  }
  lines.push(line(events + 1, 'run.exit_clean', { state: 'succeeded', exit: 0, reason: '', class: '' }));
  fs.writeFileSync(path.join(runs, id, 'events.jsonl'), `${lines.join('\n')}\n`, { mode: 0o600 });
}

function call(...args) {
  const start = process.hrtime.bigint();
  const done = spawnSync(pawl, args, { env, maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`pawl ${args.join(' ')}: ${done.stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function row(name, target, ...args) {
  const median = (...words) => Array.from({ length: 9 }, () => call(...words)).sort((a, b) => a - b)[4];
  const figure = median(...args);
  console.log(`${name.padEnd(34)} ${figure.toFixed(2).padStart(9)} ms   pawl version ${median('version').toFixed(2)} ms   ${target}`);
}

try {
  fs.mkdirSync(runs, { recursive: true, mode: 0o700 });
  fs.chmodSync(env.PAWL_HOME, 0o700);
  let made = 0;
  for (const count of [1000, 10000]) {
    for (; made < count; made += 1) makeRun(`bench-${made.toString(16).padStart(6, '0')}`, 3);
    call('doctor', '--rebuild-index');
    row(`list, ${count} runs`, '', 'list', '--json');
    row(`fleet, ${count} runs`, count === 1000 ? '< 30 ms' : '< 200 ms', 'fleet');
    row(`fleet --json, ${count} runs`, '', 'fleet', '--json');
    row(`status of one of ${count} runs`, '', 'status', 'bench-00000a', '--json');
  }
  makeRun('long-0000ff', 100_000);
  call('doctor', '--rebuild-index');
  row('status, 100,000 events', '< 20 ms with a snapshot', 'status', 'long-0000ff', '--json');
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
