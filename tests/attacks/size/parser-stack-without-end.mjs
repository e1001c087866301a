import { assertEnded, judged, many } from '../size_lib.mjs';

export const goal = 'a hundred thousand ambiguous divisions make the parser call itself as often, and the stack ends';

export async function run(world) {
  const result = await judged(world, 'a.cpp', many('x=/a/ ', 780_000), 'int x;\n');
  assertEnded(result, 6, /syntax\/became-unreadable/);
}
