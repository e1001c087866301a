import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { modelServer, readme } from '../model_server.mjs';

export const goal = 'answers that are cut off at their end, so that nobody counts what they cost';

export async function run(world, t) {
  const server = await modelServer(t, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(400_000) } }] })}\n\n`);
    response.end();
  });
  const done = await world.run(world.repo(readme), {
    model: 'openai:m', env: { ...server.env, PAWL_MODEL_STREAM: 'yes' } });
  assert.notEqual(done.code, 0);
  const runs = path.join(world.state, 'runs');
  const state = JSON.parse(fs.readFileSync(path.join(runs, fs.readdirSync(runs)[0], 'state.json'), 'utf8'));
  assert.ok(state.cost.tokens_out >= 100_000, JSON.stringify(state.cost));
}
