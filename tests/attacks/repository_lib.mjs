// What the attacks by a repository share: objects no git would write, and clones that lack some.
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

// A file that no change may bring, found by a guard that looks at every text.
export const conflict = '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n';

// A program that betrays itself and then answers like `cat`.
export function betrayer(world, name = 'betray.sh') {
  const file = path.join(world.folder, name);
  fs.writeFileSync(file, `#!/bin/sh\n${world.betray}\ncat\n`, { mode: 0o755 });
  return file;
}

export function objectFile(repo, id) {
  const folder = fs.existsSync(path.join(repo, '.git')) ? path.join(repo, '.git') : repo;
  return path.join(folder, 'objects', id.slice(0, 2), id.slice(2));
}

// A loose object of any bytes, whether git likes them or not.
export function writeObject(world, repo, type, bytes) {
  return world.gitWith({ input: bytes }, repo, 'hash-object', '-t', type, '-w', '--stdin', '--literally');
}

// A tree of `[mode, name, id]`, in the order given.
export function writeTree(world, repo, entries) {
  const parts = entries.map(([mode, name, id]) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]));
  return writeObject(world, repo, 'tree', Buffer.concat(parts));
}

// A commit of a tree on top of HEAD, which the branch then names.
export function commitTree(world, repo, tree, message = 'Change') {
  const id = writeObject(world, repo, 'commit', [`tree ${tree}`, `parent ${world.git(repo, 'rev-parse', 'HEAD')}`,
    'author T <t@localhost> 1700000000 +0000', 'committer T <t@localhost> 1700000000 +0000', '', `${message}\n`].join('\n'));
  world.git(repo, 'update-ref', 'refs/heads/main', id);
  return id;
}

// A tree whose `width` entries are all the same tree, `levels` deep: width ** levels paths.
export function treeBomb(world, repo, width = 10, levels = 10) {
  let id = writeObject(world, repo, 'blob', 'boom\n');
  let mode = '100644';
  for (let level = 0; level < levels; level += 1) {
    id = writeTree(world, repo, Array.from({ length: width }, (_, i) => [mode, `n${i}`, id]));
    mode = '40000';
  }
  return id;
}

// A loose object of `size` bytes after `start`, all of them `byte`, made without ever holding them:
// one compressed piece, again and again. Its id may be invented: git does not look while it reads a
// blob or a tree. Without one it is the real one, which takes the time to hash it.
export function hugeObject(repo, id, type, size, { start = '', byte = 0 } = {}) {
  const piece = 1 << 24;
  assert.equal(size % piece, 0);
  const head = Buffer.from(`${type} ${Buffer.byteLength(start) + size}\0${start}`);
  const flush = zlib.constants.Z_FULL_FLUSH;
  const packed = (bytes) => zlib.deflateRawSync(bytes, { finishFlush: flush, level: 9 });
  const body = packed(Buffer.alloc(piece, byte));
  let a = 1n;
  let b = 0n;
  for (const one of head) { a += BigInt(one); b += a; }
  const [n, c] = [BigInt(size), BigInt(byte)];
  b = (b + n * a + c * n * (n + 1n) / 2n) % 65521n;
  a = (a + n * c) % 65521n;
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(Number(b) * 65536 + Number(a));
  if (id === null) {
    const hash = crypto.createHash('sha1').update(head);
    for (let i = 0; i < size / piece; i += 1) hash.update(Buffer.alloc(piece, byte));
    id = hash.digest('hex');
  }
  const file = objectFile(repo, id);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const out = fs.openSync(file, 'w');
  fs.writeSync(out, Buffer.from([0x78, 0x01]));
  fs.writeSync(out, packed(head));
  for (let i = 0; i < size / piece; i += 1) fs.writeSync(out, body);
  fs.writeSync(out, Buffer.concat([Buffer.from([0x03, 0x00]), sum]));
  fs.closeSync(out);
  return id;
}

// Makes a partial clone of a repository: its remote is fetched from by a command of the attacker,
// and the blob of `file` is missing, so that reading it asks that remote.
export function lacks(world, repo, file, config = {}) {
  const id = world.git(repo, 'rev-parse', `HEAD:${file}`);
  fs.rmSync(objectFile(repo, id));
  promisor(world, repo, config);
  return id;
}

export function promisor(world, repo, config = {}) {
  const settings = {
    'core.repositoryFormatVersion': '1',
    'extensions.partialClone': 'origin',
    'remote.origin.url': world.folder,
    'remote.origin.promisor': 'true',
    'remote.origin.partialCloneFilter': 'blob:none',
    'remote.origin.uploadpack': `${world.betray}; false`,
    ...config,
  };
  for (const [key, value] of Object.entries(settings)) world.git(repo, 'config', key, value);
}

// What Pawl says of an object that is not there.
export function saysMissing(done, id) {
  assert.equal(done.code, 1, done.err);
  assert.match(done.err, new RegExp(id));
  assert.match(done.err, /fetch it there first/);
}

// What a run needs to be quick.
export const unchecked = { env: { PAWL_CHECKS_RUN: 'false' } };

// A repository with an open pull request of one commit, made by a run.
export async function withPull(world, files = {}) {
  const repo = world.repo({ 'docs/guide.md': '# Guide\n\nText.\n', 'notes.md': 'Notes.\n', ...files });
  const done = await world.runEdits(repo, 'docs/guide.md',
    [{ kind: 'replace', path: 'docs/guide.md', find: 'Text.', content: 'Text, and more of it.' }], unchecked);
  assert.ok([0, 7].includes(done.code), done.out + done.err);
  return repo;
}
