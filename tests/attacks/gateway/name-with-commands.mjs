import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { answerText, edit, modelServer, plan, readme, sendJson } from '../model_server.mjs';

export const goal = 'commands for the terminal, and a megabyte, in the name of a model';

export async function run(world, t) {
  const name = `m\u001b]52;c;b3duZWQ=\u0007${'x'.repeat(1 << 20)}`;
  const server = await modelServer(t, (response, body, number) =>
    sendJson(response, { model: name, ...answerText(number === 1 ? plan : edit) }));
  const repo = world.repo(readme);
  const done = await world.run(repo, { model: 'openai:m', env: server.env, args: ['--json'] });
  assert.equal(done.code, 0, done.err);
  const status = await world.pawl(['status', repo]);
  for (const text of [done.err, done.out, status.out]) {
    assert.ok(!text.includes('\u001b'), 'a command reached the terminal');
    assert.ok(text.length < 100_000, `${text.length} characters`);
  }
  const runs = path.join(world.state, 'runs');
  const journal = path.join(runs, fs.readdirSync(runs)[0], 'events.jsonl');
  assert.ok(fs.statSync(journal).size < 1 << 20, 'the journal stays small');
}
