import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test writes a file of a terabyte';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
truncate -s 1T huge 2> /dev/null && got truncated
fallocate -l 1T huge 2> /dev/null && got allocated
`));
}
