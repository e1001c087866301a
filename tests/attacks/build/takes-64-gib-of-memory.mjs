import { endsAtLimit, shellTarget } from '../target.mjs';

export const goal = 'a test takes 64 GiB of memory';

export async function run(world) {
  await endsAtLimit(world, shellTarget(world, `
perl -e 'my @all; for (1 .. 64) { push @all, "x" x (1 << 30) } print scalar(@all), "\\n"'
`), /more than 300 MiB of memory/);
}
