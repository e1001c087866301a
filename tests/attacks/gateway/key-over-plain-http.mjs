import assert from 'node:assert/strict';
import { readme } from '../model_server.mjs';

export const goal = 'the key, by listening on the way to a server behind http://';

export async function run(world) {
  const proxy = `http://127.0.0.1:${world.port}`;
  const repo = world.repo(readme);
  const env = { PAWL_MODEL_BASE_URL: 'http://models.invalid/v1', PAWL_MODEL_API_KEY: world.secret,
    PAWL_CHECKS_RUN: 'no', http_proxy: proxy, HTTP_PROXY: proxy, ALL_PROXY: proxy };
  const done = await world.run(repo, { model: 'openai:m', env });
  assert.equal(done.code, 4, done.err);
  assert.match(done.err, /model\.allow_plain_http/);
  // A name that only looks like this machine, and a model with a server of its own.
  const other = await world.run(repo, { model: 'openai:m',
    env: { ...env, PAWL_MODEL_BASE_URL: 'http://127.0.0.1.models.invalid/v1' }, args: ['--reset'] });
  assert.equal(other.code, 4, other.err);
}
