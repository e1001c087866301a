import assert from 'node:assert/strict';

export const goal = 'a token in the URL of a target, repeated in a message';

export async function run(world) {
  for (const target of [`https://me:${world.secret}@127.0.0.1:${world.port}/o/r`,
    `https://127.0.0.1:${world.port}/o/r?access_token=${world.secret}`,
    `ftp://127.0.0.1:${world.port}/o/r?token=${world.secret}`,
    `http://127.0.0.1:${world.port}/o/r#${world.secret}`]) {
    const done = await world.pawl(['run', target, '--yes', '--model', 'recipes:']);
    assert.ok([2, 4].includes(done.code), done.err);
  }
}
