// bench.mjs PAWL WORK [REPO…]: how many mutants of each kind the guards see, and how many edits that
// anybody may make and untouched real commits a defect rule refuses. Mutants are commits on top of
// real ones, in a clone of each repository below WORK; `pawl guard replay` judges them.
//
// PAWL_MUTANTS: how many for each kind and language (30); PAWL_KINDS: only kinds whose name holds
// this; PAWL_CLASSES: only kinds of these, as 3,6,7; PAWL_SEED; PAWL_HISTORY: how many untouched commits of each repository (1000, 0 for none);
// PAWL_RESULT: a file for everything that was found, as JSON; PAWL_MISSED: list what was missed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

import { allKinds } from './kinds/index.mjs';
import { makeMutants } from './mutants.mjs';
import { printRefused, printTables } from './report.mjs';
import { git } from './repository.mjs';

const [program, work, ...repositories] = process.argv.slice(2);
const perCell = Number(process.env.PAWL_MUTANTS ?? 30);
const seed = Number(process.env.PAWL_SEED ?? 20260101);
const historyMax = Number(process.env.PAWL_HISTORY ?? 1000);
const wanted = process.env.PAWL_KINDS ?? '';
const classes = process.env.PAWL_CLASSES?.split(',').map(Number);
const kinds = allKinds.filter((kind) => !kind.network && kind.name.includes(wanted) && (!classes || classes.includes(kind.class)));

// A change that only lacks a person's leave is no defect that was seen.
const unsanctioned = ['build-manifest/', 'agent-files/', 'write-gate/denied-path', 'write-gate/outside-hints', 'psi-', 'minimality/'];

function replay(folder, commits, flags) {
  const done = spawnSync(program, ['guard', 'replay', '-', '--repo', folder, '--json', ...flags],
    { input: `${commits.join('\n')}\n`, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (done.error) throw done.error;
  if (done.status !== 0 && done.status !== 6) throw new Error(`pawl guard replay: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

const refuses = (finding) => finding.standing === 'refuses';

function sees(kind, finding) {
  if (!refuses(finding)) return false;
  if (kind.only) return kind.only.some((family) => finding.rule.startsWith(family));
  if (unsanctioned.some((family) => finding.rule.startsWith(family))) return false;
  return kind.what === 'scope' || finding.kind === 'defect';
}

function judge(folder, mutants) {
  const groups = new Map();
  for (const mutant of mutants) {
    const flags = ['--strict'];
    if (mutant.kind.targets) flags.push('--targets', mutant.kind.targets.join(','));
    if (mutant.kind.hints) flags.push('--hints', mutant.kind.hints.join(','));
    const key = flags.join(' ');
    groups.set(key, { flags, list: [...(groups.get(key)?.list ?? []), mutant] });
  }
  for (const { flags, list } of groups.values()) {
    const answers = new Map(replay(folder, list.map((mutant) => mutant.commit), flags).commits.map((one) => [one.commit, one]));
    for (const mutant of list) {
      const findings = answers.get(mutant.commit)?.findings ?? [];
      const by = mutant.kind.benign ? findings.filter((one) => refuses(one) && one.kind === 'defect')
        : findings.filter((one) => sees(mutant.kind, one));
      mutant.seen = by.length > 0;
      mutant.rules = [...new Set(by.map((one) => one.rule))];
      mutant.message = by[0]?.message;
    }
  }
}

const counts = new Map();
// As many of each shape as of the others, until the cell is full.
function wants(kind, language, shape, made = false) {
  const key = `${kind.name}|${language}|${shape.name}`;
  if (made) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (counts.get(key) ?? 0) < Math.ceil(perCell / kind.shapes.length);
}

const results = [];
const refused = [];
const imports = [];
let commits = 0;
let seconds = 0;
for (const repository of repositories) {
  const folder = path.join(work, path.basename(repository));
  git('.', ['clone', '--quiet', '--bare', '--no-hardlinks', repository, folder]);
  const history = git(folder, ['rev-list', '--no-merges', 'HEAD']).split('\n').filter(Boolean).slice(0, historyMax);
  // A whole tree that comes at once, as an unpacked archive does, is no change anybody made: links
  // lead to what was not packed. It is counted by itself.
  const whole = history.length === 1;
  if (history.length > 0) {
    const untouched = replay(folder, history, []);
    commits += whole ? 0 : history.length;
    seconds += untouched.seconds;
    for (const commit of untouched.commits) {
      if (whole) imports.push({ folder, commit });
      else if (commit.refused) refused.push({ folder, commit });
    }
  }
  const most = Math.max(1, Math.ceil(perCell / 5 / Math.min(4, repositories.length)));
  const mutants = makeMutants(folder, kinds, { seed, commits: 12, most, wants });
  judge(folder, mutants);
  for (const { kind, shape, language, place, file, base, commit, seen, rules, message } of mutants) {
    results.push({ kind: kind.name, class: kind.class, benign: Boolean(kind.benign), shape: shape.name, unseen: Boolean(shape.unseen), language, place, repository: folder, file, base, commit, seen, rules, message });
  }
}

if (process.env.PAWL_RESULT) fs.writeFileSync(process.env.PAWL_RESULT, `${results.map((one) => JSON.stringify(one)).join('\n')}\n`);
printTables(kinds, results, seed);
const rate = seconds > 0 ? (commits + imports.length) / seconds : 0;
const share = (100 * refused.length) / Math.max(commits, 1);
console.log(`\nuntouched commits: ${commits}, refused by a defect rule: ${refused.length} (${share.toFixed(1)} %, target 1 %), ${rate.toFixed(1)} commits/s`);
printRefused(refused);
const strange = imports.filter(({ commit }) => commit.refused);
console.log(`\nwhole trees of repositories without a history, not counted above: ${imports.length}, refused: ${strange.length}`);
printRefused(strange);
if (process.env.PAWL_MISSED) {
  console.log('\nmissed:');
  for (const one of results.filter((result) => result.seen === result.benign)) {
    console.log(`  ${one.kind} (${one.shape}, ${one.language}): git -C ${one.repository} show ${one.commit}`);
  }
}
