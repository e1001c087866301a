import assert from 'node:assert/strict';
import { modelServer, readme } from '../model_server.mjs';

export const goal = 'the key, by sending the client elsewhere with it';

export async function run(world, t) {
  const server = await modelServer(t, null, { every: (request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${world.port}${request.url}` });
    response.end();
  } });
  const done = await world.run(world.repo(readme), { model: 'openai:m',
    env: { ...server.env, PAWL_MODEL_API_KEY: world.secret } });
  assert.notEqual(done.code, 0);
}
