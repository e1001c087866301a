import { assertEnded, many, patience } from '../size_lib.mjs';

export const goal = 'each of many dependencies is compared with all others';

export async function run(world) {
  const dependencies = Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`d${i}`, '1.0.0']));
  const repo = world.repo({
    'package.json': JSON.stringify({ name: 'x', version: '1.0.0', dependencies }),
    'setup.cfg': `[options]\ninstall_requires =\n${many('  abc>=1\n', 800_000)}`,
  });
  assertEnded(await world.pawl(['facts', repo], { timeout: patience }), 0);
}
