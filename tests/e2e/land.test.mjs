// `pawl land` on a repository of this machine: what lands is proven and lands once, what does not leaves
// everything as it was.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { checkoutPrint, git, pawl } from './lib.mjs';
import { boxFiles, events, land, landingWorld, makeStopped, makeWork, refsOf, textAt, write } from './landing.mjs';

function withWork(body, options = {}) {
  const { world, repo } = landingWorld();
  try {
    const work = makeWork(world, repo, options);
    body({ world, repo, work });
  } finally {
    world.remove();
  }
}

test('the work of a run lands as one commit that says what it is, once, and a clean checkout moves along', () => {
  withWork(({ world, repo, work }) => {
    write(repo, 'README.md', '# Box\n\nOpens, shuts and holds.\n');
    git(repo, 'commit', '-aqm', 'docs: Say more');
    const before = git(repo, 'rev-parse', 'main');
    const done = land(world, work.run);
    assert.equal(done.code, 0, done.err);
    assert.equal(done.document.end, 'landed');
    assert.equal(done.document.way, 'squash');
    assert.equal(done.document.target, 'main');
    const tip = git(repo, 'rev-parse', 'main');
    assert.equal(done.document.commit, tip);
    assert.equal(git(repo, 'rev-parse', 'main^'), before);
    assert.equal(git(repo, 'log', '-1', '--format=%s'), 'fix: Turn the lid');
    assert.match(git(repo, 'log', '-1', '--format=%b'), new RegExp(`Pawl-Run: ${work.run}\nPawl-Head: ${work.head}`));
    assert.equal(textAt(repo, 'main:lib/lid.js'), 'module.exports = () => 4;');
    assert.equal(textAt(repo, 'main:README.md'), '# Box\n\nOpens, shuts and holds.');
    assert.equal(git(repo, 'status', '--porcelain'), '');
    assert.equal(fs.readFileSync(path.join(repo, 'lib/lid.js'), 'utf8'), 'module.exports = () => 4;\n');
    assert.ok(done.document.checked.some((line) => line.includes('tests of Makefile passed')), done.out);
    assert.deepEqual(events(work, 'run.landed').map((event) => event.data), [{ target: 'main', commit: tip, way: 'squash', head: work.head }]);
    assert.deepEqual(refsOf(repo, 'refs/pawl/landing'), []);
    const { pulls } = JSON.parse(pawl(world, ['pr', 'list', repo, '--json']).out);
    assert.deepEqual(pulls.map((pull) => [pull.state, pull.merge_commit]), [['merged', tip]]);
    assert.equal(JSON.parse(pawl(world, ['status', work.run, '--json']).out).landed.commit, tip);

    const again = land(world, work.run);
    assert.equal(again.code, 0, again.err);
    assert.equal(again.document.end, 'already');
    assert.equal(git(repo, 'rev-parse', 'main'), tip);
    assert.equal(events(work, 'run.landed').length, 1);
  });
});

test('defect of HEAD, the branch that was asked for is not passed over: --ff and --onto', () => {
  withWork(({ world, repo, work }) => {
    git(repo, 'branch', 'release');
    git(repo, 'commit', '-q', '--allow-empty', '-m', 'chore: Go on');
    const print = checkoutPrint(repo);
    const moved = land(world, work.run, '--ff');
    assert.equal(moved.code, 4, moved.err);
    assert.equal(moved.document.end, 'conflict');
    assert.match(moved.err, /cannot be fast-forwarded/);
    const done = land(world, work.run, '--ff', '--onto', 'release');
    assert.equal(done.code, 0, done.err);
    assert.equal(git(repo, 'rev-parse', 'release'), work.head);
    assert.equal(checkoutPrint(repo), print);
    assert.equal(land(world, work.run, '--onto', 'nowhere').code, 9);
    assert.equal(land(world, work.run, '--onto', work.branch).code, 2);
  });
});

