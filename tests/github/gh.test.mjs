// Debian's gh, as a person would use it, against the fake server over TLS.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';

import { startGitHub } from './client.mjs';

const run = promisify(execFile);
const missing = spawnSync('gh', ['--version']).status !== 0 && 'gh is not installed';

test('gh: pulls, issues, runs and queries', { skip: missing }, async (t) => {
  const github = await startGitHub(t);
  await github.do('clock', { freeze: true });
  const [alice, bob] = [await github.as('alice'), await github.as('bob')];
  await github.do('repo', { owner: 'alice', name: 'project', files: { 'a.txt': 'one\n' }, collaborators: { bob: 'write' } });
  const jobs = [{ name: 'test', startAfter: 1, endAfter: 5, conclusion: 'failure', attempts: ['failure', 'success'] }];
  await github.do('ci', { repo: 'alice/project', script: { workflows: [{ name: 'CI', path: '.github/workflows/ci.yml', jobs }] } });
  await github.do('commit', { repo: 'alice/project', branch: 'more', files: { 'a.txt': 'one\ntwo\n' }, author: 'bob', message: 'Add two' });
  const work = path.join(github.folder, 'work');
  await run('git', ['clone', '--quiet', `${github.url}/alice/project.git`, work]);
  await run('git', ['-C', work, 'remote', 'set-url', 'origin', `https://${github.host}/alice/project.git`]);
  const as = (person) => async (...args) => {
    const env = {
      PATH: process.env.PATH, HOME: github.folder, GH_HOST: github.host, GH_ENTERPRISE_TOKEN: person.token, HTTPS_PROXY: github.proxy, SSL_CERT_FILE: github.certificate,
      GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1', ...(process.env.GH_DEBUG && { GH_DEBUG: 'api' }),
    };
    const done = await run('gh', args, { cwd: work, env, timeout: 20_000 });
    return done.stdout;
  };
  const [hers, his] = [as(alice), as(bob)];
  assert.match(await his('pr', 'create', '--title', 'More', '--body', 'It adds.', '--head', 'more', '--base', 'main'), /\/pull\/1\n/);
  assert.match(await his('pr', 'list'), /More\tmore\tOPEN/);
  assert.match(await his('pr', 'view', '1'), /title:\tMore/);
  assert.match(await his('pr', 'diff', '1'), /^\+two$/m);
  assert.equal(JSON.parse(await his('pr', 'view', '1', '--json', 'number,headRefName,mergeStateStatus,statusCheckRollup,reviewDecision,files')).headRefName, 'more');
  await assert.rejects(his('pr', 'checks', '1'), (error) => error.stdout.includes('pending'));
  await github.do('clock', { advance: 6 });
  await assert.rejects(his('pr', 'checks', '1'), (error) => /test\tfail/.test(error.stdout));
  assert.match(await his('run', 'list'), /completed\tfailure\tAdd two\tCI\tmore\tpush/);
  const [{ databaseId: id }] = JSON.parse(await his('run', 'list', '--json', 'databaseId'));
  assert.match(await his('run', 'view', String(id)), /X test/);
  assert.match(await his('run', 'view', String(id), '--log'), /Process completed/);
  await his('run', 'rerun', String(id));
  await github.do('clock', { advance: 6 });
  assert.match(await his('pr', 'checks', '1'), /test\tpass/);
  await hers('pr', 'review', '1', '--approve', '--body', 'Good');
  await hers('pr', 'comment', '1', '--body', 'Thanks');
  await his('pr', 'merge', '1', '--squash');
  assert.match(await his('pr', 'list', '--state', 'merged'), /MERGED/);
  assert.match(await his('issue', 'create', '--title', 'Broken', '--body', 'It is.'), /\/issues\/2\n/);
  assert.match(await his('issue', 'list'), /2\tOPEN\tBroken/);
  await his('issue', 'comment', '2', '--body', 'Still');
  assert.match(await his('issue', 'view', '2', '--comments'), /Still/);
  await his('issue', 'close', '2');
  assert.equal(JSON.parse(await his('api', 'graphql', '-f', 'query={ repository(owner:"alice",name:"project") { issue(number:2) { state } } }')).data.repository.issue.state, 'CLOSED');
  assert.deepEqual((await github.do('summary')).violations, []);
});
