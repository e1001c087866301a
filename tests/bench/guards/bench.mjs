// bench.mjs PAWL WORK [REPO…]: how many wounds of each class the guards see, and how many untouched
// real commits a defect rule refuses. Wounds are commits on top of real ones, in a clone of each
// repository below WORK; one `pawl guard replay` judges them all.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { mutations } from './mutations.mjs';

const [program, work, ...repositories] = process.argv.slice(2);
const perClass = Number(process.env.PAWL_WOUNDS ?? 30);
const seed = Number(process.env.PAWL_SEED ?? 20260101);

function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 30, ...options });
  if (done.error) throw done.error;
  return done;
}
function git(folder, args, input) {
  const done = run('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost', '-C', folder, ...args],
    { input });
  if (done.status !== 0) throw new Error(`git ${args[0]}: ${done.stderr}`);
  return done.stdout;
}

// Small and repeatable: mulberry32.
function makeRandom(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// A GitHub token with a right checksum (base62 of CRC-32), made up on the spot.
function token(random) {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const body = Array.from({ length: 30 }, () => digits[Math.floor(random() * 62)]).join('');
  let crc = 0xffffffff;
  for (const byte of Buffer.from(body)) {
    crc ^= byte;
    for (let i = 0; i < 8; ++i) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let number = (crc ^ 0xffffffff) >>> 0;
  let sum = '';
  for (let i = 0; i < 6; ++i) {
    sum = digits[number % 62] + sum;
    number = Math.floor(number / 62);
  }
  return `ghp_${body}${sum}`;
}

const isSource = (name) => /\.(c|cc|cpp|h|hpp|go|rs|rb|java|py|js|mjs|cjs|ts|tsx)$/.test(name);

function filesOf(folder, commit) {
  const names = git(folder, ['ls-tree', '-r', '-z', '--name-only', commit]).split('\0').filter(Boolean)
    .filter((name) => /\.(py|js|mjs|cjs|jsx|ts|tsx|go|rs|c|cc|cpp|h|hpp|java|rb|sh|md|json|toml|ya?ml|cfg|ini)$/.test(name)
      && !/(^|\/)(node_modules|vendor|third_party|dist|docs\/guards|data)\//.test(name) && !/\.min\.|-lock\.json$/.test(name));
  // All of them at once: a process for each would take most of the time.
  const done = spawnSync('git', ['-C', folder, 'cat-file', '--batch'],
    { input: names.map((name) => `${commit}:${name}\n`).join(''), maxBuffer: 1 << 30 });
  const texts = new Map();
  let at = 0;
  for (const name of names) {
    const end = done.stdout.indexOf(10, at);
    const size = Number(done.stdout.toString('utf8', at, end).split(' ')[2]);
    texts.set(name, done.stdout.toString('utf8', end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return { names, text: (name) => texts.get(name) };
}

// Commits to wound: spread over the history, the newest among them.
function samples(folder, count) {
  const commits = git(folder, ['rev-list', '--no-merges', 'HEAD']).split('\n').filter(Boolean);
  const step = Math.max(1, Math.floor(commits.length / count));
  return commits.filter((_, index) => index % step === 0).slice(0, count);
}

class Wounder {
  constructor(folder, random) {
    this.folder = folder;
    this.random = random;
    this.stream = '';
    this.wounds = [];
  }

  add(commit, mutation, changes) {
    const mark = this.wounds.length + 1;
    const data = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;
    let entry = `commit refs/heads/wounds\nmark :${mark}\ncommitter Bench <bench@localhost> 1700000000 +0000\n`;
    entry += `${data(mutation.name)}from ${commit}\n`;
    for (const [name, text] of Object.entries(changes)) {
      entry += `M 100644 inline ${JSON.stringify(name)}\n${data(text)}`;
    }
    this.stream += `${entry}\n`;
    this.wounds.push({ mutation });
  }

  write() {
    const marks = path.join(this.folder, 'marks');
    git(this.folder, ['fast-import', '--quiet', '--force', `--export-marks=${marks}`], this.stream);
    for (const line of fs.readFileSync(marks, 'utf8').trim().split('\n')) {
      const [mark, id] = line.split(' ');
      this.wounds[Number(mark.slice(1)) - 1].commit = id;
    }
  }
}

function wound(folder, random) {
  const wounder = new Wounder(folder, random);
  const counts = new Map(mutations.map((mutation) => [mutation.name, 0]));
  for (const commit of samples(folder, 12)) {
    const { names, text } = filesOf(folder, commit);
    const mentioned = new Map();
    const mentions = (name) => {
      if (!mentioned.has(name)) {
        const done = spawnSync('git', ['-C', folder, 'grep', '-qiwF', name.replace('.js', ''), commit]);
        mentioned.set(name, done.status === 0);
      }
      return mentioned.get(name);
    };
    const context = {
      token: () => token(random),
      privateKey: () => crypto.generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
        .export({ type: 'pkcs1', format: 'pem' }),
      hasManifest: names.some((name) => /(^|\/)(package\.json|pyproject\.toml|Cargo\.toml|go\.mod)$/.test(name)),
      mentions,
      // A manifest above the file lists dependencies.
      governed: (file) => {
        const manifest = /\.py$/.test(file.path) ? 'pyproject.toml' : /\.rs$/.test(file.path) ? 'Cargo.toml'
          : /\.go$/.test(file.path) ? 'go.mod' : 'package.json';
        return names.some((name) => path.basename(name) === manifest && /dependencies|require/i.test(text(name))
          && (path.dirname(name) === '.' || file.path.startsWith(`${path.dirname(name)}/`)));
      },
      isPackage: (file) => names.includes(path.join(path.dirname(file.path), '__init__.py')),
      spokenElsewhere: (own, word) => names.some((name) => name !== own && isSource(name) && text(name).includes(word)),
    };
    for (const mutation of mutations) {
      const shuffled = [...names].sort(() => random() - 0.5);
      let made = 0;
      for (const name of shuffled) {
        if (made >= 3 || counts.get(mutation.name) >= perClass) break;
        const file = { path: name, text: text(name) };
        if (file.text.length > 300_000) continue;
        let result = null;
        try {
          result = mutation.make(file, random, context);
        } catch {
          continue; // a file that is not what its ending says
        }
        if (!result || result === file.text) continue;
        wounder.add(commit, mutation, result.add ?? { [name]: result });
        counts.set(mutation.name, counts.get(mutation.name) + 1);
        ++made;
      }
    }
  }
  wounder.write();
  return wounder.wounds;
}

function replay(folder, commits, flags) {
  const done = run(program, ['guard', 'replay', '-', '--repo', folder, '--json', ...flags],
    { input: `${commits.join('\n')}\n` });
  if (done.status !== 0 && done.status !== 6) throw new Error(`pawl guard replay: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

function judgeWounds(folder, wounds, tally, missed) {
  const groups = Map.groupBy ? Map.groupBy(wounds, (w) => w.mutation) : wounds.reduce((map, w) => {
    map.set(w.mutation, [...(map.get(w.mutation) ?? []), w]);
    return map;
  }, new Map());
  for (const [mutation, group] of groups) {
    const flags = ['--strict'];
    if (mutation.targets) flags.push('--targets', mutation.targets.join(','));
    if (mutation.hints) flags.push('--hints', mutation.hints.join(','));
    const document = replay(folder, group.map((w) => w.commit), flags);
    const row = tally.get(mutation.name) ?? { made: 0, seen: 0 };
    document.commits.forEach((commit, index) => {
      ++row.made;
      const seen = commit.findings.some((finding) => finding.standing === 'refuses'
        && mutation.rules.some((rule) => finding.rule.startsWith(rule)));
      if (seen) ++row.seen;
      else missed.push({ folder, name: mutation.name, commit: group[index].commit });
    });
    tally.set(mutation.name, row);
  }
}

const tally = new Map();
const missed = [];
const refused = [];
const imports = [];
let commits = 0;
let seconds = 0;
for (const repository of repositories) {
  const folder = path.join(work, path.basename(repository));
  run('git', ['clone', '--quiet', '--bare', '--no-hardlinks', repository, folder]);
  const history = git(folder, ['rev-list', '--no-merges', 'HEAD']).split('\n').filter(Boolean);
  const untouched = replay(folder, history, []);
  commits += history.length;
  seconds += untouched.seconds;
  // A whole tree that comes at once, as an unpacked archive does, is no change anybody made: links
  // lead to what was not packed. It is told by itself.
  const whole = history.length === 1;
  if (whole) commits -= 1;
  for (const commit of untouched.commits) {
    if (whole) imports.push({ folder, commit });
    else if (commit.refused) refused.push({ folder, commit });
  }
  judgeWounds(folder, wound(folder, makeRandom(seed)), tally, missed);
}

console.log(`\nwounds seen, by class (seed ${seed})`);
for (const { name } of mutations) {
  const row = tally.get(name);
  if (!row) {
    console.log(`  ${name.padEnd(34)} no place found`);
    continue;
  }
  const share = (100 * row.seen) / row.made;
  console.log(`  ${name.padEnd(34)} ${String(row.seen).padStart(4)} of ${String(row.made).padStart(4)}  ${share.toFixed(1).padStart(5)} %${share < 95 ? '   below 95 %' : ''}`);
}
function tellRefused(list) {
  for (const { folder, commit } of list) {
    for (const finding of commit.findings.filter((one) => one.standing === 'refuses').slice(0, 3)) {
      console.log(`  ${path.basename(folder)} ${commit.commit.slice(0, 12)} ${finding.rule} ${finding.path}:${finding.line} ${finding.message.slice(0, 120)}`);
    }
  }
}

const share = (100 * refused.length) / Math.max(commits, 1);
const rate = (commits + imports.length) / seconds;
console.log(`\nuntouched commits: ${commits}, refused by a defect rule: ${refused.length} (${share.toFixed(1)} %, target 1 %), ${rate.toFixed(1)} commits/s`);
tellRefused(refused);
const strange = imports.filter(({ commit }) => commit.refused);
console.log(`\nwhole trees of repositories without a history, not counted above: ${imports.length}, refused: ${strange.length}`);
tellRefused(strange);
console.log('\ninvented URLs are asked of the network, after a replay\'s tiers: see tests/golden/guards/url-grounding');
if (process.env.PAWL_MISSED) {
  console.log('\nmissed:');
  for (const one of missed) console.log(`  ${one.name}: git -C ${one.folder} show ${one.commit}`);
}
