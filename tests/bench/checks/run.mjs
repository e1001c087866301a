// run.mjs PAWL [NAME [KIND]]: what keeps a suite from reporting, put on small projects of many languages, and healthy changes of the
// same code, through `pawl guard check`; prints what was let through and what was refused wrongly, by suite. NAME: part of a
// suite's name; KIND: part of what is changed.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { suites } from './suites.mjs';

const pawl = path.resolve(process.argv[2]);
const only = process.argv[3] ?? '';
const kind = process.argv[4] ?? '';
const has = (tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;

// [what, changes by path (null: removed), whether it is healthy]
function* changesOf(suite) {
  for (const [what, head] of Object.entries(suite.heads)) yield [what, suite.source({ head }), false];
  for (const [what, open] of Object.entries(suite.opens)) yield [what, suite.source({ open, head: suite.opensNeed?.[what] ?? '' }), false];
  yield ['a function of another name', suite.source({ name: 'opened_box' }), false];
  for (const [what, changes] of Object.entries(suite.plan)) yield [what, changes, false];
  const { more, open, head, test, slow, loud } = suite.healthy;
  yield ['one more function', suite.source({ more }), true];
  yield ['another way to say it', suite.source({ open }), true];
  yield ['a comment', suite.source({ head }), true];
  yield ['one more test', suite.tests(test), true];
  yield ['one more function and test', { ...suite.source({ more }), ...suite.tests(test) }, true];
  yield ['a slower function', suite.source({ open: slow }), true];
  yield ['a function that speaks', suite.source({ open: loud }), true];
  yield ['a page', { 'NOTES.md': '# Notes\n\nA box opens, and adds.\n' }, true];
  yield ['all of it', { ...suite.source({ more, open, head }), ...suite.tests(test), 'NOTES.md': '# Notes\n\nA box opens.\n' }, true];
}

function write(repo, files) {
  for (const [file, text] of Object.entries(files)) {
    const to = path.join(repo, file);
    if (text === null) { fs.rmSync(to); continue; }
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.writeFileSync(to, text);
  }
}

const total = { broken: 0, through: 0, healthy: 0, refused: 0 };
for (const suite of suites.filter((one) => one.name.includes(only))) {
  if (!has(suite.tool)) { console.log(`${suite.name}: passed over, there is no ${suite.tool}`); continue; }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-bench-'));
  try {
    const repo = path.join(folder, 'repo');
    const git = (...args) => execFileSync('git', ['-C', repo, '-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args]);
    fs.mkdirSync(repo);
    git('init', '-q', '-b', 'main');
    write(repo, { ...suite.files, ...suite.source({}), ...suite.tests('') });
    git('add', '-A');
    git('commit', '-q', '-m', 'one');
    const env = { PATH: process.env.PATH, HOME: os.homedir(), PAWL_HOME: path.join(folder, 'pawl'), PAWL_CHECKS_TEST_TIMEOUT: '20', PAWL_CHECKS_PREPARE: 'false', NO_COLOR: '1' };
    const counts = { broken: 0, through: 0, healthy: 0, refused: 0 };
    for (const [what, changes, healthy] of changesOf(suite)) {
      if (!what.includes(kind)) continue;
      write(repo, changes);
      const done = spawnSync(pawl, ['guard', 'check', '--repo', repo, '--json'], { env, encoding: 'utf8', maxBuffer: 1 << 28 });
      git('reset', '-q', '--hard');
      git('clean', '-qfd');
      counts[healthy ? 'healthy' : 'broken'] += 1;
      const { guards = [], findings = [] } = JSON.parse(done.stdout || '{}');
      const judged = guards.find((one) => one.id === 'tests');
      if (healthy ? done.status === 0 && judged?.ruling === 'pass' : done.status === 6) continue;
      counts[healthy ? 'refused' : 'through'] += 1;
      const said = findings.map((one) => `${one.rule} (${one.standing}): ${one.message}`).join(' | ');
      console.log(`  ${suite.name}: ${what}: exit ${done.status}, tests ${judged?.ruling} ${judged?.reason ?? ''} ${said.slice(0, 300)} ${done.stderr.slice(0, 200)}`);
    }
    for (const key of Object.keys(total)) total[key] += counts[key];
    console.log(`${suite.name.padEnd(42)} broken ${counts.broken}, let through ${counts.through}; healthy ${counts.healthy}, refused or not judged ${counts.refused}`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
console.log(`in all: broken ${total.broken}, let through ${total.through}; healthy ${total.healthy}, refused or not judged ${total.refused}`);