test('defect 7: a landing that cannot move a dirty checkout leaves it to the byte, and a retry lands', () => {
  withWork(({ world, repo, work }) => {
    write(repo, 'lib/box.js', '// mine, not committed\n');
    write(repo, 'notes.txt', 'untracked\n');
    git(repo, 'add', 'lib/box.js');
    write(repo, 'lib/box.js', '// mine, not staged either\n');
    const before = git(repo, 'rev-parse', 'main');
    const print = checkoutPrint(repo);
    const refused = land(world, work.run);
    assert.equal(refused.code, 4, refused.err);
    assert.equal(refused.document.end, 'refused');
    assert.match(refused.err, /not committed: lib\/box\.js/);
    assert.match(refused.document.way_out, new RegExp(`refs/pawl/landing/${work.run}`));
    assert.equal(checkoutPrint(repo), print);
    assert.equal(git(repo, 'rev-parse', 'main'), before);
    assert.deepEqual(events(work, 'run.landed'), []);
    const waiting = git(repo, 'rev-parse', `refs/pawl/landing/${work.run}`);

    git(repo, 'stash', '-q');
    const done = land(world, work.run);
    assert.equal(done.code, 0, done.err);
    assert.equal(git(repo, 'rev-parse', 'main'), waiting, 'the very result that was checked before');
    assert.match(done.document.checked.join(), /checked before/);
    assert.equal(fs.readFileSync(path.join(repo, 'notes.txt'), 'utf8'), 'untracked\n');
    git(repo, 'stash', 'pop', '-q');
    assert.equal(fs.readFileSync(path.join(repo, 'lib/box.js'), 'utf8'), '// mine, not staged either\n');
  });
});

test('the result a dirty checkout kept from landing can be merged by hand, and is then known to have landed', () => {
  withWork(({ world, repo, work }) => {
    write(repo, 'lib/box.js', '// mine\n');
    assert.equal(land(world, work.run).code, 4);
    git(repo, 'merge', '-q', '--ff-only', `refs/pawl/landing/${work.run}`);
    const tip = git(repo, 'rev-parse', 'main');
    const done = land(world, work.run);
    assert.equal(done.code, 0, done.err);
    assert.equal(done.document.end, 'already');
    assert.equal(done.document.commit, tip);
    assert.equal(fs.readFileSync(path.join(repo, 'lib/box.js'), 'utf8'), '// mine\n');
  });
});

test('an untracked file in the way of what lands stays, and nothing lands', () => {
  const { world, repo } = landingWorld();
  try {
    const work = makeWork(world, repo);
    git(repo, 'checkout', '-q', work.branch);
    write(repo, 'extra.txt', 'of the run\n');
    git(repo, 'add', 'extra.txt');
    git(repo, 'commit', '-qm', 'docs: More');
    git(repo, 'checkout', '-q', 'main');
    write(repo, 'extra.txt', 'of a person\n');
    const print = checkoutPrint(repo);
    const done = land(world, work.run);
    assert.equal(done.code, 4, done.err);
    assert.match(done.err, /extra\.txt/);
    assert.equal(checkoutPrint(repo), print);
    assert.deepEqual(events(work, 'run.landed'), []);
  } finally {
    world.remove();
  }
});

test('what does not merge, and what fails once merged, does not land', () => {
  withWork(({ world, repo, work }) => {
    git(repo, 'branch', 'other');
    write(repo, 'lib/lid.js', 'module.exports = () => 5;\n');
    git(repo, 'commit', '-aqm', 'fix: Another lid');
    const print = checkoutPrint(repo);
    const conflict = land(world, work.run);
    assert.equal(conflict.code, 4, conflict.err);
    assert.equal(conflict.document.end, 'conflict');
    assert.match(conflict.err, /lib\/lid\.js/);
    assert.equal(checkoutPrint(repo), print);

    // Each side alone passes; both together fail.
    git(repo, 'checkout', '-q', 'other');
    write(repo, 'test.js', "if (require('./lib/lid')() !== 3) process.exit(1);\n");
    git(repo, 'commit', '-aqm', 'test: Hold the lid');
    git(repo, 'checkout', '-q', 'main');
    const after = checkoutPrint(repo);
    const failing = land(world, work.run, '--onto', 'other');
    assert.equal(failing.code, 6, failing.err);
    assert.equal(failing.document.end, 'findings');
    assert.equal(git(repo, 'log', '-1', '--format=%s', 'other'), 'test: Hold the lid');
    assert.equal(land(world, work.run, '--onto', 'other', '--force').code, 6, 'no force lands over a finding');
    assert.equal(checkoutPrint(repo), after);
    assert.deepEqual(events(work, 'run.landed'), []);
    assert.deepEqual(events(work, 'land.refused').map((event) => event.data.end), ['conflict', 'findings', 'findings']);
  });
});

