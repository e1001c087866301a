// Runs on one repository, night after night, that nobody watches: one open pull request for a
// concern, nothing again that a person declined, no more open ones than a person can read.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';

import {
  git, journal, makeRepo, makeWorld, nodePackage, pawl, runFolders, runJson, startPawl, until, writeScript,
} from './lib.mjs';

const quick = { PAWL_CHECKS_RUN: '0', PAWL_GUARDS_URL_OFFLINE: '1' };

// What recipes find here, a concern each, in their order: syntax, commands, links, licence.
const files = {
  'package.json': JSON.stringify({
    name: 'tiny-pad', version: '1.2.3', description: 'Pads text on the left.', license: 'MIT',
    author: 'Ada Example <ada@example.org>', main: 'index.js', scripts: { test: 'node test.js', build: 'node index.js' },
  }, null, 2) + '\n',
  'index.js': 'module.exports = function pad(text, n) {\n  return text.padStart(n);\n};\n',
  'test.js': "const pad = require('./');\nif (pad('a', 3) !== '  a') process.exit(1);\n",
  'colours.json': '{\n  "red": "#f00",\n  "green": "#0f0",\n}\n',
  'README.md': '# tiny-pad\n\nPads text on the left. See [the guide](doc/guide.md).\n\n## Tests\n\n' +
    '```sh\nnpm run biuld\n```\n',
  'docs/guide.md': '# Guide\n\nCall it.\n',
  '.gitignore': 'node_modules/\n',
};

function inWorld(body, content = files) {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, content);
    return body(world, repo);
  } finally {
    world.remove();
  }
}

// One night: a run nobody watches. `about` is what its pull request is about.
function night(world, repo, options = {}) {
  const before = new Set(runFolders(world));
  const done = runJson(world, [repo, ...(options.args ?? [])], { env: { ...quick, ...options.env } });
  const folder = runFolders(world).find((name) => !before.has(name));
  const recipes = (done.document?.tasks ?? []).flatMap((task) => task.subtasks.map((one) => one.title));
  return { ...done, folder, events: folder ? journal(folder) : [], pr: done.document?.pr ?? null, recipes };
}

const pulls = (world, repo) => JSON.parse(pawl(world, ['pr', 'list', repo, '--json']).out).pulls;
const states = (world, repo) => pulls(world, repo).map((one) => `#${one.number} ${one.state}`).join(', ');
const concernsOf = (world, repo, number) => remembered(world, repo).find((one) => one.number === number).concerns;
const remembered = (world, ...args) => {
  const done = pawl(world, ['memory', 'list', ...args, '--json']);
  assert.equal(done.code, 0, done.err);
  return JSON.parse(done.out).pulls;
};
const does = (world, args, code = 0) => {
  const done = pawl(world, args);
  assert.equal(done.code, code, done.err);
  return done;
};
// Commits on the branch, as a person who works on it.
function pushByHand(repo, branch) {
  const tree = git(repo, 'rev-parse', `${branch}^{tree}`);
  const commit = git(repo, 'commit-tree', tree, '-p', branch, '-m', 'A word of mine');
  git(repo, 'update-ref', `refs/heads/${branch}`, commit);
  return commit;
}

