// Critics before the pull request: off unless asked for, held to the lines they quote, and what they find grave is mended behind the same guards
// as anything, or not at all.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, pawl, runFolders, runJson, startPawl, until, writeScript } from './lib.mjs';

const files = {
  'package.json': JSON.stringify({ name: 'sum', version: '1.0.0', license: 'MIT' }),
  'LICENSE': 'Copyright Ada Example. All rights are hers.\n',
  'sum.js': 'function sum(list) {\n  return 0;\n}\n\nmodule.exports = { sum };\n',
};
const added = 'return list.reduce((all, one) => all + one);';
const mended = 'return list.reduce((all, one) => all + one, 0);';
const edit = (find, content, message) => ({ role: 'worker', text: JSON.stringify({ commit_message: message, edits: [{ kind: 'replace', path: 'sum.js', find, content }] }) });
const work = edit('return 0;', added, 'fix: Add up');
const says = (role, ...findings) => ({ role, text: JSON.stringify({ findings }) });
const finding = (severity, more = {}) => ({ severity, category: 'hope', summary: 'An empty list throws.', file: 'sum.js', line: 2, quote: added, ...more });
const wins = (winner) => ({ role: 'devil', text: JSON.stringify({ winner, rationale: 'It mends the remark.' }) });
const devil = { PAWL_CRITICS_DEVIL: 'true', PAWL_CRITICS_DEVIL_RISK: '0' };

function run(t, answers, env) {
  const world = makeWorld();
  t.after(() => world.remove());
  Object.assign(world.env, { PAWL_CHECKS_RUN: '0', PAWL_GUARDS_URL_OFFLINE: '1', ...env });
  const repo = makeRepo(world, files);
  const plan = path.join(world.folder, 'plan.json');
  fs.writeFileSync(plan, JSON.stringify({ tasks: [{ title: 'Mend', metric: 'docs', subtasks: [{ title: 'Mend sum.js', description: 'Please.', file_hints: ['sum.js'] }] }] }));
  const done = runJson(world, [repo, '--plan-from-file', plan, '--model', `scripted:${writeScript(world, [work, ...answers])}`]);
  const events = (kind) => journal(runFolders(world)[0]).filter((event) => event.kind === kind).map((event) => event.data);
  const pulls = () => JSON.parse(pawl(world, ['pr', 'list', repo, '--json']).out).pulls;
  const text = () => git(repo, 'show', `${done.document.branch}:sum.js`);
  return { world, repo, done, events, pulls, text };
}

test('nobody is asked unless the settings want it', (t) => {
  const { done, events } = run(t, [], {});
  assert.equal(done.code, 0, done.err);
  assert.deepEqual(events('llm.call').map((one) => one.role), ['worker']);
  assert.deepEqual([events('critic_panel.review.end'), events('critic_devil.review.end')], [[], []]);
});

test('a panel is one question, by its older name, and what it says is advice', (t) => {
  const panel = says('critic', finding('blocker', { persona: 'dev' }), finding('minor', { persona: 'arch', category: 'style', quote: 'nowhere' }));
  const { done, events, pulls } = run(t, [panel], { CRITIC_PANEL_MODE: 'advisory', CRITIC_PANEL_PERSONAS: 'dev,arch' });
  assert.equal(done.code, 0, done.err);
  assert.equal(pulls().length, 1);
  assert.match(done.document.reason, /^critics: 1 finding \(1 blocker\); opened/);
  assert.deepEqual(events('critic_panel.finding').map((one) => [one.persona, one.severity, one.file, one.line]), [['dev', 'blocker', 'sum.js', 2]]);
  const [end] = events('critic_panel.review.end');
  assert.deepEqual([end.mode, end.personas, end.verdict, end.findings_count, end.has_blocker], ['advisory', 'dev,arch', 'advisory_logged', 1, true]);
  assert.equal(events('llm.call').filter((one) => one.role === 'critic').length, 1);
});

test('a gate that was asked for by name stops at a blocker, and at what nobody can read', (t) => {
  for (const [answers, why] of [
    [[says('critic', finding('blocker'))], /critics: 1 finding \(1 blocker\); the branch was not published/],
    [[{ role: 'critic', text: 'Approved.' }, { role: 'critic', text: 'Approved!' }], /could not judge all of the change/],
  ]) {
    const { done, pulls, repo } = run(t, answers, { PAWL_CRITICS_MODE: 'blocking' });
    assert.equal(done.code, 6, done.err);
    assert.match(done.document.reason, why);
    assert.deepEqual(pulls(), []);
    assert.equal(git(repo, 'branch', '--list', 'pawl/*'), '');
  }
  const clean = run(t, [says('critic')], { PAWL_CRITICS_MODE: 'blocking' });
  assert.equal(clean.done.code, 0, clean.done.err);
  const nobody = run(t, [], { PAWL_CRITICS_MODE: 'advisory', PAWL_CRITICS_PERSONAS: 'dev,ghost' });
  assert.equal(nobody.done.code, 2, nobody.done.err);
  assert.match(nobody.done.err, /critics\.personas names "ghost"/);
});