test('the commands that verify a run are run on what would land', () => {
  withWork(({ world, repo, work }) => {
    const request = path.join(work.folder, 'artifacts', 'request.json');
    const wish = { ...JSON.parse(fs.readFileSync(request, 'utf8')), land_on: 'next', commands: ['node test.js', 'grep -q 4 lib/lid.js'] };
    fs.writeFileSync(request, JSON.stringify(wish));
    git(repo, 'branch', 'next');
    fs.writeFileSync(request, JSON.stringify({ ...wish, commands: [...wish.commands, 'echo it is wrong >&2; exit 3'] }));
    const refused = land(world, work.run);
    assert.equal(refused.code, 6, refused.err);
    assert.match(refused.document.findings.join(), /exit 3.*it is wrong/s);
    fs.writeFileSync(request, JSON.stringify(wish));
    const done = land(world, work.run);
    assert.equal(done.code, 0, done.err);
    assert.equal(done.document.target, 'next', 'the branch that was recorded');
    assert.ok(done.document.checked.includes('`grep -q 4 lib/lid.js` passed'));
  });
});

test('defect 2: landed is what the target holds, whoever brought it, and nothing else', () => {
  withWork(({ world, repo, work }) => {
    git(repo, 'checkout', '-q', '-b', 'by-hand');
    git(repo, 'merge', '-q', '--squash', work.branch);
    git(repo, 'commit', '-qm', 'fix: By hand');
    write(repo, 'lib/box.js', `${boxFiles['lib/box.js']}// more\n`);
    git(repo, 'commit', '-aqm', 'docs: More');
    git(repo, 'checkout', '-q', 'main');
    const held = land(world, work.run, '--onto', 'by-hand');
    assert.equal(held.document.end, 'already', held.err);
    assert.equal(held.document.way, 'contained');
    // Taken back there: it is not there any more.
    git(repo, 'checkout', '-q', 'by-hand');
    git(repo, 'revert', '--no-edit', 'HEAD~1');
    git(repo, 'checkout', '-q', 'main');
    const again = land(world, work.run, '--onto', 'by-hand');
    assert.equal(again.document.end, 'landed', again.err);
    assert.equal(textAt(repo, 'by-hand:lib/lid.js'), 'module.exports = () => 4;');
    // On main it never was.
    assert.equal(textAt(repo, 'main:lib/lid.js'), 'module.exports = () => 3;');
  });
});

test('an unfinished run, an unknown one and one without work are refused, each for its reason', () => {
  const { world, repo } = landingWorld();
  try {
    assert.equal(land(world, 'nobody-000000').code, 9);
    const nothing = pawl(world, ['run', repo, '--yes', '--json', '--model', 'recipes:'], { env: { PAWL_RECIPES_ENABLED: 'markdown-links' } });
    assert.equal(nothing.code, 3, nothing.err);
    const empty = land(world, JSON.parse(nothing.out).run);
    assert.equal(empty.code, 9, empty.err);
    assert.match(empty.err, /nothing to land|no worktree/);
  } finally {
    world.remove();
  }
});

test('a target whose merges would run programs is merged without them', () => {
  const { world, repo } = landingWorld({ ...boxFiles, '.gitattributes': '*.js merge=evil diff=evil\n' });
  try {
    const work = makeWork(world, repo);
    const canary = path.join(world.folder, 'ran');
    git(repo, 'config', 'merge.evil.driver', `touch ${canary}; cp %B %A`);
    git(repo, 'config', 'core.hooksPath', path.join(world.folder, 'hooks'));
    write(world.folder, 'hooks/reference-transaction', `#!/bin/sh\ntouch ${canary}\n`);
    fs.chmodSync(path.join(world.folder, 'hooks/reference-transaction'), 0o755);
    write(repo, 'lib/box.js', `${boxFiles['lib/box.js']}// more\n`);
    git(repo, '-c', 'core.hooksPath=/nonexistent', 'commit', '-aqm', 'docs: More');
    const done = land(world, work.run);
    assert.equal(done.code, 0, done.err);
    assert.ok(!fs.existsSync(canary));
    assert.equal(textAt(repo, 'main:lib/lid.js'), 'module.exports = () => 4;');
  } finally {
    world.remove();
  }
});

