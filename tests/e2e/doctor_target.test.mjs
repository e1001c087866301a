// `pawl doctor TARGET`: what would make the checks of a repository possible.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { makeRepo, makeWorld, pawl } from './lib.mjs';

function examined(world, repo, env = {}) {
  const done = pawl(world, ['doctor', repo, '--json'], { env });
  assert.equal(done.code, 0, done.err);
  return JSON.parse(done.out).checks;
}
const named = (checks, name) => checks.filter((one) => one.check === name);

test('a check that cannot run says what would make it possible', (context) => {
  const world = makeWorld();
  context.after(() => world.remove());
  const repo = makeRepo(world, {
    'package.json': JSON.stringify({ name: 'box', scripts: { test: 'node --test' }, dependencies: { pad: '1' } }),
    'a.test.js': 'require("pad");\n',
    '.devcontainer/devcontainer.json': '{"postCreateCommand": "make deps"}',
  });
  const [tests] = named(examined(world, repo), 'npm tests');
  assert.equal(tests.health, 'warn');
  assert.match(tests.message, /its dependencies are not installed here \(pad\)/);
  assert.match(tests.message, /let them be fetched: checks\.prepare true/);
  assert.doesNotMatch(tests.message, /lend/);
  const [setup] = named(examined(world, repo), 'setup');
  assert.match(setup.message, /devcontainer\.json proposes/);
  assert.match(setup.message, /pawl config set checks\.setup 'project: make deps'/);

  // What is in the checkout can be lent, and what is proposed can be run.
  const modules = path.join(repo, 'node_modules', 'pad');
  fs.mkdirSync(modules, { recursive: true });
  fs.writeFileSync(path.join(modules, 'index.js'), '');
  fs.writeFileSync(path.join(repo, '.git', 'info', 'exclude'), 'node_modules\n');
  assert.match(named(examined(world, repo), 'npm tests')[0].message, /lend your node_modules: checks\.lend checkout/);
  const lent = named(examined(world, repo, { PAWL_CHECKS_LEND: 'checkout' }), 'npm tests')[0];
  if (!/sandbox/.test(lent.message)) assert.match(lent.message, /npm test runs and passes/);
  const set = named(examined(world, repo, {
    PAWL_CHECKS_SETUP: 'project: mkdir -p node_modules/pad && touch node_modules/pad/index.js',
  }), 'npm tests')[0];
  if (!/confine/.test(set.message)) assert.match(set.message, /npm test runs and passes/);
});

test('a lock of pnpm says which pnpm to install', (context) => {
  const world = makeWorld();
  context.after(() => world.remove());
  const repo = makeRepo(world, {
    'package.json': JSON.stringify({ name: 'box', scripts: { test: 'node --test' }, dependencies: { pad: '1.0.0' } }),
    'pnpm-lock.yaml': 'lockfileVersion: 5.4\nspecifiers: {pad: 1.0.0}\ndependencies: {pad: 1.0.0}\n' +
      'packages:\n  /pad/1.0.0:\n    resolution: {integrity: sha512-x}\n',
    'a.test.js': 'require("pad");\n',
  });
  const [tests] = named(examined(world, repo, {
    PAWL_CHECKS_PREPARE: 'true',
    PAWL_CHECKS_MIRRORS: 'npm=http://127.0.0.1:1/',
  }), 'npm tests');
  assert.equal(tests.health, 'warn');
  assert.match(tests.message, /could not be fetched/);
  // Where pnpm 7 is installed, it finds that nobody is there.
  if (!/full sandbox|: pnpm: /.test(tests.message)) assert.match(tests.message, /npm install -g pnpm@7/);
});

test('a lock of Bundler says what its packages need', (context) => {
  const world = makeWorld();
  context.after(() => world.remove());
  const lock = (remote) => `${remote}  specs:\n    pad (1.0.0)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  pad\n`;
  const repo = makeRepo(world, {
    Gemfile: "source 'https://rubygems.org'\ngem 'pad'\n",
    'Gemfile.lock': lock('GEM\n  remote: https://gems.example/\n'),
    'lib/box.rb': 'X = 1\n',
    'test/a_test.rb': "require 'pad'\n",
  });
  const env = { PAWL_CHECKS_PREPARE: 'true', PAWL_CHECKS_MIRRORS: 'bundler=http://127.0.0.1:1/' };
  const [refused] = named(examined(world, repo, env), 'Ruby tests');
  assert.equal(refused.health, 'warn');
  assert.match(refused.message, /Gemfile\.lock names gems\.example, which is no registry of bundler/);
  assert.match(refused.message, /name the registry, if you trust it: checks\.mirrors/);
});

test('a pom that names another host says which, and what of Maven can be lent', (context) => {
  const world = makeWorld();
  context.after(() => world.remove());
  const repo = makeRepo(world, {
    'pom.xml': '<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>box</artifactId>' +
      '<version>1</version><repositories><repository><id>x</id><url>https://evil.example/m2</url></repository>' +
      '</repositories></project>\n',
    'src/test/java/BoxTest.java': 'public class BoxTest {}\n',
  });
  const home = path.join(world.folder, 'maven-home');
  fs.mkdirSync(path.join(home, '.m2', 'repository'), { recursive: true });
  const env = { PAWL_CHECKS_PREPARE: 'true', HOME: home };
  const [tests] = named(examined(world, repo, env), 'Maven tests');
  assert.equal(tests.health, 'warn');
  assert.match(tests.message, /pom\.xml names evil\.example, which is no registry of maven \(checks\.mirrors\)/);
  assert.match(tests.message, /lend your ~\/\.m2\/repository: checks\.lend maven/);
});

test('a repository elsewhere is not looked at', (context) => {
  const world = makeWorld();
  context.after(() => world.remove());
  const done = pawl(world, ['doctor', 'https://host.invalid/owner/repo']);
  assert.equal(done.code, 2);
  assert.match(done.err, /is not on this machine; clone it first/);
});
