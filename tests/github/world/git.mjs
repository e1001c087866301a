// The git program, on bare repositories of the fake server. Calls wait for git: each request is then one
// step, which nothing else comes between.
import fs from 'node:fs';
import path from 'node:path';

import { launch } from '../../launcher/launcher.mjs';
import { ApiError } from './errors.mjs';

export const kNoCommit = '0'.repeat(40);

// Nothing of the machine's own configuration, and no hooks but those of the server.
export const kGitEnvironment = {
  PATH: process.env.PATH, HOME: '/nonexistent', LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*',
  GIT_CONFIG_KEY_1: 'http.receivepack', GIT_CONFIG_VALUE_1: 'true',
};

// What is asked of commits by their whole ids has one answer for ever, once git could give it. What is kept of answers, by folder and
// question, is for the process; the oldest go first.
const kLasting = new Set(['merge-base', 'rev-list', 'show', 'diff', 'diff-tree', 'ls-tree', 'cat-file', 'merge-tree', 'rev-parse']);
const kNames = /^\^?[0-9a-f]{40}(?:\.\.[0-9a-f]{40}|\^\{\w+\}|:.*)?$/;
const kKeptMax = 5000;
const kKeptBytesMax = 1 << 16;
const kept = new Map();

function lasts(args) {
  const end = args.indexOf('--');
  const names = args.slice(1, end < 0 ? undefined : end).filter((arg) => !arg.startsWith('-') && !/^(?:blob|tree|commit)$/.test(arg));
  return kLasting.has(args[0]) && names.length > 0 && names.every((name) => kNames.test(name));
}

const saysNo = { 'merge-base': 1, 'merge-tree': 1 };

// { code, out (Buffer), err }.
export function tryGit(folder, args, options = {}) {
  if (options.env || options.input || !lasts(args)) return runGit(folder, args, options);
  const question = [folder, ...args].join('\0');
  const known = kept.get(question);
  if (known) return known;
  const done = runGit(folder, args, options);
  if ((done.code === 0 || done.code === saysNo[args[0]]) && done.out.length < kKeptBytesMax) {
    kept.set(question, done);
    if (kept.size > kKeptMax) kept.delete(kept.keys().next().value);
  }
  return done;
}

function runGit(folder, args, options) {
  const done = launch('git', args, { cwd: folder, env: { ...kGitEnvironment, ...options.env }, input: options.input });
  return { code: done.status, out: done.stdout, err: String(done.stderr) };
}

export function git(folder, args, options = {}) {
  const done = tryGit(folder, args, options);
  if (done.code !== 0) throw new Error(`git ${args.join(' ')}: ${done.err || done.code}`);
  return options.raw ? done.out : done.out.toString('utf8').replace(/\n$/, '');
}

export const lines = (text) => (text === '' ? [] : text.split('\n'));

const isWholeId = (name) => /^[0-9a-f]{40}$/.test(name);

