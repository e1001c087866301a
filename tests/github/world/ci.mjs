// What reports on commits of a repository, and when: a test's script stands for Actions and for apps of others. Its
// form is in README.md; times are seconds after the push or pull that begins it.
import { addStatus, createRun, suiteOf, updateRun } from './checks.mjs';
import { startRun } from './actions.mjs';
import { makeApp } from './tokens.mjs';
import { readCommit } from './git.mjs';

export function followForChecks(world, { event, action, repo, branch, young, issue, actor }) {
  if (event === 'push' && branch !== null && !/^0+$/.test(young)) {
    begin(world, repo, { event: 'push', sha: young, branch, actor });
  }
  if (event === 'pull_request' && ['opened', 'synchronize', 'reopened'].includes(action)) {
    const { pull } = issue;
    begin(world, repo, { event: 'pull_request', sha: pull.headSha, branch: pull.head.ref, actor: actor.user, pull });
  }
}

function begin(world, repo, on) {
  const script = repo.ci;
  if (!script) return;
  // A commit message asks to be left alone by these words.
  if (/\[(skip ci|ci skip|no ci)\]/i.test(readCommit(repo, on.sha).message)) return;
  for (const workflow of script.workflows ?? []) {
    if (!(workflow.events ?? ['push']).includes(on.event)) continue;
    const title = on.pull?.title ?? readCommit(repo, on.sha).message.split('\n')[0];
    world.agenda.after(workflow.appearAfter ?? 0, () => startRun(world, repo, workflow, { ...on, title }));
  }
  for (const check of script.checks ?? []) {
    if ((check.events ?? ['push']).includes(on.event)) world.agenda.after(check.appearAfter ?? 0, () => beginCheck(world, repo, check, on));
  }
  for (const status of script.statuses ?? []) {
    if ((status.events ?? ['push']).includes(on.event)) beginStatus(world, repo, status, on);
  }
}

function appOf(world, slug) {
  return world.apps.find((one) => one.slug === slug)
    ?? makeApp(world, { slug, owner: world.addUser({ login: 'checkers', type: 'Organization' }), permissions: { checks: 'write' } }).app;
}

function beginCheck(world, repo, check, { sha, branch }) {
  const suite = suiteOf(world, repo, appOf(world, check.app ?? 'other-checks'), sha, branch);
  const run = createRun(world, suite, { name: check.name, detailsUrl: check.url ?? 'https://checks.invalid/1' });
  if (check.startAfter !== undefined) world.agenda.after(check.startAfter, () => updateRun(world, run, { status: 'in_progress' }));
  if (check.endAfter === null) return;
  world.agenda.after(check.endAfter ?? 0, () => updateRun(world, run, { status: 'completed', conclusion: check.conclusion ?? 'success', output: check.output }));
}

function beginStatus(world, repo, { context, appearAfter = 0, endAfter, state = 'success', description, app }, { sha }) {
  const by = { user: appOf(world, app ?? 'other-checks').bot };
  const report = (now) => addStatus(world, repo, by, { sha, state: now, context, description });
  if (endAfter === undefined) return world.agenda.after(appearAfter, () => report(state));
  world.agenda.after(appearAfter, () => report('pending'));
  if (endAfter !== null) world.agenda.after(endAfter, () => report(state));
}
