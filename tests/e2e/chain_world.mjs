// Chains of runs, for their tests: a repository whose pieces are files step-N.txt, and agents that are played from a file.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { folderOf, processOf, startOf } from './fleet_world.mjs';
import { git, journal, makeRepo, makeWorld, pawl, runFolders, until } from './lib.mjs';

// What a run of the chain does: one stage, so that it is short.
const files = {
  'README.md': '# Steps\n\nOne file for each step.\n',
  '.pawl/pipelines/piece.yaml': 'summary: one piece\nstages:\n  - type: implement\n',
};

const signal = (json) => JSON.stringify({ child_plan: json.exit_state === 'next-plan' ? 'child-plan.md' : null, reason: null, operator_followups: [], ...json });
export const nextPlan = (title, followups = []) => ({ files: {
  '.pawl-out/plan.md': '# All\n\n- [ ] the rest\n',
  '.pawl-out/child-plan.md': `# ${title}\n\nWrite its file.\n`,
  '.pawl-out/handoff.json': signal({ exit_state: 'next-plan', operator_followups: followups }),
} });
export const chainDone = (followups = []) => ({ files: { '.pawl-out/handoff.json': signal({ exit_state: 'chain-done', operator_followups: followups }) } });

// Writes the file of the next step; the second one bails where it is wanted.
export const piece = (bailAt = 0) => ({ shell: `n=$(ls step-*.txt 2> /dev/null | wc -l); n=$((n + 1)); if [ "$n" = ${bailAt} ]; then echo '{"class":"other","detail":"it cannot be done"}' > .pawl-bail.json; else echo "$n" > "step-$n.txt"; fi`, text: 'Done.' });
export const pieceOf = (number) => ({ files: { [`step-${number}.txt`]: `${number}\n` }, text: 'Done.' });
// Decides from what is there: a step more until there are so many.
export const decides = (steps) => ({ shell: `mkdir -p .pawl-out; n=$(ls step-*.txt 2> /dev/null | wc -l)
if [ "$n" -ge ${steps} ]; then printf '{"exit_state":"chain-done"}' > .pawl-out/handoff.json
else echo "# Step $((n + 1))" > .pawl-out/child-plan.md; echo '# The rest' > .pawl-out/plan.md; printf '{"exit_state":"next-plan","child_plan":"child-plan.md"}' > .pawl-out/handoff.json; fi` });

export function chainWorld(agents, { child = 'piece', files: more = {} } = {}) {
  const world = makeWorld();
  world.env.PAWL_CHECKS_RUN = 'false';
  const repo = makeRepo(world, { ...files, ...more });
  const script = path.join(world.folder, 'agents.json');
  const play = (answers) => fs.writeFileSync(script, JSON.stringify(answers));
  play(agents);
  const plan = path.join(world.folder, 'plan.md');
  fs.writeFileSync(plan, '# All steps\n\n- [ ] one\n- [ ] two\n- [ ] three\n');
  const words = ['launch', 'boss', '--plan', plan, '--child', child, '--target', repo, '--client', `scripted:${script}`];
  const chain = { world, repo, play, plan, words };
  chain.launch = (...more) => pawl(world, [...words, ...more]);
  return chain;
}

export const runsWith = (world, parent) => runFolders(world).filter((folder) => {
  const [begin] = fs.existsSync(path.join(folder, 'events.jsonl')) ? journal(folder) : [];
  return begin !== undefined && (begin.data.parent ?? '') === parent;
}).map((folder) => path.basename(folder));
export const bossOf = (world) => runsWith(world, '')[0];
export const chainEvents = (world, boss, kind) => journal(folderOf(world, boss)).filter((event) => event.kind === `chain.${kind}`);
export const subjects = (repo) => git(repo, 'log', '--reverse', '--format=%s', 'main').split('\n').slice(1);
export const steps = (repo) => git(repo, 'ls-tree', '--name-only', 'main').split('\n').filter((name) => name.startsWith('step-'));

// What holds of any chain, whatever happened to it: one child for each step that was reserved and began, and nothing called landed that
// the branch does not reach.
export function checkChain(world, repo, boss) {
  const children = runsWith(world, boss);
  const reserved = chainEvents(world, boss, 'reserved').map((event) => event.data);
  const back = new Set(chainEvents(world, boss, 'taken_back').map((event) => event.data.child));
  for (const child of back) assert.ok(!children.includes(child), `${child} was taken back, and began`);
  const kept = reserved.filter((one) => !back.has(one.child));
  assert.equal(new Set(kept.map((one) => one.step)).size, kept.length, `one child a step: ${JSON.stringify(reserved)}`);
  const known = new Set(kept.map((one) => one.child));
  for (const child of children) assert.ok(known.has(child), `${child} is no child that was reserved`);
  for (const { data } of chainEvents(world, boss, 'landed')) {
    git(repo, 'merge-base', '--is-ancestor', data.commit, 'main');
    assert.equal(chainEvents(world, boss, 'landed').filter((one) => one.data.step === data.step).length, 1);
  }
  for (const child of children) {
    const landed = journal(folderOf(world, child)).filter((event) => event.kind === 'run.landed');
    for (const { data } of landed) git(repo, 'merge-base', '--is-ancestor', data.commit, 'main');
  }
  return { children, kept };
}

// Nobody works on any run any more; what lives is ended.
export async function endChain({ world }) {
  for (const folder of runFolders(world)) {
    const begin = fs.existsSync(path.join(folder, 'events.jsonl')) ? processOf(folder) : null;
    if (begin === null || startOf(begin.pid) !== String(begin.started)) continue;
    process.kill(begin.pid, 'SIGKILL');
    await until(() => startOf(begin.pid) !== String(begin.started), 'the end of the process of a run');
  }
  world.remove();
}
