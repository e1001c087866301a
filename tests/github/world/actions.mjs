// GitHub Actions as far as others see it: workflows, runs with their attempts, jobs, steps and logs. What a run does
// comes from the repository's script (ci.mjs), not from its YAML.
import { ApiError, forbidden, notFound } from './errors.mjs';
import { fileText } from './git.mjs';
import { createRun, newSuite, updateRun, worst } from './checks.mjs';
import { actionsApp } from './tokens.mjs';

export function workflowOf(world, repo, { path, name }) {
  const known = repo.workflows.find((one) => one.path === path);
  if (known) return known;
  const workflow = world.add('W', { repo, path, name, state: 'active' });
  repo.workflows.push(workflow);
  return workflow;
}

export function needWorkflow(repo, id) {
  const found = repo.workflows.find((one) => one.id === Number(id) || one.path.split('/').at(-1) === String(id));
  if (!found) throw notFound();
  return found;
}

export function needWorkflowRun(repo, id) {
  const run = repo.workflowRuns.find((one) => one.id === id);
  if (!run) throw notFound();
  return run;
}

export const jobsOf = (run, attempt = run.attempt) => run.attempts[attempt - 1] ?? [];

export function findJob(repo, id) {
  for (const run of repo.workflowRuns) {
    const job = run.attempts.flat().find((one) => one.id === id);
    if (job) return job;
  }
  throw notFound();
}

// A run of a workflow of the script, for a commit.
export function startRun(world, repo, script, { sha, branch, event, actor, pull = null, title }) {
  const workflow = workflowOf(world, repo, script);
  const suite = newSuite(world, repo, actionsApp(world), sha, branch, actor);
  const run = world.add('WFR', {
    repo, workflow, suite, script, headSha: sha, headBranch: branch, event, actor, triggeringActor: actor, pull, title,
    number: repo.workflowRuns.filter((one) => one.workflow === workflow).length + 1,
    attempt: 0, attempts: [], status: 'queued', conclusion: null, runStartedAt: world.clock.now(), approved: false,
  });
  suite.workflowRun = run;
  repo.workflowRuns.push(run);
  world.announce('workflow_run', 'requested', repo, { workflowRun: run, actor });
  if (script.approval) finish(world, run, 'action_required');
  else if (script.conclusion) finish(world, run, script.conclusion);
  else begin(world, run, script.jobs ?? []);
  return run;
}

function finish(world, run, conclusion) {
  const now = world.clock.now();
  Object.assign(run, { attempt: Math.max(run.attempt, 1), status: 'completed', conclusion, updatedAt: now });
  Object.assign(run.suite, { status: 'completed', conclusion, updatedAt: now });
  world.announce('workflow_run', 'completed', run.repo, { workflowRun: run });
}

// A new attempt: each job of `scripts` appears, begins and ends as it says. Jobs that are not done again are kept.
function begin(world, run, scripts, kept = []) {
  const attempt = run.attempts.length + 1;
  Object.assign(run, { attempt, status: 'queued', conclusion: null, runStartedAt: world.clock.now(), updatedAt: world.clock.now() });
  Object.assign(run.suite, { status: 'queued', conclusion: null });
  run.attempts.push([...kept]);
  for (const script of scripts) {
    const job = world.add('J', {
      repo: run.repo, run, attempt, script, name: script.name, status: 'queued', conclusion: null, startedAt: null, completedAt: null, steps: [],
    });
    run.attempts[attempt - 1].push(job);
    job.checkRun = createRun(world, run.suite, { name: job.name, externalId: `job-${job.id}` });
    job.checkRun.job = job;
    // GitHub numbers a job as it numbers its check run.
    job.id = job.checkRun.id;
    schedule(world, job);
  }
  if (scripts.length === 0) finish(world, run, 'success');
}

function schedule(world, job) {
  const { startAfter = 0, endAfter = startAfter } = job.script;
  const live = () => job.status !== 'completed';
  world.agenda.after(startAfter, () => live() && startJob(world, job));
  // A job without an end stays in progress.
  if (endAfter !== null) world.agenda.after(Math.max(startAfter, endAfter), () => live() && endJob(world, job, verdictOf(job)));
}

