// GitHub Actions: workflows, runs, jobs and logs.
import * as actions from '../world/actions.mjs';
import { ApiError, notFound } from '../world/errors.mjs';
import { commitOf } from '../world/git.mjs';
import * as shape from '../shapes/checks.mjs';
import { Answer, counted, read, write } from './answers.mjs';

const runOf = ({ repo, params }) => actions.needWorkflowRun(repo, params.run_id);

function chosenRuns(call, runs) {
  const { query } = call;
  const is = (name, value) => !query.has(name) || query.get(name) === String(value);
  const found = runs.filter((run) => is('branch', run.headBranch) && is('event', run.event) && is('head_sha', run.headSha) && is('actor', run.actor.login)
    && (is('status', run.status) || is('status', run.conclusion)) && is('check_suite_id', run.suite.id));
  return counted(call, 'workflow_runs', [...found].reverse(), (run) => shape.workflowRun(call.world, run));
}

function needAttempt(call) {
  const run = runOf(call);
  if (call.params.attempt_number < 1 || call.params.attempt_number > run.attempt) throw notFound();
  return run;
}

function jobsAnswer(call, jobs) {
  return counted(call, 'jobs', jobs, (job) => shape.job(call.world, job));
}

// Logs lie at an address of their own for a minute, which needs no token.
function logsAt(call, name) {
  return new Answer(302, undefined, { location: call.store(name) });
}

function jobLogs(call) {
  const job = actions.findJob(call.repo, call.params.job_id);
  if (job.status !== 'completed') throw notFound();
  return logsAt(call, { type: 'text/plain; charset=utf-8', make: () => Buffer.from(actions.logOf(call.world, job)) });
}

function runLogs(call, attempt) {
  const run = runOf(call);
  if (run.status !== 'completed') throw notFound();
  return logsAt(call, { type: 'application/zip', make: () => zipOfLogs(call.world, run, attempt) });
}

function zipOfLogs(world, run, attempt) {
  const files = actions.jobsOf(run, attempt).flatMap((job, index) => {
    const text = actions.logOf(world, job);
    return [[`${index}_${job.name}.txt`, text], ...job.steps.map((step) => [`${job.name}/${step.number}_${step.name}.txt`, step.conclusion === 'failure' || job.steps.length < 4 ? text : ''])];
  });
  return zipOf(files);
}

function dispatch(call) {
  const { world, repo, params, body, actor } = call;
  const workflow = actions.needWorkflow(repo, params.workflow_id);
  const script = repo.ci?.workflows?.find((one) => one.path === workflow.path);
  const sha = commitOf(repo, body.ref);
  if (!sha) throw new ApiError(422, `No ref found for: ${body.ref}`);
  if (!script?.events?.includes('workflow_dispatch')) throw new ApiError(422, "Workflow does not have 'workflow_dispatch' trigger");
  actions.startRun(world, repo, script, { sha, branch: body.ref, event: 'workflow_dispatch', actor: actor.user, title: workflow.name });
  return new Answer(204, undefined);
}

// Workflows of the script are known before their first run.
function workflowsOf({ world, repo }) {
  for (const script of repo.ci?.workflows ?? []) actions.workflowOf(world, repo, script);
  return repo.workflows;
}

export const actionRows = {
  'actions/list-repo-workflows': { ...read('actions'), run: (call) => counted(call, 'workflows', workflowsOf(call), (one) => shape.workflow(call.world, one)) },
  'actions/get-workflow': { ...read('actions'), run: (call) => { workflowsOf(call); return shape.workflow(call.world, actions.needWorkflow(call.repo, call.params.workflow_id)); } },
  'actions/list-workflow-runs-for-repo': { ...read('actions'), run: (call) => chosenRuns(call, call.repo.workflowRuns) },
  'actions/list-workflow-runs': {
    ...read('actions'),
    run: (call) => {
      workflowsOf(call);
      const workflow = actions.needWorkflow(call.repo, call.params.workflow_id);
      return chosenRuns(call, call.repo.workflowRuns.filter((run) => run.workflow === workflow));
    },
  },
  'actions/get-workflow-run': { ...read('actions'), run: (call) => shape.workflowRun(call.world, runOf(call)) },
  'actions/get-workflow-run-attempt': { ...read('actions'), run: (call) => shape.workflowAttempt(call.world, needAttempt(call), call.params.attempt_number) },
  'actions/list-jobs-for-workflow-run': {
    ...read('actions'), run: (call) => jobsAnswer(call, call.query.get('filter') === 'all' ? runOf(call).attempts.flat() : actions.jobsOf(runOf(call))),
  },
  'actions/list-jobs-for-workflow-run-attempt': { ...read('actions'), run: (call) => jobsAnswer(call, actions.jobsOf(needAttempt(call), call.params.attempt_number)) },
  'actions/get-job-for-workflow-run': { ...read('actions'), run: ({ world, repo, params }) => shape.job(world, actions.findJob(repo, params.job_id)) },
  'actions/download-job-logs-for-workflow-run': { ...read('actions'), run: jobLogs },
  'actions/download-workflow-run-logs': { ...read('actions'), run: (call) => runLogs(call, runOf(call).attempt) },
  'actions/download-workflow-run-attempt-logs': { ...read('actions'), run: (call) => runLogs(call, needAttempt(call) && call.params.attempt_number) },
  'actions/list-workflow-run-artifacts': { ...read('actions'), run: (call) => counted(call, 'artifacts', [], () => null) },
  'actions/list-artifacts-for-repo': { ...read('actions'), run: (call) => counted(call, 'artifacts', [], () => null) },
  'actions/re-run-workflow': { ...write('actions'), run: (call) => { actions.rerun(call.world, runOf(call), call.actor); return new Answer(201, {}); } },
  'actions/re-run-workflow-failed-jobs': { ...write('actions'), run: (call) => { actions.rerun(call.world, runOf(call), call.actor, { failedOnly: true }); return new Answer(201, {}); } },
  'actions/re-run-job-for-workflow-run': {
    ...write('actions'),
    run: (call) => {
      const job = actions.findJob(call.repo, call.params.job_id);
      actions.rerun(call.world, job.run, call.actor, { job });
      return new Answer(201, {});
    },
  },
  'actions/approve-workflow-run': { ...write('actions'), run: (call) => { actions.approve(call.world, runOf(call)); return new Answer(201, {}); } },
  'actions/cancel-workflow-run': { ...write('actions'), run: (call) => { actions.cancel(call.world, runOf(call)); return new Answer(202, {}); } },
  'actions/create-workflow-dispatch': { ...write('actions'), run: dispatch },
};

const kCrcTable = Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ kCrcTable[(value ^ byte) & 0xff];
  return (value ^ 0xffffffff) >>> 0;
}

// A zip archive whose files are stored as they are: [[name, text]].
function zipOf(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, text] of files) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, path]));
    parts.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listing, end]);
}
