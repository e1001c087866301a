import assert from 'node:assert/strict';
import { published } from '../words.mjs';

export const goal = 'a pull request whose title and body call, close, link and hide';

const evil = 'Tidy @org/team closes o/r#9 [skip ci] <!-- x --> ![p](https://evil.example/p.png) https://github.com/o/r/pull/8';

export async function run(world) {
  const { title, body } = await published(world, { title: evil, subtask: evil });
  assert.equal(title, 'Tidy org/team closes o/r 9 p github.com/o/r pull 8');
  for (const bad of [/@org/, /#\d/, /skip ci/, /evil\.example/, /github\.com\/o\/r\/pull/]) assert.doesNotMatch(body, bad);
  // Only Pawl's own hidden lines.
  assert.deepEqual(body.match(/<!--\s*[\w-]*/g), ['<!-- pawl-proof', '<!-- pawl-concerns']);
}