function startJob(world, job) {
  const now = world.clock.now();
  Object.assign(job, { status: 'in_progress', startedAt: now });
  Object.assign(job.run, { status: 'in_progress', updatedAt: now });
  updateRun(world, job.checkRun, { status: 'in_progress' });
}

function endJob(world, job, conclusion) {
  const now = world.clock.now();
  Object.assign(job, { status: 'completed', conclusion, startedAt: job.startedAt ?? now, completedAt: now });
  job.steps = stepsOf(job, conclusion, now);
  const red = conclusion === 'failure';
  updateRun(world, job.checkRun, { status: 'completed', conclusion,
    output: { annotations: red ? job.script.annotations ?? [failedAnnotation] : job.script.annotations ?? [] } });
  const jobs = jobsOf(job.run);
  if (jobs.every((one) => one.status === 'completed')) finish(world, job.run, worst(jobs.map((one) => one.conclusion)));
}

const failedAnnotation = {
  path: '.github', start_line: 1, end_line: 1, annotation_level: 'failure', message: 'Process completed with exit code 1.', title: '',
};

// How a job ends: by what the commit's files hold (`when`), by the attempt (`attempts`), or always the same.
function verdictOf(job) {
  const { script, run, attempt } = job;
  for (const { path, contains, missing, conclusion } of script.when ?? []) {
    const text = fileText(run.repo, run.headSha, path);
    if (missing ? text === null || !text.includes(contains ?? '') : text !== null && text.includes(contains ?? '')) return conclusion;
  }
  return script.attempts?.[Math.min(attempt, script.attempts.length) - 1] ?? script.conclusion ?? 'success';
}

function stepsOf(job, conclusion, now) {
  const scripts = job.script.steps ?? [{ name: 'Run tests' }];
  const names = [{ name: 'Set up job' }, ...scripts, { name: 'Complete job' }];
  // Without a step that is named for it, the last of the script failed.
  const failing = scripts.some((step) => step.fails) ? (step) => step.fails : (step) => step === scripts.at(-1);
  let failed = false;
  return names.map((step, index) => {
    const fails = conclusion !== 'success' && failing(step);
    const skipped = failed && index < names.length - 1;
    failed ||= fails;
    return { name: step.name, number: index + 1, status: 'completed', conclusion: fails ? conclusion : skipped ? 'skipped' : 'success', startedAt: job.startedAt, completedAt: now };
  });
}

// The log of a job as GitHub stores it: a time before each line.
export function logOf(world, job) {
  const stamp = `${new Date(job.startedAt ?? job.createdAt).toISOString().slice(0, 23)}0000Z`;
  const { log } = job.script;
  const text = (typeof log === 'object' && log !== null ? log[job.conclusion] : log)
    ?? `##[group]Run tests\n${job.conclusion === 'success' ? 'all passed' : '##[error]Process completed with exit code 1.'}\n`;
  return text.split('\n').slice(0, text.endsWith('\n') ? -1 : undefined).map((line) => `${stamp} ${line}\n`).join('');
}

export function rerun(world, run, actor, { failedOnly = false, job = null } = {}) {
  if (run.status !== 'completed') throw forbidden('This workflow is already running');
  const old = jobsOf(run);
  const again = job ? [job] : failedOnly ? old.filter((one) => !['success', 'skipped', 'neutral'].includes(one.conclusion)) : old;
  if (failedOnly && again.length === 0) throw forbidden('This workflow run cannot be retried');
  run.triggeringActor = actor.user;
  const kept = old.filter((one) => !again.includes(one));
  begin(world, run, again.length > 0 ? again.map((one) => one.script) : run.script.jobs ?? [], kept);
  world.announce('workflow_run', 'requested', run.repo, { workflowRun: run, actor });
}

export function approve(world, run) {
  if (run.conclusion !== 'action_required') throw forbidden('This run is not waiting for approval');
  if (!run.pull || run.pull.head.repo === run.repo) throw forbidden('This run is not from a fork pull request');
  run.approved = true;
  begin(world, run, run.script.jobs ?? []);
}

export function cancel(world, run) {
  if (run.status === 'completed') throw new ApiError(409, 'Cannot cancel a workflow run that is completed.');
  for (const job of jobsOf(run)) if (job.status !== 'completed') endJob(world, job, 'cancelled');
}