test('what the adversary finds grave is mended once, and kept when a judge is convinced', (t) => {
  const { done, events, text, repo } = run(t, [says('devil', finding('major')), edit(added, mended, 'fix: Begin at zero'), wins('v1')], devil);
  assert.equal(done.code, 0, done.err);
  assert.match(text(), /one, 0\)/);
  assert.deepEqual(events('critic_refiner.kept').map((one) => one.path), [['sum.js']]);
  assert.deepEqual(events('critic_meta_eval.judge').map((one) => one.winner), ['v1']);
  assert.match(git(repo, 'log', '-1', '--format=%s%n%b', done.document.branch), /^fix: Begin at zero\n[^]*Pawl-Subtask: refine/);
  const asked = fs.readFileSync(path.join(runFolders({ state: path.join(path.dirname(repo), 'pawl', 'state') })[0], 'events.jsonl'), 'utf8');
  assert.ok(!asked.includes('critic_refiner.reverted'));
});

test('what guards refuse, is no better, or is no change at all leaves the branch as it was', (t) => {
  const broken = edit(added, 'return list.reduce((all, one) => all + one, 0;', 'fix: Break it');
  const outside = { role: 'worker', text: JSON.stringify({ commit_message: 'x', edits: [{ kind: 'write', path: '.github/workflows/ci.yml', content: 'on: push\n' }] }) };
  for (const [answers, why] of [
    [[broken], /syntax/], [[outside], /./], [[edit(added, mended, 'fix: x'), wins('v0')], /mends the remark/],
    [[edit(added, mended, 'fix: x'), { role: 'devil', text: 'v1, surely' }, { role: 'devil', text: 'v1' }], /meta_eval_failed/],
    [[{ role: 'worker', text: JSON.stringify({ edits: [], no_change_reason: 'The remark is wrong.' }) }], /The remark is wrong/],
  ]) {
    const { done, events, text } = run(t, [says('devil', finding('blocker')), ...answers], devil);
    assert.equal(done.code, 0, done.err);
    assert.ok(text().includes(added));
    const [reverted] = events('critic_refiner.reverted');
    assert.equal(reverted.winner, 'v0');
    assert.match(reverted.rationale, why);
    assert.deepEqual(events('critic_refiner.kept'), []);
  }
});

test('a change without risk is worth no adversary', (t) => {
  const { done, events } = run(t, [], { CRITIC_PANEL_DEVIL: 'on', PAWL_CRITICS_DEVIL_RISK: '0.9' });
  assert.equal(done.code, 0, done.err);
  const [end] = events('critic_devil.review.end');
  assert.equal(end.verdict, 'no_op');
  assert.ok(end.risk > 0.3 && end.risk < 0.9, `${end.risk}`);
});

test('killed while it mends: the resume makes no second commit, and opens one pull request', async (t) => {
  const world = makeWorld();
  t.after(() => world.remove());
  Object.assign(world.env, { PAWL_CHECKS_RUN: '0', PAWL_GUARDS_URL_OFFLINE: '1', ...devil });
  const repo = makeRepo(world, files);
  const plan = path.join(world.folder, 'plan.json');
  fs.writeFileSync(plan, JSON.stringify({ tasks: [{ title: 'Mend', metric: 'docs', subtasks: [{ title: 'Mend sum.js', description: 'Please.', file_hints: ['sum.js'] }] }] }));
  const script = writeScript(world, [work, says('devil', finding('major')), edit(added, mended, 'fix: Begin at zero'), wins('v1')]);
  const run = startPawl(world, ['run', repo, '--plan-from-file', plan, '--model', `scripted:${script}`, '--yes']);
  const events = () => runFolders(world).filter((one) => fs.existsSync(path.join(one, 'events.jsonl'))).flatMap((one) => journal(one));
  await until(() => events().some((event) => event.kind === 'effect.intent' && event.data.key === 'commit:refine'), 'the commit');
  run.child.kill('SIGKILL');
  await run.ended;
  const resumed = pawl(world, ['run', repo, '--resume', '--yes']);
  assert.equal(resumed.code, 0, resumed.err);
  const [pull, ...others] = JSON.parse(pawl(world, ['pr', 'list', repo, '--json']).out).pulls;
  assert.deepEqual(others, []);
  const subjects = git(repo, 'log', '--format=%(trailers:key=Pawl-Subtask,valueonly)', `main..${pull.branch}`).split('\n').filter(Boolean);
  assert.ok(subjects.filter((one) => one === 'refine').length <= 1, subjects.join());
  assert.equal(events().filter((event) => event.kind === 'critic_devil.review.end').length, 1);
  assert.equal(events().filter((event) => event.kind === 'subtask.committed' && event.data.subtask === 'refine').length, subjects.length - 1);
});