test('a bare target, and a branch nobody has checked out, are landed on by their ref alone', () => {
  const { world, repo } = landingWorld();
  try {
    const bare = path.join(world.folder, 'bare.git');
    git(world.folder, 'clone', '-q', '--bare', repo, bare);
    const work = makeWork(world, bare);
    const done = land(world, work.run);
    assert.equal(done.code, 0, done.err);
    assert.equal(git(bare, 'show', 'main:lib/lid.js'), 'module.exports = () => 4;');
  } finally {
    world.remove();
  }
});

test('defects 1 and of HEAD: a landing that fails removes nothing, and one that lands passes over no uncommitted work', async () => {
  const { world, repo } = landingWorld();
  try {
    const work = await makeStopped(world, repo);
    write(work.worktree, 'README.md', '# Box\n\nNot committed.\n');
    write(work.worktree, 'deep/new.txt', 'not tracked\n');
    const files = () => git(work.worktree, 'status', '--porcelain', '-uall') + fs.readFileSync(path.join(work.worktree, 'README.md'));
    const before = files();
    const unfinished = land(world, work.run);
    assert.equal(unfinished.code, 4, unfinished.err);
    assert.match(unfinished.err, /the run is not finished/);
    git(repo, 'branch', 'other');
    write(repo, 'lib/lid.js', 'module.exports = () => 5;\n');
    git(repo, 'commit', '-aqm', 'fix: Another lid');
    assert.equal(land(world, work.run, '--force').document.end, 'conflict');
    // Its branch in the target went another way: nobody can land it later, either.
    const { branch } = JSON.parse(pawl(world, ['status', work.run, '--json']).out);
    git(repo, 'branch', branch, 'main');
    const torn = land(world, work.run, '--force');
    assert.equal(torn.code, 4, torn.err);
    assert.equal(torn.document.end, 'conflict');
    assert.match(torn.document.reason, /each has commits the other has not/);
    git(repo, 'branch', '-qD', branch);
    assert.equal(files(), before, 'its worktree is as it was');

    const done = land(world, work.run, '--force', '--onto', 'other');
    assert.equal(done.code, 0, done.err);
    assert.equal(textAt(repo, 'other:lib/lid.js'), 'module.exports = () => 4;');
    assert.match(done.document.notes.join(), /rescued as refs\/pawl\/rescue\//);
    assert.ok(fs.existsSync(path.join(work.worktree, 'deep/new.txt')));
    const { refs } = JSON.parse(pawl(world, ['rescue-refs', 'list', repo, '--json']).out);
    const texts = refs.map((ref) => JSON.parse(pawl(world, ['rescue-refs', 'show', ref.ref, repo, '--json']).out).diff).join('\n');
    assert.match(texts, /\+Not committed\./);
    assert.match(texts, /\+not tracked/);

    // What is nowhere else stays; restored, it may go.
    const ref = refs.find((one) => !one.held);
    assert.equal(pawl(world, ['rescue-refs', 'drop', ref.ref, repo]).code, 4);
    assert.equal(pawl(world, ['rescue-refs', 'restore', ref.ref, repo, '--branch', 'mine-again']).code, 0);
    assert.equal(pawl(world, ['rescue-refs', 'restore', ref.ref, repo, '--branch', 'mine-again']).code, 8);
    assert.equal(textAt(repo, 'mine-again:deep/new.txt'), 'not tracked');
    assert.equal(pawl(world, ['rescue-refs', 'drop', '--held', repo]).code, 0);
    assert.ok(!refsOf(repo, 'refs/pawl/rescue').includes(ref.ref));
  } finally {
    world.remove();
  }
});

test('defect of HEAD, a clean-up that discards what has not landed: it is on a rescue ref, and lands from its branch', async () => {
  const { world, repo } = landingWorld();
  try {
    const work = await makeStopped(world, repo);
    assert.equal(pawl(world, ['reset', work.run]).code, 0);
    const gone = land(world, work.run, '--force');
    assert.equal(gone.code, 9, gone.err);
    assert.match(gone.err, /rescue-refs restore/);
    const branch = JSON.parse(pawl(world, ['status', work.run, '--json']).out).branch;
    const [ref] = JSON.parse(pawl(world, ['rescue-refs', 'list', repo, '--run', work.run, '--json']).out).refs;
    assert.equal(pawl(world, ['rescue-refs', 'restore', ref.ref, repo, '--branch', branch]).code, 0);
    assert.equal(land(world, work.run, '--force').document.end, 'landed');
    assert.equal(textAt(repo, 'main:lib/lid.js'), 'module.exports = () => 4;');
  } finally {
    world.remove();
  }
});

test('a fast-forward of the checkout that was killed in the middle is put back, and the work lands', () => {
  withWork(({ world, repo, work }) => {
    write(repo, 'lib/box.js', '// mine\n');
    assert.equal(land(world, work.run).code, 4, 'the intent is in the journal, and the result waits');
    git(repo, 'checkout', '-q', '--', 'lib/box.js');
    write(repo, 'lib/lid.js', 'module.exports = () =>');
    write(repo, '.git/index.lock', '');
    const done = land(world, work.run);
    assert.equal(done.code, 0, done.err);
    assert.equal(git(repo, 'status', '--porcelain'), '');
    assert.equal(textAt(repo, 'main:lib/lid.js'), 'module.exports = () => 4;');
    assert.equal(fs.readFileSync(path.join(repo, 'lib/lid.js'), 'utf8'), 'module.exports = () => 4;\n');
  });
});

test('runs that will not land side by side are known before they try', () => {
  const own = Object.fromEntries(['a', 'b', 'c'].map((name) => [`lib/${name}.js`, 'module.exports = 3;\n']));
  const { world, repo } = landingWorld({ ...boxFiles, ...own });
  try {
    // Each changes a file of its own, and the box, where a person added that to its branch.
    const work = (name, find, content) => {
      const made = makeWork(world, repo, { file: `lib/${name}.js`, title: `Turn ${name}` });
      if (!find) return made;
      git(repo, 'checkout', '-q', made.branch);
      write(repo, 'lib/box.js', boxFiles['lib/box.js'].replace(find, content));
      git(repo, 'commit', '-aqm', 'fix: Mend the box');
      git(repo, 'checkout', '-q', 'main');
      return made;
    };
    const one = work('a', 'return 1', 'return 7');
    const two = work('b', 'return 1', 'return 8');
    const three = work('c', 'return 2', 'return 9');
    makeWork(world, repo, { title: 'Far away' });
    const print = checkoutPrint(repo);
    const done = pawl(world, ['fleet', 'conflicts', repo, '--json']);
    assert.equal(done.code, 6, done.err);
    const { open, collisions } = JSON.parse(done.out);
    assert.equal(open.length, 4);
    const pair = (a, b) => collisions.find((each) => [each.first, each.second].sort().join() === [a.run, b.run].sort().join());
    assert.deepEqual([pair(one, two).clash, pair(one, two).conflicts, pair(one, two).symbols], ['conflict', ['lib/box.js'], ['lib/box.js: open']]);
    assert.deepEqual([pair(one, three).clash, pair(one, three).symbols], ['near', []]);
    assert.equal(collisions.length, 3);
    assert.equal(checkoutPrint(repo), print);
    assert.equal(land(world, one.run).code, 0);
    assert.equal(JSON.parse(pawl(world, ['fleet', 'conflicts', repo, '--json']).out).open.length, 3, 'what has landed is open no more');
    assert.equal(land(world, two.run).document.end, 'conflict');
    assert.equal(land(world, three.run).code, 0);
  } finally {
    world.remove();
  }
});
