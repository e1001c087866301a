import { assertEnded, judged, many } from '../size_lib.mjs';

export const goal = 'a change makes a file too expensive to be judged, and is let through';

export async function run(world) {
  const hidden = `int f(int a) { return a; }\n${many('int f(a) int a; ', 400_000)}\n`;
  assertEnded(await judged(world, 'a.c', hidden, 'int f(int a) { return a; }\n'), 6, /syntax\/became-unreadable/);
}
