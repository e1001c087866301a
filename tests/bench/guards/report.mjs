// Prints what the bench found.
import path from 'node:path';

const percent = (seen, made) => (made === 0 ? '    -  ' : `${((100 * seen) / made).toFixed(1).padStart(5)} %`);
const goal = 0.95;

function cellsOf(results) {
  const cells = new Map();
  for (const one of results) {
    const cell = cells.get(one.language) ?? { made: 0, seen: 0 };
    ++cell.made;
    if (one.seen) ++cell.seen;
    cells.set(one.language, cell);
  }
  return cells;
}

const countSeen = (list) => list.filter((one) => one.seen).length;

function printKind(kind, mine) {
  const name = `  ${String(kind.class).padStart(2)}  ${kind.name.padEnd(58)}`;
  if (mine.length === 0) {
    console.log(`${name} no place found`);
    return;
  }
  const unseen = mine.filter((one) => one.unseen);
  const low = [...cellsOf(mine)].filter(([, cell]) => cell.seen < goal * cell.made)
    .map(([language, cell]) => `${language} ${cell.seen}/${cell.made}`);
  console.log(`${name} ${String(countSeen(mine)).padStart(4)} of ${String(mine.length).padStart(4)} ${percent(countSeen(mine), mine.length)}  ${percent(countSeen(unseen), unseen.length)}${low.length > 0 ? `  below: ${low.join(', ')}` : ''}`);
}

export function printTables(kinds, results, seed) {
  const byKind = new Map(kinds.map((kind) => [kind.name, []]));
  for (const one of results) byKind.get(one.kind).push(one);
  const order = [...kinds].sort((a, b) => a.class - b.class || a.name.localeCompare(b.name));
  for (const [what, title] of [['defect', 'defects'], ['scope', 'what is wrong only where nobody asked for it']]) {
    console.log(`\n${title}: mutants seen (seed ${seed}); class, kind, seen, share, share of the unseen shapes, languages below 95 %`);
    for (const kind of order.filter((one) => !one.benign && (one.what ?? 'defect') === what)) printKind(kind, byKind.get(kind.name));
  }
  const classes = new Map();
  for (const one of results.filter((result) => !result.benign)) classes.set(one.class, [...(classes.get(one.class) ?? []), one]);
  console.log('\nby class:');
  for (const [number, list] of [...classes].sort((a, b) => a[0] - b[0])) {
    const unseen = list.filter((one) => one.unseen);
    console.log(`  ${String(number).padStart(2)}  ${countSeen(list)} of ${list.length} ${percent(countSeen(list), list.length)}, unseen shapes ${percent(countSeen(unseen), unseen.length)}`);
  }
  const benign = results.filter((one) => one.benign);
  console.log(`\nedits anybody may make: ${benign.length}, refused: ${countSeen(benign)}`);
  for (const one of benign.filter((result) => result.seen).slice(0, 60)) {
    console.log(`  ${one.kind} (${one.shape}, ${one.language}) ${path.basename(one.repository)} ${one.commit.slice(0, 12)} ${one.rules.join(' ')}: ${(one.message ?? '').slice(0, 120)}`);
  }
}

export function printRefused(list) {
  for (const { folder, commit } of list) {
    for (const finding of commit.findings.filter((one) => one.standing === 'refuses').slice(0, 3)) {
      console.log(`  ${path.basename(folder)} ${commit.commit.slice(0, 12)} ${finding.rule} ${finding.path}:${finding.line} ${finding.message.slice(0, 120)}`);
    }
  }
}
