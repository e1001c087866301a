import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { cleaned, deadProcess, files, ranOnce } from '../state_folder.mjs';

export const goal = 'a disk filled by what killed processes leave behind, kill by kill';
export const everyUser = true;

export async function run(world) {
  const repo = world.repo(files);
  const folder = await ranOnce(world, repo);
  const dead = deadProcess();
  const homes = `/tmp/pawl-${dead}-${world.mark.slice(-6)}`;
  const plant = () => {
    const left = [path.join(folder, `.state.json.${dead}-0123abcd.tmp`), path.join(world.state, `.urls.json.${dead}-0123abcd.tmp`),
      path.join(folder, 'artifacts', `.plan.json.${dead}-0123abcd.tmp`),
      path.join(world.state, 'scratch', path.basename(folder), 'check-1/src/a'), path.join(world.state, 'scratch/analyze-0123abcd/clone/a'),
      path.join(world.state, 'scratch/forge', `merge-1-0123abcd-${dead}`, 'objects/a'), path.join(homes, 'a')];
    for (const file of left) {
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, 'left');
    }
    fs.writeFileSync(path.join(world.state, 'scratch/analyze-0123abcd.lock'), '');
    if (world.user.uid) for (const file of [homes, path.join(homes, 'a')]) fs.chownSync(file, world.user.uid, world.user.gid);
    return left;
  };
  // Homes lie in /tmp, where the next Pawl of anybody takes them away: of them only that they are gone in the end is this test's.
  const ours = (left) => left.filter((file) => !file.startsWith(homes));
  try {
    const left = plant();
    const mine = path.join(folder, `.state.json.${process.pid}-0123abcd.tmp`);
    fs.writeFileSync(mine, 'being written');
    const dry = await cleaned(world, ['--dry-run']);
    assert.notEqual(dry.removed.length, 0);
    for (const file of ours(left)) assert.ok(fs.existsSync(file), `a dry run removed ${file}`);
    const done = await cleaned(world);
    for (const file of left) assert.ok(!fs.existsSync(file), `${file} is left`);
    assert.ok(fs.existsSync(mine), 'a live process was writing that');
    assert.deepEqual(done.removed, dry.removed);
    assert.deepEqual(await cleaned(world), { removed: [], kept: [] });
    for (const file of ours(plant())) assert.ok(fs.existsSync(file));
    await world.run(repo, { args: ['--dry-run'], env: { PAWL_CHECKS_RUN: 'no' } });
    for (const file of left) assert.ok(!fs.existsSync(file), `the next run left ${file}`);
  } finally {
    fs.rmSync(homes, { recursive: true, force: true });
  }
}
