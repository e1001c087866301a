// `pawl rescue`: an agent that plays a script looks, and what it says is not what happens: a policy decides.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { endFleet, endlessFiles, endlessRun, git, makeFleet, stateOf } from './fleet_world.mjs';
import { journal, pawl } from './lib.mjs';

const kSecret = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzABCD';

test('a rescue reads, proposes, and goes on where the policy says so, three times at most', { timeout: 300_000 }, async () => {
  const fleet = makeFleet(endlessFiles);
  const { world } = fleet;
  try {
    world.env.PAWL_GITHUB_TOKEN = kSecret;
    const run = await endlessRun(fleet);
    const rescue = (...words) => pawl(world, ['rescue', run.id, '--json', ...words]);
    const script = (answers) => {
      const file = path.join(world.folder, 'agent.json');
      fs.writeFileSync(file, JSON.stringify({ rescue: answers }));
      return `scripted:${file}`;
    };
    const structural = script([{ text: '{"status":"structural","summary":"the build never ends"}' }]);
    assert.equal(rescue('--client', structural).code, 8, 'a process works on it');
    assert.equal(pawl(world, ['stop', run.id]).code, 0);
    assert.equal(rescue().code, 2, 'nobody is there to look');
    assert.equal(rescue('--client', 'nobody:x').code, 2);
    fs.appendFileSync(path.join(run.folder, 'log'), `token ${kSecret}\n`);

    const first = rescue('--client', structural);
    assert.equal(first.code, 4, first.err);
    assert.deepEqual(JSON.parse(first.out), { run: run.id, verdict: 'structural', summary: 'the build never ends', reason: null, resumed: false });
    assert.equal(stateOf(world, run.id).attempt, 1);
    // It sees the end of the log without the secret, and nothing it writes is anywhere.
    const curious = script([{ shell: 'cat log.txt > /tmp/seen 2>/dev/null; grep -c ghp_ log.txt; ls', text: 'no idea' }]);
    const second = rescue('--client', curious);
    assert.equal(second.code, 4, second.err);
    assert.equal(JSON.parse(second.out).reason, 'diagnosis_no_marker', second.out);
    assert.ok(!fs.readFileSync(path.join(run.folder, 'events.jsonl'), 'utf8').includes(kSecret));

    world.env.PAWL_CHECKS_RUN = 'false';
    const transient = script([{ text: '{"status":"transient","summary":"it was slow"}' }]);
    const dry = rescue('--client', transient, '--dry-run');
    assert.equal(dry.code, 0, dry.err);
    assert.equal(stateOf(world, run.id).attempt, 1);
    const last = rescue('--client', transient);
    assert.equal(last.code, 4);
    assert.equal(JSON.parse(last.out).reason, 'attempts_exhausted');
    const said = journal(run.folder).filter((event) => event.kind === 'rescue.diagnosed').map((event) => event.data.verdict || event.data.reason);
    assert.deepEqual(said, ['structural', 'diagnosis_no_marker', 'transient', 'attempts_exhausted']);
    assert.equal(git(fleet.repo, 'status', '--porcelain'), '');
  } finally {
    await endFleet(fleet);
  }
});

test('a rescue goes on with the run, and with none that bailed for a secret', { timeout: 300_000 }, async () => {
  const fleet = makeFleet(endlessFiles);
  const { world } = fleet;
  try {
    const run = await endlessRun(fleet);
    assert.equal(pawl(world, ['stop', run.id]).code, 0);
    world.env.PAWL_CHECKS_RUN = 'false';
    const file = path.join(world.folder, 'agent.json');
    fs.writeFileSync(file, JSON.stringify({ rescue: [{ text: '{"status":"fixed","summary":"it is over"}' }] }));
    // Where it cannot be gone on with, nobody is told that it was.
    fs.renameSync(fleet.repo, `${fleet.repo}.away`);
    const failed = pawl(world, ['rescue', run.id, '--client', `scripted:${file}`, '--json']);
    fs.renameSync(`${fleet.repo}.away`, fleet.repo);
    assert.notEqual(failed.code, 0);
    assert.deepEqual([JSON.parse(failed.out).verdict, JSON.parse(failed.out).resumed], ['fixed', false]);
    const done = pawl(world, ['rescue', run.id, '--client', `scripted:${file}`, '--wait']);
    assert.equal(done.code, 0, done.err);
    assert.equal(stateOf(world, run.id).attempt, 2);
    assert.equal(pawl(world, ['rescue', run.id, '--client', `scripted:${file}`]).code, 8, 'it came to its end');
    // As an agent of its pipeline would have ended it.
    const journalFile = path.join(run.folder, 'events.jsonl');
    fs.writeFileSync(journalFile, fs.readFileSync(journalFile, 'utf8').replace(/("kind":"run.exit_clean".*?)"state":"succeeded","exit":0,"reason":"[^"]*","class":""/,
      '$1"state":"bailed","exit":4,"reason":"a key","class":"secrets"').replace(/,"chain":"[^"]*"/g, ''));
    fs.rmSync(path.join(run.folder, 'snapshot.json'), { force: true });
    assert.equal(stateOf(world, run.id).bail_class, 'secrets');
    const refused = pawl(world, ['rescue', run.id, '--client', `scripted:${file}`, '--json']);
    assert.equal(refused.code, 4, refused.err);
    assert.equal(JSON.parse(refused.out).reason, 'excluded_class:secrets');
    assert.equal(stateOf(world, run.id).attempt, 2);
  } finally {
    await endFleet(fleet);
  }
});
