import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test leaves a process that works on after it';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
setsid sh -c 'while :; do sleep 1; done # ${world.mark}' > /dev/null 2>&1 &
(setsid nohup sh -c 'trap "" TERM HUP INT; while :; do sleep 1; done # ${world.mark}' > /dev/null 2>&1 &) &
`));
}
