import assert from 'node:assert/strict';
import { modelServer, readme } from '../model_server.mjs';

export const goal = 'a run that waits for thirty years, because it was asked to';

export async function run(world, t) {
  const server = await modelServer(t, (response) => {
    response.writeHead(429, { 'retry-after': '1000000000', 'retry-after-ms': '1e300' });
    response.end('{}');
  });
  const done = await world.run(world.repo(readme), { model: 'openai:m', timeout: 30_000,
    env: { ...server.env, PAWL_MODEL_RETRIES: '5', PAWL_BUDGET_CALL_TIME: '60' } });
  assert.equal(done.signal, null, 'it ends by itself');
  assert.notEqual(done.code, 0);
}
