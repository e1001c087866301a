// Every git that Pawl starts, whatever the command, has the whole of the hardening: a program in
// front of git notes the environment of each call, and the tables are those of src/git/hardening.cpp.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { git, makeRepo, makeWorld, manyRecipes, pawl } from './lib.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

// The rows of a table of strings.
function table(source, name) {
  const start = source.indexOf(`${name} = std::to_array`);
  assert.ok(start > 0, name);
  const rows = source.slice(start, source.indexOf('});', start));
  return [...rows.matchAll(/\{"([^"]+)", "([^"]*)"\}/g)].map((row) => [row[1], row[2]]);
}

const hardening = fs.readFileSync(path.join(root, 'src/git/hardening.cpp'), 'utf8');
const settings = table(hardening, 'kSettings');
const variables = table(hardening, 'kVariables');

// A git that notes how it was called.
function watched(world) {
  const real = '/usr/bin/git';
  const folder = path.join(world.folder, 'watched');
  const calls = path.join(world.folder, 'calls');
  fs.mkdirSync(folder);
  fs.mkdirSync(calls);
  fs.writeFileSync(path.join(folder, 'git'), `#!/bin/sh
name=$(mktemp '${calls}/XXXXXXXX')
{ printf '%s ' "$@"; printf '\\0'; env -0; } > "$name"
exec ${real} "$@"
`, { mode: 0o755 });
  world.env.PATH = `${folder}:${world.env.PATH ?? process.env.PATH}`;
  return () => fs.readdirSync(calls).map((name) => {
    const [args, ...entries] = fs.readFileSync(path.join(calls, name), 'utf8').split('\0').filter((one) => one !== '');
    const env = Object.fromEntries(entries.map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)];
    }));
    return { args, env };
  });
}

function configured(env) {
  const found = new Map();
  for (let i = 0; i < Number(env.GIT_CONFIG_COUNT); i += 1) found.set(env[`GIT_CONFIG_KEY_${i}`], env[`GIT_CONFIG_VALUE_${i}`]);
  return found;
}

// What may start another git in the target: nothing else may use any protocol.
const speaking = /(^|[^-])\b(clone|ls-remote|push) /;

test('every git of every command is hardened', () => {
  const world = makeWorld();
  world.env.PAWL_RECIPES_ENABLED = manyRecipes;
  try {
    const calls = watched(world);
    const repo = makeRepo(world, {
      'README.md': '# Project\n\nSee [x](missing.md).\n',
      'package.json': JSON.stringify({ name: 'x', version: '1.0.0' }),
      'a.py': 'def a():\n    return 1\n',
    });
    const patch = path.join(world.folder, 'change.patch');
    fs.writeFileSync(patch, 'diff --git a/n.md b/n.md\nnew file mode 100644\n--- /dev/null\n+++ b/n.md\n@@ -0,0 +1 @@\n+new\n');
    fs.appendFileSync(path.join(repo, 'a.py'), '\n');
    git(repo, 'add', 'a.py');
    fs.appendFileSync(path.join(repo, 'a.py'), '\n');
    const kinds = new Set();
    for (const command of [['doctor'], ['analyze', repo, '--no-checks'], ['facts', repo], ['plan', repo],
      ['run', repo, '--yes'], ['status', repo], ['pr', 'list', repo], ['pr', 'diff', '1', repo],
      ['guard', 'check', '--repo', repo, '--fast'], ['guard', 'check', '--repo', repo, '--staged', '--fast'],
      ['guard', 'check', '--repo', repo, '--head', 'HEAD'], ['guard', 'check', '--repo', repo, '--patch', patch, '--fast'],
      ['guard', 'replay', 'HEAD', '--repo', repo], ['guard', 'install-hook', '--repo', repo],
      ['issue', 'create', repo, '--title', 'Mend a.py', '--body', 'See a.py'], ['fix', repo, '--issue', '1', '--yes'],
      ['memory', 'list', repo], ['migrate', repo, '--to', 'vitepress', '--yes'], ['replay'],
      ['pr', 'merge', '1', repo, '--squash'], ['reset', repo]]) {
      pawl(world, command, { env: { PAWL_CHECKS_RUN: 'false' } });
    }
    const seen = calls();
    for (const { args, env } of seen) {
      for (const [name, value] of variables) {
        // Three that a call sets for itself, within what it may.
        if (['GIT_OPTIONAL_LOCKS'].includes(name)) continue;
        assert.equal(env[name], value, `${name} of git ${args}`);
      }
      const found = configured(env);
      for (const [key, value] of settings) assert.equal(found.get(key), value, `${key} of git ${args}`);
      assert.equal(env.GIT_NO_LAZY_FETCH, '1', `git ${args}`);
      const speaks = speaking.test(args);
      assert.equal(env.GIT_ALLOW_PROTOCOL, speaks ? 'file' : 'none', `git ${args}`);
      for (const word of args.split(' ')) kinds.add(word);
    }
    for (const kind of ['--version', 'rev-parse', 'cat-file', 'for-each-ref', 'clone', 'upload-pack', 'checkout', 'status',
      'update-index', 'fast-import', 'ls-remote', 'push', 'receive-pack', 'diff', 'diff-index', 'ls-files', 'apply',
      'write-tree', 'rev-list', 'read-tree', 'merge-tree', 'commit-tree', 'unpack-objects', 'worktree',
      'config']) {
      assert.ok(kinds.has(kind), `the commands of this test start git ${kind}`);
    }
  } finally {
    world.remove();
  }
});

function sources(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return sources(full);
    return /\.(cpp|hpp)$/.test(entry.name) && !/_test\.cpp$/.test(entry.name) ? [full] : [];
  });
}

// What only tests are made of, with their headers, by the list of each module.
function supports(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const list = path.join(folder, entry.name, 'CMakeLists.txt');
    if (!entry.isDirectory() || !fs.existsSync(list)) return [];
    const [, words = ''] = /TEST_SUPPORT([^)A-Z]*)/.exec(fs.readFileSync(list, 'utf8')) ?? [];
    return words.trim().split(/\s+/).filter(Boolean)
      .map((word) => path.join(folder, entry.name, word).replace(/\.cpp$/, ''));
  });
}

test('git is started in one place', () => {
  const shared = new Set(supports(path.join(root, 'src')));
  assert.ok(shared.size > 0);
  const starts = sources(path.join(root, 'src')).filter((file) => !shared.has(file.replace(/\.[ch]pp$/, ''))).filter((file) => {
    const text = fs.readFileSync(file, 'utf8');
    return /argv\s*=\s*\{"git"|argv\.(emplace_back|push_back)\("git"|"git (upload|receive)-pack|"git "/.test(text);
  }).map((file) => path.relative(root, file)).sort();
  assert.deepEqual(starts, ['src/git/git.cpp', 'src/git/hardening.cpp']);
});
