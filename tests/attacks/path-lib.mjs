// What attacks on the folders of checks (`build/path-*.mjs`) have in common. Code of a target runs in
// `src` of a folder that also holds `cache`, and may do to both what it likes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

import { fingerprint } from './lib.mjs';

const readme = '# Box\n\nA box.\n';

// A package whose tests are a shell script.
export function makefileRepo(world, script, files = {}) {
  return world.repo({
    'README.md': readme,
    'package.json': JSON.stringify({ name: 'box', version: '1.0.0', license: 'MIT' }),
    Makefile: 'test:\n\t@sh ./attack.sh\n',
    'attack.sh': script,
    ...files,
  });
}

// A project without a compiler whose tests are shell scripts: {name: text}. They run in `cache/build`;
// CTest writes `cache/ctest.xml` when all have ended.
export function ctestRepo(world, scripts) {
  const files = { 'README.md': readme };
  let list = 'cmake_minimum_required(VERSION 3.16)\nproject(box NONE)\nenable_testing()\n';
  for (const [name, text] of Object.entries(scripts)) {
    files[`${name}.sh`] = text;
    list += `add_test(NAME ${name} COMMAND sh \${CMAKE_SOURCE_DIR}/${name}.sh)\n`;
  }
  return world.repo({ ...files, 'CMakeLists.txt': list, 'main.c': 'int main(void) { return 0; }\n' });
}

// At the end of such a script: CTest cannot replace what the script put at the report's name.
export const keepIt = 'chmod a-w ..\n';

// What `pawl analyze` says of the tests.
export async function testsOf(world, repo, options = {}) {
  const done = await world.pawl(['analyze', repo, '--json', ...(options.args ?? [])], { timeout: 30_000, ...options });
  assert.equal(done.signal, null, `it ends by itself: ${done.err}`);
  const metric = JSON.parse(done.out).metrics.find((one) => one.name === 'tests' || /test results/i.test(one.display_name));
  return { ...done, status: metric.status, details: metric.details };
}

// Nothing of a call stays in the state folder.
export function nothingLeft(world) {
  const scratch = path.join(world.state, 'scratch');
  const left = fs.existsSync(scratch) ? fs.readdirSync(scratch).filter((name) => name !== 'forge') : [];
  assert.deepEqual(left, [], 'scratch folders are removed');
}

// Further files beside the repository that must stay as they are.
export function beside(world, files) {
  world.write(world.outside, files);
  world.printOutside = fingerprint(world.outside);
}

export const write = (file, content) => ({ kind: 'write', path: file, content });
