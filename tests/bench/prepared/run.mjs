// run.mjs PAWL FOLDER [NAME]: bugs planted in clones of real repositories, each found by the repository's own tests on
// dependencies that `pawl run` fetched, and mended by a model that follows a script; prints a table. FOLDER/NAME/repo is a
// clone, FOLDER/NAME/bug.json says {"path", "right", "wrong"}: `right` stands once in the file, and `wrong` takes its place.
// FOLDER/home, where it is there, is the home of who runs: settings of mirrors. NAME: part of a name.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { startFakeModel } from '../../e2e/lib.mjs';

const pawl = path.resolve(process.argv[2]);
const folder = path.resolve(process.argv[3]);
const only = process.argv[4] ?? '';
const seconds = (from) => ((Date.now() - from) / 1000).toFixed(1);

// A clone with the bug as its last commit.
function planted(world, name, bug) {
  const repo = path.join(world.folder, name);
  const git = (...args) => execFileSync('git', ['-C', repo, '-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], { encoding: 'utf8' }).trim();
  execFileSync('git', ['clone', '-q', path.join(folder, name, 'repo'), repo]);
  git('remote', 'remove', 'origin');
  const file = path.join(repo, bug.path);
  const text = fs.readFileSync(file, 'utf8');
  if (text.split(bug.right).length !== 2) throw new Error(`${bug.path} does not hold ${bug.right} once`);
  const commit = git('rev-parse', '--short', 'HEAD');
  const wrong = text.replace(bug.right, () => bug.wrong);
  if (wrong.split(bug.wrong).length !== 2) throw new Error(`${bug.path} holds ${bug.wrong} elsewhere, too`);
  fs.writeFileSync(file, wrong);
  git('commit', '-qam', 'Change a detail');
  return { repo, commit, git };
}

// The run, and how long its dependencies took: from the line that says so to the next.
function run(args, env) {
  return new Promise((resolve) => {
    const child = spawn(pawl, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    let since = null;
    let prepared = 0;
    child.stdout.on('data', (data) => { out += data; });
    child.stderr.on('data', (data) => {
      err += data;
      if (since !== null) { prepared += Date.now() - since; since = null; }
      if (/ dependencies/.test(String(data).trimEnd().split('\n').at(-1))) since = Date.now();
    });
    child.on('close', (code) => resolve({ code, out, err, prepared }));
  });
}

const answersFor = (bug) => [
  { role: 'planner', text: '{"tasks": []}', repeat: true },
  {
    match: `Mend the fault in ${bug.path}.`, repeat: true,
    text: JSON.stringify({
      commit_message: 'fix: Mend what the tests found',
      edits: [{ kind: 'replace', path: bug.path, find: bug.wrong, content: bug.right }],
    }),
  },
  { text: JSON.stringify({ edits: [], no_change_reason: 'The fault is elsewhere.' }), repeat: true },
];

function journalOf(state) {
  const runs = path.join(state, 'runs');
  const [one] = fs.existsSync(runs) ? fs.readdirSync(runs) : [];
  if (one === undefined) return [];
  return fs.readFileSync(path.join(runs, one, 'events.jsonl'), 'utf8').split('\n').slice(1, -1).map((line) => JSON.parse(line));
}

// The metric as a whole is unknown where most of a repository is in a language that has no tests.
const passed = (metric) => metric?.status === 'pass' ||
  (metric?.status === 'unknown' && / passed, \d+ tests?;/.test(metric.details) && !/ failed/.test(metric.details));

function judged(events, git, bug, done) {
  const first = (kind) => events.find((event) => event.kind === kind)?.data;
  const measured = (when) => events.find((event) => event.kind === 'metric.measured' &&
    event.data.metric === 'test_results' && event.data.when === when)?.data;
  const task = first('plan.real_bug_synthesized');
  const commit = first('subtask.committed');
  const opened = first('pr.opened');
  const mended = opened !== undefined && git('show', `${opened.branch}:${bug.path}`).includes(bug.right);
  const good = done.code === 0 && task !== undefined && commit?.tests_fixed.length > 0 && mended &&
    measured('before')?.status === 'fail' && passed(measured('after'));
  return {
    good,
    before: measured('before')?.details,
    after: measured('after')?.details,
    task: task && `${task.failing_test_count} failing, at ${task.source_files.indexOf(bug.path) + 1} of ${task.source_files.length}: ${task.failing_test_sample.join('; ')}`,
    outcome: opened ? `${commit?.subtask} fixed ${commit?.tests_fixed.length}, pull request ${opened.number}` : `exit ${done.code}`,
  };
}

let bad = 0;
for (const name of fs.readdirSync(folder).filter((one) => one.includes(only) && fs.existsSync(path.join(folder, one, 'bug.json')))) {
  const bug = JSON.parse(fs.readFileSync(path.join(folder, name, 'bug.json'), 'utf8'));
  const world = { folder: fs.mkdtempSync(path.join(os.tmpdir(), 'pawl-prepared-')) };
  const home = path.join(folder, 'home');
  const model = await startFakeModel(world, answersFor(bug), ['--max-seconds', '3600']);
  try {
    const { repo, commit, git } = planted(world, name, bug);
    const state = path.join(world.folder, 'pawl');
    const env = {
      PATH: process.env.PATH, HOME: fs.existsSync(home) ? home : world.folder, PAWL_HOME: state, LC_ALL: 'C.UTF-8', NO_COLOR: '1',
      PAWL_SELF_REVIEW_RUN: 'false',
    };
    const began = Date.now();
    const done = await run(['run', repo, '--yes', '--model', `openai:fake@${model.url}`], env);
    const events = journalOf(path.join(state, 'state'));
    const said = judged(events, git, bug, done);
    bad += said.good ? 0 : 1;
    console.log(`${said.good ? 'mended' : 'NOT MENDED'}  ${name} ${commit}: prepared in ${(done.prepared / 1000).toFixed(1)} s, all in ${seconds(began)} s`);
    for (const [what, text] of Object.entries(said)) if (what !== 'good') console.log(`    ${what}: ${String(text).slice(0, 500)}`);
    if (process.env.KEEP) {
      fs.writeFileSync(path.join(folder, name, 'err.txt'), done.err + done.out);
      fs.rmSync(path.join(folder, name, 'state'), { recursive: true, force: true });
      fs.cpSync(path.join(state, 'state', 'runs'), path.join(folder, name, 'state'), { recursive: true });
    }
  } finally {
    await model.stop();
    fs.rmSync(world.folder, { recursive: true, force: true });
  }
}
process.exitCode = bad === 0 ? 0 : 1;
