import { assertEnded, judged, many } from '../size_lib.mjs';

export const goal = 'each heading of HTML that does not close is read to the end of the text';

export async function run(world) {
  assertEnded(await judged(world, 'notes.md', `<div>\n${many('<h2 id="a">\n', 800_000)}`), 0);
}
