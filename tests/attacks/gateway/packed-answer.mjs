import assert from 'node:assert/strict';
import zlib from 'node:zlib';
import { modelServer, readme } from '../model_server.mjs';

export const goal = 'memory filled by a small packed answer that unpacks to gigabytes';

export async function run(world, t) {
  const packed = zlib.gzipSync(Buffer.alloc(66 << 20, 0x20), { level: 1 });
  const server = await modelServer(t, (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(packed);
  });
  const done = await world.run(world.repo(readme), { model: 'openai:m', env: server.env, timeout: 30_000 });
  assert.equal(done.code, 75, done.err);
}
