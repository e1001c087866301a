// `pawl top` on a terminal: keys choose, show, ask before they change anything, and end it; the terminal is left as it was.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';

import { endFleet, fleetTable, launch, makeFleet } from './fleet_world.mjs';
import { pawl, pawlProgram, until } from './lib.mjs';

// A terminal of 30 lines, with what a person types on its standard input.
function onTerminal(world, command) {
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command',
    `trap : INT; stty rows 30 cols 160; ${command}; code=$?; stty -a | grep -o -- '-\\?icanon'; exit $code`, '/dev/null'],
  { env: { ...world.env, TERM: 'xterm', SHELL: '/bin/sh' }, stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (data) => { text += data; });
  const ended = new Promise((resolve) => { child.on('close', (code) => resolve({ code, text })); });
  return {
    child,
    ended,
    type: (keys) => child.stdin.write(keys),
    // What the screen shows since it was cleared last.
    screen: () => text.slice(text.lastIndexOf('\u001b[3J') + 4),
  };
}

test('top shows runs, asks before it closes one, and leaves the terminal as it was', { timeout: 120_000 }, async () => {
  const fleet = makeFleet();
  const { world } = fleet;
  try {
    const id = launch(fleet, '--description', 'Mend the\u001b]0;title\u0007 pad');
    pawl(world, ['wait', id]);
    const top = onTerminal(world, `'${pawlProgram}' top --every 0.2`);
    const shows = (part) => until(() => top.screen().includes(part), `${part} on the screen: ${top.screen()}`);
    await shows(`> improve   ${id}`);
    assert.ok(!top.screen().includes('\u0007'), 'what it is about is data');
    assert.ok(top.screen().includes('1 run, 0 at work, 1 shown'));
    top.type('\r');
    await shows('artifacts');
    top.type(' ');
    await shows('q: quit');
    top.type('l');
    await shows('any key');
    top.type(' ');
    await shows('q: quit');
    top.type('c');
    await shows(`close ${id}? y/n`);
    top.type('n');
    await until(() => !top.screen().includes('y/n') && top.screen().includes(id), 'the question gone');
    assert.equal(fleetTable(world).total, 1);
    top.type('c');
    await shows('y/n');
    top.type('y');
    await shows('close: done');
    await shows('1 run, 0 at work, 0 shown');
    assert.equal(fleetTable(world).total, 0);
    top.type('a');
    await shows('[closed]');
    top.type('jjkk\u001b[B\u001b[A');
    await shows(`> improve   ${id}`);
    top.type('q');
    const { code, text } = await top.ended;
    assert.equal(code, 0);
    assert.ok(text.trimEnd().endsWith('icanon') && !text.trimEnd().endsWith('-icanon'), JSON.stringify(text.slice(-80)));
    assert.equal(pawl(world, ['top']).code, 2, 'it wants a terminal');
    assert.equal(JSON.parse(pawl(world, ['top', '--json']).out).all, 1);
  } finally {
    await endFleet(fleet);
  }
});

test('top ends with Ctrl-C and leaves the terminal as it was', { timeout: 60_000 }, async () => {
  const fleet = makeFleet();
  const { world } = fleet;
  try {
    const top = onTerminal(world, `'${pawlProgram}' top --every 0.2`);
    await until(() => top.screen().includes('q: quit'), 'the screen');
    top.type('\u0003');
    const { text } = await top.ended;
    assert.ok(text.trimEnd().endsWith('icanon') && !text.trimEnd().endsWith('-icanon'), JSON.stringify(text.slice(-80)));
  } finally {
    await endFleet(fleet);
  }
});
