import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { modelServer, readme } from '../model_server.mjs';

export const goal = 'a journal filled by the text of an error';

export async function run(world, t) {
  const server = await modelServer(t, (response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: '\u001b]0;owned\u0007'.repeat(1 << 20) } }));
  });
  const done = await world.run(world.repo(readme), { model: 'openai:m', env: server.env });
  assert.notEqual(done.code, 0);
  assert.ok(done.err.length < 10_000);
  assert.ok(!done.err.includes('\u001b'));
  const runs = path.join(world.state, 'runs');
  for (const name of fs.readdirSync(runs)) {
    assert.ok(fs.statSync(path.join(runs, name, 'events.jsonl')).size < 100_000);
  }
}
