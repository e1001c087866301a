// `pawl pr comment|review|checks|report-check|edit` and `pawl issue comment`: what is said of a pull
// request, and that nobody acts on a head that is not there any more.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { git, makeRepo, makeWorld, pawl, runJson, writeScript } from './lib.mjs';

const files = {
  'package.json': JSON.stringify({ name: 'sum', version: '1.0.0', license: 'MIT' }),
  'sum.js': 'function sum(list) {\n  return 0;\n}\n\nmodule.exports = { sum };\n',
};
const answer = JSON.stringify({
  commit_message: 'fix: Add up',
  edits: [{ kind: 'replace', path: 'sum.js', find: 'return 0;', content: 'return list.reduce((all, one) => all + one, 0);' }],
});

// A world with an open pull request, #1.
function makeOffered() {
  const world = makeWorld();
  const repo = makeRepo(world, files);
  const plan = path.join(world.folder, 'plan.json');
  fs.writeFileSync(plan, JSON.stringify({ tasks: [{ title: 'Mend', metric: 'docs', subtasks: [{ title: 'Mend sum.js', description: 'Please.', file_hints: ['sum.js'] }] }] }));
  const done = runJson(world, [repo, '--plan-from-file', plan, '--model', `scripted:${writeScript(world, [answer])}`],
    { env: { PAWL_CHECKS_RUN: '0', PAWL_GUARDS_URL_OFFLINE: '1' } });
  assert.equal(done.code, 0, done.err);
  const pr = (args, options) => pawl(world, ['pr', args[0], '1', repo, ...args.slice(1)], options);
  const show = () => JSON.parse(pr(['show', '--json']).out);
  return { world, repo, pr, show, run: done.document.run, branch: done.document.branch };
}

test('comments, reviews and checks are kept, and pr show prints them', () => {
  const { world, repo, pr, show } = makeOffered();
  try {
    const head = show().head_commit;
    assert.deepEqual([show().checks, show().reviews, show().comments], [[], [], []]);
    const comment = pr(['comment', '--body-file', '-', '--author', 'ben', '--json'], { input: 'Why \u001b[31mhere?\n' });
    assert.equal(comment.code, 0, comment.err);
    assert.equal(JSON.parse(comment.out).author, 'ben');
    const remarks = path.join(world.folder, 'remarks.json');
    fs.writeFileSync(remarks, JSON.stringify([{ path: 'sum.js', line: 2, body: 'Start at 0n?' }]));
    const review = pr(['review', '--request-changes', '--comments', remarks, '--head', head.slice(0, 9), '--author', 'ada', '--json']);
    assert.equal(review.code, 0, review.err);
    const made = JSON.parse(review.out);
    assert.equal(made.state, 'changes_requested');
    assert.equal(made.head_commit, head);
    assert.equal(pr(['review', '--approve', '--author', 'eve']).code, 0);

    assert.equal(pr(['checks']).code, 0);
    assert.equal(pr(['report-check', '--name', 'build', '--status', 'in_progress']).code, 0);
    assert.equal(pr(['report-check', '--name', 'build', '--conclusion', 'success', '--head', head]).code, 0);
    assert.equal(pr(['checks']).code, 0);
    assert.equal(pr(['report-check', '--name', 'tests', '--conclusion', 'failure', '--output-file', '-'], { input: 'sum.test.js:3 fails\n' }).code, 0);
    const red = pr(['checks']);
    assert.equal(red.code, 5, red.err);
    assert.match(red.out, /failure +tests[^]*sum\.test\.js:3 fails/);

    const document = show();
    assert.deepEqual(document.checks.map((one) => `${one.name} ${one.conclusion}`), ['build success', 'tests failure']);
    assert.deepEqual(document.reviews.map((one) => one.state), ['changes_requested', 'approved']);
    assert.deepEqual(document.reviews[0].comments, [{ path: 'sum.js', line: 2, body: 'Start at 0n?' }]);
    assert.deepEqual(document.comments.map((one) => one.body), ['Why \u001b[31mhere?\n']);
    const { out } = pr(['show']);
    for (const part of [/Checks\n {2}success {2}build\n {2}failure {2}tests/, /changes requested by ada/, /sum\.js:2\n {6}Start at 0n\?/,
      /approved by eve/, /Comments\n {2}ben, /]) assert.match(out, part);
    assert.doesNotMatch(out, /\u001b/);

    assert.equal(pr(['edit', '--title', 'Add up', '--label', 'bug, sum']).code, 0);
    assert.equal(show().title, 'Add up');
    assert.deepEqual(show().labels, ['bug', 'sum']);
    // A rebuild of the index keeps all of it, and reports it.
    const rebuilt = pawl(world, ['doctor', '--rebuild-index']);
    assert.equal(rebuilt.code, 0, rebuilt.err);
    assert.match(rebuilt.out, /made again from 1 journal, with 1 observation; not touched: 1 pull request, 1 comment, 2 reviews, 1 comment of a review, 2 checks, 1 offered pull request, 1 entry of the ledger/);
    const again = show();
    assert.deepEqual([again.checks, again.reviews, again.comments], [document.checks, document.reviews, document.comments]);

    const issue = pawl(world, ['issue', 'create', 'The lid sticks', repo]);
    assert.equal(issue.code, 0, issue.err);
    assert.equal(pawl(world, ['issue', 'comment', '2', repo, '--body', 'It does.']).code, 0);
    assert.match(pawl(world, ['issue', 'show', '2', repo]).out, /Comments[^]*It does\./);
  } finally {
    world.remove();
  }
});

