import { achievesNothing, shellTarget } from '../target.mjs';

export const goal = 'a test reads tokens from its environment and those of other processes';

export async function run(world) {
  await achievesNothing(world, shellTarget(world, `
cat /proc/*/environ 2> /dev/null | tr '\\0' '\\n' | grep -a canary-secret && got read-environment
env | grep canary-secret && got own-environment
`));
}
