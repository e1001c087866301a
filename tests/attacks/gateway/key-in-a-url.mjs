import assert from 'node:assert/strict';
import { readme } from '../model_server.mjs';

export const goal = 'a key that stands in a URL: sent, logged, kept and shown';

export async function run(world) {
  const repo = world.repo(readme);
  const at = `127.0.0.1:${world.port}`;
  const query = `http://${at}/v1?api_key=${world.secret}`;
  const user = `http://me:${world.secret}@${at}/v1`;
  const ways = [
    { env: { PAWL_MODEL_BASE_URL: query } },
    { env: { PAWL_MODEL_BASE_URL: user } },
    { env: { LM_STUDIO_WORKER_BASE_URL: query } },
    { env: { PAWL_MEMORY_GATEWAY: query } },
    { env: { OCCAM_URL: user } },
    { env: { PAWL_SCHEMAS_MIRROR: query } },
    { env: { PAWL_MODEL_FALLBACK: `recipes:, openai:x@${query}` } },
    { env: { ANTHROPIC_BASE_URL: `http://${at}/#token=${world.secret}` } },
    { args: ['--model', `openai:m@${query}`] },
    { args: ['--model', `openai:m@${user}`] },
  ];
  for (const { env, args } of ways) {
    const done = await world.pawl(['run', repo, '--yes', '--model', 'openai:m', ...(args ?? [])], { env });
    assert.equal(done.code, 2, `${JSON.stringify(env ?? args)}: ${done.err}`);
    assert.match(done.err, /URL/);
  }
}
