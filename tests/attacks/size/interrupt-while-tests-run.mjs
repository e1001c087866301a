import fs from 'node:fs';
import path from 'node:path';
import { interrupted } from '../size_lib.mjs';

export const goal = 'a test that does not hear signals keeps a person waiting';

export async function run(world) {
  const repo = world.repo({
    'package.json': JSON.stringify({ name: 'x', version: '1.0.0', scripts: { test: 'sh ./deaf.sh' } }),
    'deaf.sh': `trap '' TERM INT HUP\nwhile :; do sleep 1; done # ${world.mark}\n`,
  });
  const started = () => fs.readdirSync('/proc').some((pid) => {
    try {
      return fs.readFileSync(path.join('/proc', pid, 'cmdline'), 'latin1').includes('deaf.sh');
    } catch {
      return false;
    }
  });
  await interrupted(world, ['analyze', repo], started);
}