test('nobody acts on an earlier head, and wrong words are refused', () => {
  const { world, repo, pr, show, branch } = makeOffered();
  try {
    const head = show().head_commit;
    const other = git(repo, 'rev-parse', 'main');
    const rows = [
      [['merge', '--head', other], 8, /is at .* not at/], [['review', '--approve', '--head', other], 8, /is at/],
      [['edit', '--title', 'T', '--head', other], 8, /is at/], [['report-check', '--name', 'b', '--conclusion', 'success', '--head', other], 8, /is at/],
      [['merge', '--head', 'abc'], 2, /7 hex digits/], [['review'], 2, /needs a text/], [['review', '--approve', '--request-changes'], 2, /exclude/],
      [['review', '--comments', '-'], 2, /JSON list/], [['comment'], 2, /nothing to say/], [['comment', '--body', ' '], 2, /needs a text/],
      [['report-check', '--name', 'b'], 2, /one of/], [['report-check', '--name', 'b', '--conclusion', 'green'], 2, /green/],
      [['report-check', '--conclusion', 'success'], 2, /name/], [['edit'], 2, /nothing to change/],
    ];
    for (const [args, code, says] of rows) {
      const done = pr(args, { input: 'no JSON' });
      assert.equal(done.code, code, `${args.join(' ')}: ${done.err}`);
      assert.match(done.err, says);
    }
    const beyond = pr(['review', '--comments', '-'], { input: JSON.stringify([{ path: 'sum.js', line: 99, body: 'Here?' }]) });
    assert.equal(beyond.code, 2);
    assert.match(beyond.err, /the file has 5 lines/);
    for (const command of ['comment', 'review', 'checks', 'edit']) {
      const flags = { comment: ['--body', 'x'], review: ['--approve'], checks: [], edit: ['--title', 'x'] }[command];
      assert.equal(pawl(world, ['pr', command, '7', repo, ...flags]).code, 9);
    }
    assert.equal(pawl(world, ['issue', 'comment', '1', repo, '--body', 'x']).code, 9, '#1 is a pull request');
    assert.deepEqual([show().reviews, show().checks, show().state], [[], [], 'open']);

    // Merged, its branch removed, its commits collected: the change can still be looked at.
    const diff = pr(['diff']).out;
    assert.match(diff, /reduce/);
    assert.equal(pr(['merge', '--squash', '--head', head]).code, 0);
    git(repo, 'update-ref', '-d', `refs/heads/${branch}`);
    git(repo, 'reflog', 'expire', '--expire=now', '--all');
    git(repo, 'gc', '--quiet', '--prune=now');
    const after = pr(['diff']);
    assert.equal(after.code, 0, after.err);
    assert.equal(after.out, diff);
    assert.equal(pr(['merge', '--head', other]).code, 0, 'merged already');
  } finally {
    world.remove();
  }
});