// The commit a name stands for (branch, tag, sha, HEAD), or null.
export function commitOf(repo, name) {
  if (typeof name !== 'string' || name === '' || name.startsWith('-')) return null;
  // No branch is called like an id.
  const places = isWholeId(name) ? [name] : [`refs/heads/${name}`, name, `refs/tags/${name}`, `refs/${name}`];
  for (const full of places) {
    const loose = full.startsWith('refs/heads/') && looseRef(repo, full);
    if (loose) return loose;
    const done = tryGit(repo.folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${full}^{commit}`]);
    if (done.code === 0) return done.out.toString().trim();
  }
  return null;
}

// What a ref holds that lies in a file of its own, as git writes them; null if git has to be asked.
function looseRef(repo, ref) {
  if (ref.split('/').some((part) => part === '' || part.startsWith('.'))) return null;
  try {
    const text = fs.readFileSync(path.join(repo.folder, ref), 'latin1').trimEnd();
    return isWholeId(text) ? text : null;
  } catch {
    return null;
  }
}

export function needCommit(repo, name) {
  const sha = commitOf(repo, name);
  if (!sha) throw new ApiError(422, `No commit found for SHA: ${name}`);
  return sha;
}

// Every ref below a prefix and what it leads to, by name.
export function refsOf(repo, prefix = 'refs/heads') {
  const refs = new Map();
  const packed = path.join(repo.folder, 'packed-refs');
  for (const line of fs.existsSync(packed) ? lines(fs.readFileSync(packed, 'utf8').trimEnd()) : []) {
    const [sha, ref] = line.split(' ');
    if (isWholeId(sha)) refs.set(ref, sha);
  }
  const walk = (folder) => {
    for (const entry of fs.readdirSync(path.join(repo.folder, folder), { withFileTypes: true })) {
      const ref = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(ref);
      else if (!entry.name.endsWith('.lock')) refs.set(ref, looseRef(repo, ref) ?? git(repo.folder, ['rev-parse', ref]));
    }
  };
  walk('refs');
  return new Map([...refs].filter(([ref]) => ref === prefix || ref.startsWith(`${prefix}/`)).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function branchSha(repo, branch) {
  const ref = `refs/heads/${branch}`;
  const loose = looseRef(repo, ref);
  if (loose) return loose;
  const done = tryGit(repo.folder, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  return done.code === 0 ? done.out.toString().trim() : null;
}

export function mergeBase(repo, one, other) {
  const done = tryGit(repo.folder, ['merge-base', one, other]);
  return done.code === 0 ? done.out.toString().trim() : null;
}

export function isAncestor(repo, old, young) {
  return tryGit(repo.folder, ['merge-base', '--is-ancestor', old, young]).code === 0;
}

// The text of a file at a commit; null if it is not there.
export function fileText(repo, commit, file) {
  const done = tryGit(repo.folder, ['cat-file', 'blob', `${commit}:${file}`]);
  return done.code === 0 ? done.out.toString('utf8') : null;
}

function person(prefix, who, seconds) {
  return {
    [`GIT_${prefix}_NAME`]: who.name ?? who.login ?? 'nobody',
    [`GIT_${prefix}_EMAIL`]: who.email ?? '',
    [`GIT_${prefix}_DATE`]: `${seconds} +0000`,
  };
}

// A commit of a tree, with GitHub's committer where none is given.
export function commitTree(repo, { tree, parents, message, author, committer, seconds, authorSeconds }) {
  const by = committer ?? { name: 'GitHub', email: 'noreply@github.localhost' };
  return git(repo.folder, ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'], {
    input: message,
    env: { ...person('AUTHOR', author, authorSeconds ?? seconds), ...person('COMMITTER', by, seconds) },
  });
}

// What a commit is: tree, parents, people, message.
export function readCommit(repo, sha) {
  const format = '%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B';
  const [hash, tree, parents, an, ae, ad, cn, ce, cd, message] = git(repo.folder,
    ['show', '--no-patch', `--format=${format}`, sha]).split('\0');
  return {
    sha: hash,
    tree,
    parents: parents === '' ? [] : parents.split(' '),
    author: { name: an, email: ae, date: zulu(ad) },
    committer: { name: cn, email: ce, date: zulu(cd) },
    message: message.replace(/\n+$/, ''),
  };
}

const zulu = (date) => `${new Date(date).toISOString().slice(0, 19)}Z`;

// Writes files ({path: text, null to delete}) on top of a commit; the sha of the new tree.
export function treeWith(repo, base, files) {
  const index = `${repo.folder}/index-${process.pid}-${repo.indexes = (repo.indexes ?? 0) + 1}`;
  const env = { GIT_INDEX_FILE: index };
  try {
    git(repo.folder, base ? ['read-tree', base] : ['read-tree', '--empty'], { env });
    const entries = Object.entries(files).map(([file, content]) => {
      if (content === null) return `0 ${kNoCommit}\t${file}\0`;
      const blob = git(repo.folder, ['hash-object', '-w', '--stdin'], { input: content.text ?? content });
      return `${content.mode ?? '100644'} ${blob}\t${file}\0`;
    });
    git(repo.folder, ['update-index', '-z', '--index-info'], { env, input: entries.join('') });
    return git(repo.folder, ['write-tree'], { env });
  } finally {
    fs.rmSync(index, { force: true });
  }
}
