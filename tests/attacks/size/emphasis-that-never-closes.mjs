import { assertEnded, judged, many } from '../size_lib.mjs';

export const goal = 'one paragraph of 800 KB of emphasis takes minutes';

export async function run(world) {
  assertEnded(await judged(world, 'notes.md', many('*a**b_', 800_000)), 0, /not checked: syntax: .*more marks/);
}
