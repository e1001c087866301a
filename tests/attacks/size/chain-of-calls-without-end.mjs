import { assertEnded, judged } from '../size_lib.mjs';

export const goal = 'a chain of two hundred thousand calls nests as deep, and the stack ends';

export async function run(world) {
  const chain = `class A { void f() { x = a${'.b()'.repeat(200_000)}; } }\n`;
  assertEnded(await judged(world, 'A.java', chain), 0);
}
