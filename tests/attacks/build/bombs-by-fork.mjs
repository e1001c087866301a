import { endsAtLimit, shellTarget } from '../target.mjs';

export const goal = 'a fork bomb leaves no processes for anybody else';

export async function run(world) {
  await endsAtLimit(world, shellTarget(world, "perl -e 'fork while 1'"), /more than 300 processes and threads/);
}
