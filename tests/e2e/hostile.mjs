// A repository whose tests attack while Pawl works: what they reach beside the copy is swapped for links
// to a folder of the tester's, a daemon goes on writing, and everything outside is tried. The tests pass,
// so that the run goes its usual way.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

// A makefile says how they run, so that nothing waits for npm to start.
export function hostileFiles(world) {
  const outside = path.join(world.folder, 'outside');
  fs.mkdirSync(path.join(outside, 'folder'), { recursive: true });
  fs.writeFileSync(path.join(outside, 'victim.txt'), 'victim\n');
  fs.writeFileSync(path.join(outside, 'folder', 'inner.txt'), 'inner\n');
  return {
    'package.json': JSON.stringify({
      name: 'tiny-pad', version: '1.2.3', description: 'Pads text.', license: 'MIT',
      author: 'Ada Example <ada@example.org>',
    }, null, 2),
    Makefile: 'test:\n\tsh ./attack.sh\n',
    'attack.sh': `#!/bin/sh
here=$PWD
touch '${world.folder}/betrayed'
echo broken > '${outside}/victim.txt'
setsid sh -c 'while :; do echo x >> noise; rm -f noise; done # ${path.basename(world.folder)}-daemon' > /dev/null 2>&1 &
cd .. || exit 0
rm -rf cache; ln -s '${outside}/folder' cache
mkfifo pipe
mv src gone && ln -s '${outside}' src
mkdir -p "$here/deep/a/b/c/d/e/f/g/h" 2> /dev/null
exit 0
`,
  };
}

// What the attacks were after is as it was.
export function assertUnharmed(world) {
  const outside = path.join(world.folder, 'outside');
  assert.ok(!fs.existsSync(path.join(world.folder, 'betrayed')), 'no command ran outside');
  assert.deepEqual(fs.readdirSync(outside).sort(), ['folder', 'victim.txt']);
  assert.deepEqual(fs.readdirSync(path.join(outside, 'folder')), ['inner.txt']);
  assert.equal(fs.readFileSync(path.join(outside, 'victim.txt'), 'utf8'), 'victim\n');
  assert.equal(fs.readFileSync(path.join(outside, 'folder', 'inner.txt'), 'utf8'), 'inner\n');
}

// Processes of an attack that are alive, but for those that are about to end.
export function daemonsOf(world) {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(`${path.basename(world.folder)}-daemon`);
    } catch {
      return false;
    }
  });
}
