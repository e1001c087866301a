// `pawl land` of a pull request at GitHub: merged when all that has to be known is known and good, and never otherwise.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { boxFiles as files, checkLog, json } from './github_world.mjs';
import { startGitHub } from '../github/client.mjs';
import { journal, makeWorld, pawl, runFolders, runJson } from './lib.mjs';

const workflow = { '.github/workflows/ci.yml': 'on: [push]\njobs: {build: {runs-on: ubuntu-latest, steps: [{run: make}]}}\n' };
const job = (more = {}) => ({ name: 'build', startAfter: 0, endAfter: 0, conclusion: 'success', ...more });
const actions = (...jobs) => ({ workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', events: ['push'], appearAfter: 0, jobs }] });
const green = actions(job());

async function world_of(t) {
  const github = await startGitHub(t);
  const world = makeWorld();
  t.after(() => world.remove());
  const alice = await github.as('alice');
  const bob = await github.as('bob');
  const eve = await github.as('eve');
  Object.assign(world.env, {
    PAWL_GITHUB_API_URL: github.api, PAWL_GITHUB_TOKEN: bob.token, PAWL_GITHUB_WRITE_GAP_MS: '0', PAWL_FORGE_OPEN_PER_HOUR: '0', PAWL_CHECKS_RUN: '0', PAWL_GUARDS_URL_OFFLINE: '1',
  });
  let made = 0;
  // A repository whose default branch is `trunk`, with an open pull request of a run.
  const work = async ({ script = green, env = {} } = {}) => {
    const name = `box${made += 1}`;
    await github.do('repo', { owner: 'alice', name, files: { ...files, ...workflow }, defaultBranch: 'trunk', collaborators: { bob: 'write', eve: 'write' } });
    if (script) await github.do('ci', { repo: `alice/${name}`, script });
    const ran = runJson(world, [`alice/${name}`, '--no-ci-watch'], { env });
    assert.equal(ran.code, 0, ran.err);
    await github.do('clock', { advance: 5 });
    const path = `/repos/alice/${name}`;
    const folder = runFolders(world).find((one) => one.endsWith(ran.document.run));
    return {
      name, path, run: ran.document.run, number: ran.document.pr.number, head: ran.document.pr.head, folder,
      pull: async () => (await alice.rest('GET', `${path}/pulls/${ran.document.pr.number}`)).body,
      land: (...flags) => {
        const done = pawl(world, ['land', ran.document.run, '--json', ...flags]);
        let document = null;
        try { document = JSON.parse(done.out); } catch { /* left null */ }
        return { ...done, document };
      },
    };
  };
  return { github, world, alice, bob, eve, work };
}

test('a pull request with green checks is merged at its head, on whatever the default branch is called, once', async (t) => {
  const { github, world, alice, bob, work } = await world_of(t);
  const one = await work();
  const done = one.land();
  assert.equal(done.code, 0, done.err);
  const pull = await one.pull();
  assert.deepEqual([pull.merged, pull.base.ref, done.document.target, done.document.commit], [true, 'trunk', 'trunk', pull.merge_commit_sha]);
  const landed = journal(one.folder).filter((event) => event.kind === 'run.landed').map((event) => event.data);
  assert.deepEqual(landed, [{ target: 'trunk', commit: pull.merge_commit_sha, way: 'pull', head: one.head }]);
  const again = one.land();
  assert.equal(again.document.end, 'already', again.err);
  assert.equal(json(pawl(world, ['status', one.run, '--json'])).landed.way, 'pull');

  // The answer to the merge is lost: GitHub is asked, and nothing is merged twice.
  const lost = await work();
  await github.do('fault', { rules: [{ match: { method: 'PUT', path: '/merge$' }, then: { lose: true } }] });
  const unheard = lost.land();
  assert.equal(unheard.code, 0, unheard.err);
  assert.equal((await lost.pull()).merged, true);
  const commits = (await alice.rest('GET', `${lost.path}/commits?sha=trunk`)).body;
  assert.equal(commits.length, 2, 'what it was made with, and one merge');

  // A person merged it: known, and not merged again.
  const theirs = await work();
  assert.equal((await alice.rest('PUT', `${theirs.path}/pulls/${theirs.number}/merge`, { merge_method: 'merge' })).status, 200);
  assert.equal(theirs.land().document.end, 'already');
  await checkLog(github, bob, world);
});

test('defect 6: pending, failing and missing checks, wanted reviews, drafts and merges nobody tried do not land', async (t) => {
  const { github, world, alice, bob, eve, work } = await world_of(t);
  const protect = (one, more) => alice.rest('PUT', `${one.path}/branches/trunk/protection`,
    { required_status_checks: null, enforce_admins: true, required_pull_request_reviews: null, restrictions: null, ...more });
  const review = (who, one, event) => who.rest('POST', `${one.path}/pulls/${one.number}/reviews`, { event, body: event === 'APPROVE' ? '' : 'Open it less.' });
  const unknown = (one) => github.do('fault', { rules: [{ match: { path: '/graphql$' }, times: 11, then: { status: 200, body: { data: { repository: { pullRequest: { headRefOid: one.head, isDraft: false, mergeable: 'UNKNOWN', reviewDecision: null } } } } } }] });
  const rows = [
    { name: 'a check that runs', script: actions(job({ endAfter: null })), code: 75, says: /build/ },
    { name: 'a failing check', script: actions(job({ conclusion: 'failure' })), code: 5, says: /build \(failure\)/ },
    { name: 'a check that timed out', script: actions(job({ conclusion: 'timed_out' })), code: 5, says: /timed_out/ },
    { name: 'a failing status', script: { ...green, statuses: [{ context: 'jenkins', appearAfter: 0, endAfter: 0, state: 'failure' }] }, code: 5, says: /jenkins/ },
    { name: 'a status that is pending', script: { ...green, statuses: [{ context: 'jenkins', appearAfter: 0, endAfter: null, state: 'success' }] }, code: 75, says: /jenkins/ },
    { name: 'a workflow that waits for a person', script: { workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', events: ['push'], approval: true }] }, code: 4, says: /approve/ },
    { name: 'a workflow that could not start', script: { workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', events: ['push'], conclusion: 'startup_failure' }] }, code: 5, says: /startup_failure/ },
    { name: 'no check at all', script: null, code: 4, says: /no check|nothing checks/ },
    { name: 'a required check that nothing reports', change: (one) => protect(one, { required_status_checks: { strict: false, contexts: ['deploy'] } }), code: 4, says: /requires deploy/ },
    { name: 'a review that is required', change: (one) => protect(one, { required_pull_request_reviews: { required_approving_review_count: 1 } }), code: 4, says: /review is required/, then: (one) => review(eve, one, 'APPROVE') },
    { name: 'changes that are requested', change: (one) => review(eve, one, 'REQUEST_CHANGES'), code: 4, says: /changes are requested by eve/, then: (one) => review(eve, one, 'APPROVE') },
    { name: 'a draft', env: { PAWL_FORGE_DRAFT: 'always' }, code: 4, says: /is a draft/ },
    { name: 'a conflict', change: (one) => github.do('commit', { repo: `alice/${one.name}`, branch: 'trunk', author: 'alice', files: { 'README.md': '# Another box\n' } }), code: 4, says: /does not merge/ },
    { name: 'a merge nobody has tried', change: unknown, code: 75, says: /does not know yet/, then: () => github.do('clear-faults') },
    { name: 'a closed one', change: (one) => alice.rest('PATCH', `${one.path}/pulls/${one.number}`, { state: 'closed' }), code: 4, says: /is closed/ },
  ];
  for (const row of rows) {
    const one = await work({ script: row.script === undefined ? green : row.script, env: row.env ?? {} });
    await row.change?.(one);
    const done = one.land();
    assert.equal(done.code, row.code, `${row.name}: ${done.err}`);
    assert.match(done.err, row.says, row.name);
    assert.equal((await one.pull()).merged, false, row.name);
    const kinds = journal(one.folder).map((event) => event.kind);
    assert.ok(kinds.includes('land.refused') && !kinds.includes('run.landed'), row.name);
    if (row.then) {
      await row.then(one);
      const later = one.land();
      assert.equal(later.code, 0, `${row.name}, mended: ${later.err}`);
    }
  }
  // Of these a person may take one upon them: that nothing checked it.
  const unchecked = await work({ script: null });
  assert.equal(unchecked.land('--force').code, 0);
  const red = await work({ script: actions(job({ conclusion: 'failure' })) });
  assert.equal(red.land('--force').code, 5);
  // Whoever pushes between the look and the merge is not merged unseen.
  const raced = await work();
  await github.do('fault', { rules: [{ match: { method: 'PUT', path: '/merge$' }, then: { status: 409, body: { message: 'Head branch was modified. Review and try the merge again.' } } }] });
  assert.equal(raced.land().code, 4);
  assert.equal((await raced.pull()).merged, false);
  t.diagnostic(`${rows.length} states that do not land; ${(await checkLog(github, bob, world)).requests} requests`);
});
