import assert from 'node:assert/strict';
import { modelServer, obliging, readme } from '../model_server.mjs';

export const goal = 'an overflow by the context a server claims to have';

export async function run(world, t) {
  const repo = world.repo(readme);
  for (const length of [9007199254740991, 1e300, -5, '32768', 0.5]) {
    const server = await modelServer(t, obliging('{}'), { models: { data: [{ id: 'm', context_length: length }] } });
    const done = await world.run(repo, { model: 'openai:m', env: server.env, args: ['--dry-run', '--reset'] });
    assert.equal(done.code, 0, `${length}: ${done.err}`);
  }
}
