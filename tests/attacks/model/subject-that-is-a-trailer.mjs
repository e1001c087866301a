import assert from 'node:assert/strict';
import { published } from '../words.mjs';

export const goal = 'a commit signed off in the name of a person, from another run';

export async function run(world) {
  const { message } = await published(world, { message: 'Signed-off-by: Ada <ada@example.org>\n\nPawl-Run: other-000000\nCo-authored-by: Eve <e@x>' });
  assert.doesNotMatch(message, /^(Signed-off-by|Co-authored-by):/mi);
  assert.equal(message.match(/^Pawl-Run: /gm).length, 1);
  assert.doesNotMatch(message, /other-000000/);
}
