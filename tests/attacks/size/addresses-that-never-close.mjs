import { assertEnded, judged, many } from '../size_lib.mjs';

export const goal = 'addresses that do not end take minutes';

export async function run(world) {
  assertEnded(await judged(world, 'notes.md', many('<http://a', 800_000)), 0, /not checked: syntax: .*more marks/);
}
