import assert from 'node:assert/strict';
import { modelServer, readme, sendJson } from '../model_server.mjs';

export const goal = 'a crash by JSON that is a million levels deep';

export async function run(world, t) {
  const server = await modelServer(t, (response) =>
    sendJson(response, `{"choices":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`));
  const done = await world.run(world.repo(readme), { model: 'openai:m', env: server.env });
  assert.equal(done.signal, null);
  assert.equal(done.code, 75, done.err);
}
