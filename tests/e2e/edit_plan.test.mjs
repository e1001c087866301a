// The question about a plan, on a terminal: what a person changes in their editor is checked, shown and asked about again.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, journal, makeRepo, makeWorld, pawl, pawlProgram, runFolders, writeScript } from './lib.mjs';

const noTerminal = spawnSync('script', ['--version']).error ? 'util-linux has no script(1) here' : false;
const files = { 'README.md': '# Box\n', 'box.js': 'exports.open = () => 7;\n', 'AGENTS.md': '# House rules\n\nBe kind.\n' };
const subtask = (title, hint) => ({ title, description: title, file_hints: [hint], action: 'modify' });
const plan = { role: 'planner', text: JSON.stringify({ tasks: [{ title: 'Do it', metric: 'bug', subtasks: [subtask('Open with one', 'box.js'), subtask('Say so', 'README.md')] }] }) };
const write = (file, content) => ({ role: 'worker', text: JSON.stringify({ commit_message: 'feat: Do it', edits: [{ kind: 'write', path: file, content }] }) });

// `steps` are what the editor does to the file, call by call: lines of a shell in which $1 is the file.
async function inBox(steps, answers, body) {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const editor = path.join(world.folder, 'editor.sh');
    fs.writeFileSync(editor, `n=$(cat ${world.folder}/calls 2>/dev/null || echo 0); n=$((n + 1)); echo $n > ${world.folder}/calls\n` +
      `cp "$1" ${world.folder}/shown-$n\ncase $n in\n${steps.map((step, i) => `${i + 1}) ${step} ;;\n`).join('')}esac\n`);
    const ask = (typed, env = {}) => {
      const command = ['run', repo, '--model', `scripted:${writeScript(world, answers)}`].map((word) => `'${word}'`).join(' ');
      const done = spawnSync('script', ['-q', '-e', '-c', `'${pawlProgram}' ${command}`, '/dev/null'],
        { env: { ...world.env, TERM: 'xterm', VISUAL: `sh ${editor}`, ...env }, input: typed, encoding: 'utf8', timeout: 120_000 });
      const folder = runFolders(world).at(-1);
      return { code: done.status, screen: done.stdout.replaceAll('\r', ''), events: folder ? journal(folder) : [], folder };
    };
    const shown = (n) => fs.readFileSync(path.join(world.folder, `shown-${n}`), 'utf8');
    await body({ world, repo, ask, shown });
  } finally {
    world.remove();
  }
}
const of = (events, kind) => events.filter((event) => event.kind === kind).map((event) => event.data);

test('a plan is changed in the editor, shown again, and worked on as changed', { skip: noTerminal }, () => inBox(
  ["sed -i 's/README.md/AGENTS.md/; s/Say so/Say so to agents/' \"$1\""],
  [plan, write('box.js', 'exports.open = () => 1;\n'), write('AGENTS.md', '# House rules\n\nBe kind. Boxes open with one.\n')],
  ({ world, repo, ask, shown }) => {
    const done = ask('e\ny\n');
    assert.equal(done.code, 0, done.screen);
    assert.match(shown(1), /^# A plan for/);
    assert.match(shown(1), /\n# be done on the files as they are is left out\.\n$/);
    assert.match(done.screen, /\[y\/N\/e\/d\][^]*Say so to agents[^]*\[y\/N\/e\/d\]/);
    assert.equal(of(done.events, 'plan.ready').length, 2);
    assert.equal(of(done.events, 'plan.ready')[1].source, 'a person');
    // No model may name such a file; the person did.
    const branch = of(done.events, 'run.begin')[0].branch;
    assert.deepEqual(git(repo, 'diff', '--name-only', 'main', branch).split('\n').sort(), ['AGENTS.md', 'box.js']);
    assert.equal(fs.existsSync(path.join(world.state, 'scratch')) ? fs.readdirSync(path.join(world.state, 'scratch')).filter((name) => name.startsWith('plan')).length : 0, 0);

    const again = pawl(world, ['replay', path.basename(done.folder), '--json']);
    assert.equal(again.code, 0, again.err);
  }));

test('a slip is named, and the editor opens what was typed; without a change the plan is as it was', { skip: noTerminal }, () => inBox(
  ["sed -i 's/file_hints/files/' \"$1\"", "sed -i 's/ files:/ file_hints:/; s/Open with one/Open with two/' \"$1\"", ':', 'exit 3'],
  [plan], ({ ask, shown }) => {
    const done = ask('e\ne\ne\ne\nn\n');
    assert.equal(done.code, 4, done.screen);
    assert.match(done.screen, /plan\.yaml[^]*files/);
    assert.match(shown(2), / files:/, 'nothing typed is lost');
    assert.match(shown(3), /Open with two/);
    assert.match(done.screen, /ended with an error; the plan stays as it was/);
    assert.equal(of(done.events, 'plan.ready').length, 2);
    assert.match(of(done.events, 'run.exit_clean')[0].reason, /declined/);
  }));

test('a plan of which nothing is left can be changed or given up, not agreed to', { skip: noTerminal }, () => inBox(
  ["sed -i 's/box.js/gone.js/; s/README.md/gone.md/' \"$1\""], [plan], ({ ask }) => {
    const done = ask('e\ny\n');
    assert.equal(done.code, 4, done.screen);
    assert.match(done.screen, /nothing of the changed plan can be done[^]*Change the plan\? \[N\/e\]/);
    assert.match(done.screen, /gone\.js/);
    assert.deepEqual(of(done.events, 'subtask.started'), []);
  }));

test('an editor that is not there is named', { skip: noTerminal }, () => inBox([], [plan], ({ ask }) => {
  const done = ask('e\nn\n', { VISUAL: 'no-such-editor --wait' });
  assert.equal(done.code, 4, done.screen);
  assert.match(done.screen, /the editor `no-such-editor --wait` cannot be run; name another one in EDITOR/);
}));
