// run.mjs PAWL WORK REPO…: the commits of each repository (PAWL_COMMITS of each, spread over its history; 300 when
// it is not set; PAWL_JOBS at a time, two when it is not set) in every way of ways.mjs. Says each difference, and ends with 1 when there is one.
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';

import { commitsOf, Ways } from './ways.mjs';

const [program, work, ...repositories] = process.argv.slice(2);
const most = Number(process.env.PAWL_COMMITS ?? 300);
let judged = 0;
let unlike = 0;

for (const [number, repository] of repositories.entries()) {
  const name = path.basename(path.resolve(repository)) === 'repo' ? path.basename(path.dirname(path.resolve(repository))) : path.basename(path.resolve(repository));
  const own = path.join(work, String(number));
  const clone = path.join(own, 'clone');
  fs.mkdirSync(own, { recursive: true });
  const cloned = spawnSync('git', ['-c', 'safe.directory=*', 'clone', '--quiet', '--shared', '--no-checkout', path.resolve(repository), clone], { encoding: 'utf8' });
  if (cloned.status !== 0) throw new Error(cloned.stderr);
  const commits = commitsOf(clone, most);
  const before = unlike;
  const start = Date.now();
  const ways = new Ways(program, own, clone, Number(process.env.PAWL_JOBS ?? 2));
  await ways.compare(commits, (commit, way, difference) => {
    unlike += 1;
    console.log(`${name} ${commit} ${way}: ${JSON.stringify(difference, null, 1)}`);
  });
  judged += commits.length;
  console.log(`${name}: ${commits.length} commits, ${unlike - before} differences, ${Math.round((Date.now() - start) / 1000)} s${ways.partial > 0 ? `, ${ways.partial} could not be checked out` : ''}`);
  fs.rmSync(own, { recursive: true, force: true });
}
console.log(`${judged} commits of ${repositories.length} repositories, ${unlike} differences`);
process.exitCode = unlike > 0 ? 1 : 0;
