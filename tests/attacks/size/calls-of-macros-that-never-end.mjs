import { assertEnded, judged, many } from '../size_lib.mjs';

export const goal = 'each call of a macro that does not end is read to the end of the text';

export async function run(world) {
  const result = await judged(world, 'a.c', many('FOO(a) BAR(\n', 400_000));
  assertEnded(result, result.code === 6 ? 6 : 0);
}
