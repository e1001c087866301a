import assert from 'node:assert/strict';
import { readme } from '../model_server.mjs';

export const goal = 'the password of a proxy, in messages and on the wire';

export async function run(world) {
  const repo = world.repo(readme);
  for (const name of ['http_proxy', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY']) {
    const value = `${name === 'ALL_PROXY' ? '' : 'http://'}me:${world.secret}@127.0.0.1:${world.port}`;
    const done = await world.run(repo, { model: 'openai:m',
      env: { PAWL_MODEL_BASE_URL: 'http://models.invalid/v1', [name]: value } });
    assert.equal(done.code, 2, done.err);
    assert.match(done.err, new RegExp(name));
  }
}
