import fs from 'node:fs';
import path from 'node:path';
import { assertEnded, patience } from '../size_lib.mjs';

export const goal = 'a configuration without an end fills the memory';

export async function run(world) {
  const folder = path.join(world.env.PAWL_HOME, 'config');
  fs.mkdirSync(folder, { recursive: true });
  fs.symlinkSync('/dev/zero', path.join(folder, 'config.toml'));
  assertEnded(await world.pawl(['config', 'show'], { timeout: patience }), 4, /others can write/);
}