test('three nights, one merged, one closed, one left open: no duplicate, and no return', () => inWorld((world, repo) => {
  const first = night(world, repo);
  assert.equal(first.code, 0, first.err);
  assert.deepEqual(concernsOf(world, repo, 1), ['recipe:syntax']);
  does(world, ['pr', 'merge', '1', repo]);

  const second = night(world, repo);
  assert.equal(second.code, 0, second.err);
  assert.deepEqual(concernsOf(world, repo, 2), ['recipe:commands']);
  does(world, ['pr', 'close', '2', repo]);

  const third = night(world, repo);
  assert.equal(third.code, 0, third.err);
  assert.deepEqual(concernsOf(world, repo, 3), ['recipe:links']);
  assert.match(third.err, /left out T\d{3}-S\d{2}: pull request #2 \(.*\) offered it, and was closed without a merge/);
  const left = third.events.filter((event) => event.kind === 'plan.dropped');
  assert.equal(left.length, 1, JSON.stringify(left));
  assert.match(left[0].data.reason, /pawl memory forget TARGET --pull 2/);

  // A person works on the third one meanwhile: it is theirs.
  const byHand = pushByHand(repo, third.pr.branch);
  const fourth = night(world, repo);
  assert.equal(fourth.code, 0, fourth.err);
  assert.match(fourth.err, /open from earlier runs: #3 /);
  assert.deepEqual(concernsOf(world, repo, 4), ['recipe:licence']);
  assert.match(fourth.err, /pull request #3 \(.*\) offers it already, and is open/);
  assert.equal(git(repo, 'rev-parse', third.pr.branch), byHand);

  const fifth = night(world, repo);
  assert.equal(fifth.code, 3, fifth.err);
  assert.equal(fifth.document.state, 'nothing_to_do');
  assert.match(fifth.document.reason, /the plan is empty: pull request #\d/);
  assert.equal(states(world, repo), '#1 merged, #2 closed, #3 open, #4 open');
  assert.equal(git(repo, 'rev-parse', third.pr.branch), byHand);

  // The memory says what was declined, since when; and forgetting brings that back, and that alone.
  const closed = remembered(world, repo).find((one) => one.number === 2);
  assert.equal(closed.state, 'closed');
  assert.equal(closed.forgotten, false);
  assert.match(closed.since, /^\d{4}-\d{2}-\d{2}T/);
  const shown = does(world, ['memory', 'list', repo]);
  assert.match(shown.out, /#2 +closed +\d{4}-\d{2}-\d{2} +.*recipe:commands +declined; not offered again/);
  assert.match(shown.out, /#1 +merged/);
  does(world, ['memory', 'forget', repo, '--pull', '9'], 3);
  assert.equal(JSON.parse(does(world, ['memory', 'forget', repo, '--pull', '2', '--json']).out).pulls, 1);
  assert.equal(remembered(world).find((one) => one.number === 2).forgotten, true);
  const sixth = night(world, repo);
  assert.equal(sixth.code, 0, sixth.err);
  assert.deepEqual(concernsOf(world, repo, 5), ['recipe:commands']);
  assert.equal(night(world, repo, { env: { PAWL_FORGE_OPEN_MAX: '9' } }).code, 3);
}));

test('a run that would open one too many does not begin, and names those that are open', () => inWorld((world, repo) => {
  const limit = { PAWL_FORGE_OPEN_MAX: '2' };
  for (let i = 0; i < 2; i += 1) assert.equal(night(world, repo, { env: limit }).code, 0);
  const runs = runFolders(world).length;
  const full = night(world, repo, { env: limit });
  assert.equal(full.code, 4, full.err);
  assert.match(full.err, /2 pull requests of Pawl's are open here, and no more than 2 may be \(forge\.open_max\)/);
  for (const pull of pulls(world, repo)) assert.ok(full.err.includes(`#${pull.number} ${pull.title}`), full.err);
  assert.equal(runFolders(world).length, runs, 'no run was made');
  // A plan may be looked at all the same, and a merge makes room.
  assert.equal(night(world, repo, { env: limit, args: ['--dry-run'] }).code, 0);
  does(world, ['pr', 'merge', '1', repo]);
  assert.equal(night(world, repo, { env: limit }).code, 0);
  // Three are the default, and 0 is no limit.
  assert.equal(night(world, repo).code, 0);
  assert.equal(night(world, repo).code, 4);
  assert.equal(night(world, repo, { env: { PAWL_FORGE_OPEN_MAX: '0' } }).code, 3);
}));

// A model server that holds back its first answer until it is released.
async function startPatientModel(answers) {
  let posts = 0;
  let goOn;
  const told = new Promise((resolve) => { goOn = resolve; });
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', async () => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'GET') return response.end(JSON.stringify({ data: [{ id: 'm' }] }));
      const content = answers[posts];
      posts += 1;
      await told;
      return response.end(JSON.stringify({
        choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }], usage: { prompt_tokens: 1, completion_tokens: 1 },
      }));
    });
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  return {
    spec: `openai:m@http://127.0.0.1:${server.address().port}/v1`,
    asked: () => posts > 0,
    goOn,
    stop: () => { server.closeAllConnections(); server.close(); },
  };
}

test('a run that finds no room at its end keeps its commits, and a resume offers them', async () => {
  const world = makeWorld();
  const repo = makeRepo(world, files);
  const model = await startPatientModel([plan('Say more', 'docs', 'docs/guide.md'),
    replace('docs/guide.md', 'Call it.', 'Call it with a text and a width.', 'docs: Say how to call it')]);
  const env = { ...quick, PAWL_FORGE_OPEN_MAX: '1', PAWL_MODEL_STREAM: 'false' };
  const run = startPawl(world, ['run', repo, '--yes', '--json', '--model', model.spec], { env });
  try {
    await until(() => model.asked(), 'the question for a plan');
    // Another run takes the room meanwhile.
    does(world, ['issue', 'create', 'Opens wrongly', repo, '--body', 'index.js:1']);
    const script = writeScript(world, [plan('Mend', 'bug', 'index.js'),
      replace('index.js', 'padStart(n)', 'padStart(Number(n))', 'fix: Take a number as text')]);
    const fix = pawl(world, ['fix', repo, '--issue', '1', '--yes', '--model', `scripted:${script}`], { env });
    assert.equal(fix.code, 0, fix.err);
    model.goOn();
    const done = await run.ended;
    assert.equal(done.code, 4, done.err);
    const document = JSON.parse(done.out);
    assert.match(document.reason, /forge\.open_max.*`pawl run --resume` offers it/);
    assert.equal(document.commits.length, 1);
    assert.equal(document.pr, null);
    assert.ok(!git(repo, 'branch', '--list').includes(document.branch), 'nothing was published');
    const resume = () => startPawl(world, ['run', repo, '--resume', '--yes', '--json'], { env }).ended;
    const full = await resume();
    assert.equal(full.code, 4, full.err);
    does(world, ['pr', 'close', '2', repo]);
    const resumed = await resume();
    assert.equal(resumed.code, 0, resumed.err);
    assert.equal(JSON.parse(resumed.out).commits[0].id, document.commits[0].id);
    assert.equal(states(world, repo), '#2 closed, #3 open');
    // Nobody reads of the server, neither in the text nor in the commit.
    const shown = pawl(world, ['pr', 'show', '3', repo]).out + git(repo, 'log', '-1', '--format=%B', document.branch);
    assert.match(shown, /openai:m/);
    assert.doesNotMatch(shown, /127\.0\.0\.1/);
  } finally {
    model.goOn();
    run.child.kill('SIGKILL');
    await run.ended;
    model.stop();
    world.remove();
  }
});

// ---- what a model makes

const plan = (title, metric, file, action = 'modify') => JSON.stringify({
  tasks: [{ title, metric, subtasks: [{ title, description: title, file_hints: [file], action }] }],
});
const replace = (file, find, content, message) => JSON.stringify({
  commit_message: message, edits: [{ kind: 'replace', path: file, find, content }],
});
const box = {
  'docs/use.md': '# Box\n\nA box to put things in.\n\n## Usage\n\nOpen it, and put things in.\n\n## Licence\n\nNone yet.\n',
  'box.js': 'function open(lid) {\n  return lid + 1;\n}\n\nfunction shut(lid) {\n  return lid - 1;\n}\n\nmodule.exports = { open, shut };\n',
};
const modelNight = (world, repo, answers) => night(world, repo, {
  args: ['--model', `scripted:${writeScript(world, answers)}`],
});
const skipped = (run) => run.events.filter((event) => event.kind === 'subtask.skipped').map((event) => event.data.reason);

test('what a person declined does not come back under another title, metric or wording', () => inWorld((world, repo) => {
  const first = modelNight(world, repo, [plan('Explain how to open the box', 'docs', 'docs/use.md'),
    replace('docs/use.md', 'Open it, and put things in.', 'Open the lid first.\nThen put things in, one by one.', 'docs: Explain the lid')]);
  assert.equal(first.code, 0, first.err);
  assert.match(first.err, /budget of this run: 5\.000 USD \(the default; --max-cost sets another\)/);
  assert.match(first.err, /spent: 0\.000 USD of 5\.000 USD, in 2 model calls and \d+ tokens/);
  assert.deepEqual(concernsOf(world, repo, 1), ['docs:docs/use.md']);
  does(world, ['pr', 'close', '1', repo]);

  // The same metric and file: the plan alone says it.
  const same = modelNight(world, repo, [plan('Write better instructions', 'docs', 'docs/use.md')]);
  assert.equal(same.code, 3, same.err);
  assert.match(same.document.reason, /pull request #1 \(.*\) offered it, and was closed/);

  // Another metric, another title, other words: the same lines give way.
  const reworded = modelNight(world, repo, [plan('Polish the prose', 'code_quality', 'docs/use.md'),
    replace('docs/use.md', 'Open it, and put things in.', 'Lift up its cover; afterwards fill it.', 'style: Polish')]);
  assert.equal(reworded.code, 3, reworded.err);
  assert.match(skipped(reworded)[0], /pull request #1 /);

  // The same section, at another line.
  const beside = modelNight(world, repo, [plan('Add a warning', 'security', 'docs/use.md'),
    replace('docs/use.md', '## Usage\n', '## Usage\n\nMind your fingers when you shut it.\n', 'docs: Warn')]);
  assert.equal(beside.code, 3, beside.err);

  // Another section is another matter, and so is a file of its own.
  const other = modelNight(world, repo, [plan('Name the licence', 'license', 'docs/use.md'),
    replace('docs/use.md', 'None yet.', 'Ask the author of the box.', 'docs: Name the licence')]);
  assert.equal(other.code, 0, other.err);
  const code = modelNight(world, repo, [plan('Guard the lid', 'code_quality', 'box.js'),
    replace('box.js', '  return lid + 1;', '  return Number(lid) + 1;', 'fix: Take any lid')]);
  assert.equal(code.code, 0, code.err);
  assert.equal(states(world, repo), '#1 closed, #2 open, #3 open');

  // While it is open nothing of the kind is offered a second time.
  const twice = modelNight(world, repo, [plan('Be strict about lids', 'structure', 'box.js'),
    replace('box.js', '  return lid + 1;', '  return Number(lid) + 1;', 'refactor: Be strict')]);
  assert.equal(twice.code, 3, twice.err);
  assert.match(skipped(twice)[0], /pull request #3 .*offers it already, and is open/);
  // A person who asks for it by a plan gets what was declined, and no second copy of what is open.
  const file = path.join(world.folder, 'plan.json');
  fs.writeFileSync(file, plan('Explain how to open the box', 'docs', 'docs/use.md'));
  const script = writeScript(world, [replace('docs/use.md', 'Open it, and put things in.', 'Open the lid first.', 'docs: Explain the lid')]);
  const asked = night(world, repo, { args: ['--plan-from-file', file, '--model', `scripted:${script}`] });
  assert.equal(asked.code, 0, asked.err);
}, box));

test('a fix that waits for a person is not made twice, and without it broken is not nothing to do', () => inWorld((world, repo) => {
  const checked = (answers) => night(world, repo, {
    args: ['--model', `scripted:${writeScript(world, answers)}`], env: { PAWL_CHECKS_RUN: '1' },
  });
  const nothing = JSON.stringify({ tasks: [] });
  const mend = replace('sum.js', '  return 0;', '  return list.reduce((all, one) => all + one, 0);', 'fix: Sum');
  const first = checked([nothing, mend]);
  assert.equal(first.code, 0, first.err);
  const concerns = concernsOf(world, repo, 1);
  assert.ok(concerns.length > 0 && concerns.every((one) => one.startsWith('test:')), concerns.join());
  assert.match(pulls(world, repo)[0].body, /^## What was broken\n\n- the test .*adds.* failed\n[^]*## What passes now\n\n- .*adds/);
  const second = checked([nothing]);
  assert.equal(second.code, 3, second.err);
  assert.match(second.document.reason, /pull request #1 .* offers it already, and is open/);
  does(world, ['pr', 'close', '1', repo]);
  const third = checked([nothing]);
  assert.equal(third.code, 6, third.err);
  assert.match(third.document.reason, /1 test of the repository fails.*was closed without a merge/);
}, {
  ...nodePackage({ name: 'sum' }),
  'sum.js': 'function sum(list) {\n  return 0;\n}\n\nmodule.exports = { sum };\n',
  'sum.test.js': "const test = require('node:test');\nconst assert = require('node:assert');\nconst { sum } = require('./sum');\n\ntest('adds', () => assert.equal(sum([1, 2]), 3));\n",
}));

test('what was merged and taken back is not offered again, and is remembered', () => inWorld((world, repo) => {
  const answers = [plan('Guard the lid', 'code_quality', 'box.js'),
    replace('box.js', '  return lid + 1;', '  return Number(lid) + 1;', 'fix: Take any lid')];
  assert.equal(modelNight(world, repo, answers).code, 0);
  does(world, ['pr', 'merge', '1', repo, '--squash']);
  assert.doesNotMatch(git(repo, 'log', '-1', '--format=%B'), /<!--|pawl-concerns/);
  git(repo, 'revert', '--no-edit', 'HEAD');
  const again = modelNight(world, repo, answers);
  assert.equal(again.code, 3, again.err);
  assert.match(skipped(again)[0], /pull request #1 .*brought it .*, and somebody took it back/);
  does(world, ['memory', 'forget', repo, 'box.js']);
  assert.equal(modelNight(world, repo, answers).code, 0);
}, box));

test('what a person brought into the base by hand is merged, whatever the forge says', () => inWorld((world, repo) => {
  const first = night(world, repo);
  assert.equal(first.code, 0, first.err);
  git(repo, 'merge', '--quiet', '--ff-only', first.pr.branch);
  const second = night(world, repo, { env: { PAWL_FORGE_OPEN_MAX: '1' } });
  assert.equal(second.code, 0, second.err);
  // A squash under another name, and the pull request closed.
  git(repo, 'merge', '--quiet', '--squash', second.pr.branch);
  git(repo, 'commit', '--quiet', '-m', 'Mine');
  does(world, ['pr', 'close', '2', repo]);
  assert.deepEqual(remembered(world, repo).map((one) => one.state), ['merged', 'merged']);
  // So neither concern is held back when it breaks again.
  fs.writeFileSync(path.join(repo, 'sizes.json'), '{\n  "large": 1,\n}\n');
  git(repo, 'add', '--all');
  git(repo, 'commit', '--quiet', '-m', 'Sizes');
  const third = night(world, repo);
  assert.equal(third.code, 0, third.err);
  assert.deepEqual(concernsOf(world, repo, 3), ['recipe:syntax']);
}));

test('a machine that remembers nothing learns from the forge, whatever became of its own notes', () => inWorld((world, repo) => {
  assert.equal(night(world, repo).code, 0);
  does(world, ['pr', 'close', '1', repo]);
  // Nothing of the memory is left, but the pull requests are where the forge keeps them.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite') ?? {};
  if (DatabaseSync) {
    const database = new DatabaseSync(path.join(world.state, 'pawl.db'));
    database.exec('DELETE FROM offers');
    database.close();
  }
  assert.deepEqual(concernsOf(world, repo, 1), ['recipe:syntax']);
  const second = night(world, repo);
  assert.equal(second.code, 0, second.err);
  assert.deepEqual(concernsOf(world, repo, 2), ['recipe:commands']);
}));

test('the text of a pull request begins with what was broken, and keeps what is private', () => inWorld((world, repo) => {
  const done = night(world, repo, { env: { PAWL_MODEL_BASE_URL: 'http://models.house.example:8080/v1' } });
  assert.equal(done.code, 0, done.err);
  const [pull] = pulls(world, repo);
  const heads = [...pull.body.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
  assert.deepEqual(heads.slice(0, 4), ['What was broken', 'What passes now', 'Why it is worth merging', 'What was refused']);
  assert.match(pull.body, /^## What was broken\n\n- colours\.json: /);
  const [front, folded] = pull.body.split('<details>');
  // Where the proof lies is said of the run; all else of it is folded.
  const said = front.replace(/^- All of it: `refs\/pawl\/proofs\/.*$/m, '');
  assert.notEqual(said, front);
  assert.doesNotMatch(said, new RegExp(`${done.document.run}|T001|recipes:`));
  assert.match(folded, new RegExp(done.document.run));
  assert.ok(!pull.body.includes(world.folder));
  assert.match(pull.body, /<!-- pawl-concerns: \["recipe:syntax"\] -->/);
}));
