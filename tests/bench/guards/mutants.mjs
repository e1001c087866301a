// Makes mutants: commits on top of real ones, each with one fault of one kind, written to the
// repository in one go.
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

import { generator } from '../../random.mjs';
import { Repository, commitsOf, git } from './repository.mjs';

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

function toolsFor(repo, random) {
  const shuffle = (list) => {
    const all = [...list];
    for (let i = all.length - 1; i > 0; --i) {
      const j = Math.floor(random() * (i + 1));
      [all[i], all[j]] = [all[j], all[i]];
    }
    return all;
  };
  return {
    random, repo, shuffle,
    pick: (list) => list[Math.floor(random() * list.length)],
    invent: (stem) => {
      let name = stem;
      while (repo.speaks(name)) name += 'x';
      return name;
    },
    token: () => token(random),
    privateKey: () => crypto.generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs1', format: 'pem' }),
  };
}

const data = (content) => {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
};

function writeAll(folder, mutants) {
  const parts = [];
  mutants.forEach((mutant, index) => {
    parts.push(Buffer.from(`commit refs/heads/mutants\nmark :${index + 1}\ncommitter Bench <bench@localhost> 1700000000 +0000\n`));
    parts.push(data('Improve'), Buffer.from(`from ${mutant.base}\n`));
    for (const [name, change] of Object.entries(mutant.files)) {
      const quoted = /["\\\n]/.test(name) ? JSON.stringify(name) : name;
      if (change === null) parts.push(Buffer.from(`D ${quoted}\n`));
      else if (typeof change === 'string' || Buffer.isBuffer(change)) parts.push(Buffer.from(`M 100644 inline ${quoted}\n`), data(change));
      else if (change.link) parts.push(Buffer.from(`M 120000 inline ${quoted}\n`), data(change.link));
      else parts.push(Buffer.from(`M ${change.mode} inline ${quoted}\n`), data(change.text));
    }
    parts.push(Buffer.from('\n'));
  });
  const marks = path.join(folder, 'marks');
  fs.rmSync(marks, { force: true });
  git(folder, ['fast-import', '--quiet', '--force', `--export-marks=${marks}`], Buffer.concat(parts));
  for (const line of fs.readFileSync(marks, 'utf8').trim().split('\n').filter(Boolean)) {
    const [mark, id] = line.split(' ');
    mutants[Number(mark.slice(1)) - 1].commit = id;
  }
}

// What `make` answered, as files; null when it changed nothing. A script that is changed stays one.
function filesOf(answer, file, repo) {
  if (answer === null || answer === undefined || answer === file.text) return null;
  const files = typeof answer === 'string' ? { [file.path]: answer } : answer.files;
  const withMode = ([name, change]) => [name, typeof change === 'string' && repo.modes.get(name) === '100755'
    ? { mode: '100755', text: change } : change];
  return files && Object.fromEntries(Object.entries(files).map(withMode));
}

// Mutants of one repository: {kind, shape, language, place, file, files, base, commit}. `wants(kind,
// language, shape)` says whether one more is of use; at most `most` of a kind, language and shape are
// made here.
export function makeMutants(folder, kinds, { seed, commits, most, wants }) {
  const random = generator(seed);
  const mutants = [];
  const made = new Map();
  for (const commit of commitsOf(folder, commits)) {
    const repo = new Repository(folder, commit);
    const tools = toolsFor(repo, random);
    for (const kind of kinds) {
      for (const language of kind.languages) {
        const pool = tools.shuffle(repo.files(language)).slice(0, 60);
        for (const shape of kind.shapes) {
          const key = `${kind.name}|${language}|${shape.name}`;
          let here = 0;
          for (const file of pool) {
            if (here >= 2 || (made.get(key) ?? 0) >= most || !wants(kind, language, shape)) break;
            let files = null;
            try {
              files = filesOf(shape.make(file, tools), file, repo);
            } catch (error) {
              if (process.env.PAWL_SHAPE_ERRORS) console.error(`${key}: ${file.path}: ${error.stack}`);
              continue; // a file that is not what its ending says
            }
            if (!files) continue;
            ++here;
            made.set(key, (made.get(key) ?? 0) + 1);
            mutants.push({ kind, shape, language, place: file.place, file: file.path, files, base: commit });
            wants(kind, language, shape, true);
          }
        }
      }
    }
  }
  writeAll(folder, mutants);
  return mutants;
}
