// Check suites and check runs of apps, and statuses.
import { invalid, notFound } from './errors.mjs';
import { kPassing } from './rollup.mjs';

// Of the conclusions of its runs, a suite has the first of these.
const kPriority = ['startup_failure', 'failure', 'timed_out', 'cancelled', 'action_required', 'stale', 'neutral', 'skipped', 'success'];
export const worst = (conclusions) => kPriority.filter((one) => one !== 'success' && one !== 'neutral' && one !== 'skipped')
  .find((one) => conclusions.includes(one)) ?? (conclusions.includes('success') ? 'success' : conclusions[0] ?? null);

export function suiteOf(world, repo, app, sha, branch) {
  return repo.suites.find((one) => one.app === app && one.headSha === sha && !one.workflowRun) ?? newSuite(world, repo, app, sha, branch);
}

export function newSuite(world, repo, app, sha, branch, actor = null) {
  const suite = world.add('CS', { repo, app, headSha: sha, headBranch: branch, status: 'queued', conclusion: null, workflowRun: null });
  repo.suites.push(suite);
  world.announce('check_suite', 'requested', repo, { suite, actor });
  return suite;
}

export const runsOf = (suite) => suite.repo.runs.filter((run) => run.suite === suite);

// The suite's own state follows from its runs, the latest of each name.
function sumUp(world, suite) {
  const latest = [...new Map(runsOf(suite).map((run) => [run.name, run])).values()];
  const done = latest.length > 0 && latest.every((run) => run.status === 'completed');
  const before = suite.status;
  suite.status = done ? 'completed' : latest.some((run) => run.status !== 'queued') ? 'in_progress' : 'queued';
  suite.conclusion = done ? worst(latest.map((run) => run.conclusion)) : null;
  suite.updatedAt = world.clock.now();
  if (done && before !== 'completed') world.announce('check_suite', 'completed', suite.repo, { suite });
}

export function createRun(world, suite, wanted, actor = null) {
  const run = world.add('CR', {
    repo: suite.repo, suite, name: wanted.name, headSha: suite.headSha, status: 'queued', conclusion: null, startedAt: null, completedAt: null,
    output: { title: null, summary: null, text: null, annotations: [] }, detailsUrl: null, externalId: '', actions: [], job: null,
  });
  suite.repo.runs.push(run);
  applyRun(world, run, wanted);
  world.announce('check_run', 'created', suite.repo, { run, actor });
  if (run.status === 'completed') world.announce('check_run', 'completed', suite.repo, { run, actor });
  return run;
}

export function updateRun(world, run, wanted, actor = null) {
  const before = run.status;
  applyRun(world, run, wanted);
  if (run.status === 'completed' && before !== 'completed') world.announce('check_run', 'completed', run.repo, { run, actor });
}

function applyRun(world, run, wanted) {
  const now = world.clock.now();
  const status = wanted.status ?? (wanted.conclusion ? 'completed' : run.status);
  if (status === 'completed' && !(wanted.conclusion ?? run.conclusion)) throw invalid('CheckRun', 'conclusion', 'missing_field');
  Object.assign(run, { status, conclusion: status === 'completed' ? wanted.conclusion ?? run.conclusion : null, updatedAt: now });
  run.startedAt = wanted.startedAt ?? run.startedAt ?? (status === 'queued' ? null : now);
  run.completedAt = status === 'completed' ? wanted.completedAt ?? now : null;
  for (const name of ['name', 'detailsUrl', 'externalId', 'actions']) if (wanted[name] !== undefined) run[name] = wanted[name];
  if (wanted.output) {
    const { annotations = [], ...rest } = wanted.output;
    run.output = { ...run.output, ...rest, annotations: [...run.output.annotations, ...annotations] };
  }
  sumUp(world, run.suite);
}

export function needRun(repo, id) {
  const run = repo.runs.find((one) => one.id === id);
  if (!run) throw notFound();
  return run;
}

export function needSuite(repo, id) {
  const suite = repo.suites.find((one) => one.id === id);
  if (!suite) throw notFound();
  return suite;
}

export function addStatus(world, repo, actor, { sha, state, context = 'default', description = null, targetUrl = null }) {
  const status = world.add('SC', { repo, sha, state, context, description, targetUrl, creator: actor.user });
  repo.statuses.push(status);
  world.announce('status', null, repo, { status, actor });
  return status;
}

export const passes = (conclusion) => kPassing.has(conclusion);
