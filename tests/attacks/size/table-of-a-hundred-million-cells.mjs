import { assertEnded, judged, many } from '../size_lib.mjs';

export const goal = 'short rows of a wide table are filled up until memory is gone';

export async function run(world) {
  const table = `|${'a|'.repeat(1000)}\n|${'-|'.repeat(1000)}\n${many('|a|\n', 700_000)}`;
  assertEnded(await judged(world, 'notes.md', table), 0, /not checked: syntax: .*cells in a table/);
}
