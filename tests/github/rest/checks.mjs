// Check suites and runs, and statuses.
import { need } from '../world/access.mjs';
import * as checks from '../world/checks.mjs';
import { ApiError, forbidden, notFound } from '../world/errors.mjs';
import { commitOf, tryGit } from '../world/git.mjs';
import { rerun } from '../world/actions.mjs';
import { combinedState, latestStatuses } from '../world/rollup.mjs';
import * as shape from '../shapes/checks.mjs';
import { repo as repoShape, repoUrl } from '../shapes/repos.mjs';
import { Answer, counted, paged, read, write } from './answers.mjs';

// Only apps report check runs.
function needApp({ actor }) {
  if (!actor.installation) throw forbidden('You must authenticate via a GitHub App.');
  return actor.installation.app;
}

function needSha(repo, sha) {
  if (tryGit(repo.folder, ['cat-file', '-e', `${sha}^{commit}`]).code !== 0) throw new ApiError(422, `No commit found for SHA: ${sha}`);
  return sha;
}

function commitAt({ repo, params }) {
  const sha = commitOf(repo, params.ref);
  if (!sha) throw new ApiError(422, `No commit found for SHA: ${params.ref}`);
  return sha;
}

function wanted(body) {
  return {
    name: body.name, status: body.status, conclusion: body.conclusion, output: body.output, detailsUrl: body.details_url, externalId: body.external_id, actions: body.actions,
    startedAt: body.started_at && Date.parse(body.started_at), completedAt: body.completed_at && Date.parse(body.completed_at),
  };
}

function create(call) {
  const app = needApp(call);
  const suite = checks.suiteOf(call.world, call.repo, app, needSha(call.repo, call.body.head_sha), null);
  return shape.checkRun(call.world, checks.createRun(call.world, suite, wanted(call.body), call.actor));
}

function update(call) {
  const run = checks.needRun(call.repo, call.params.check_run_id);
  if (needApp(call) !== run.suite.app) throw forbidden('Invalid app_id `' + call.actor.installation.app.id + '` - check run can only be modified by the GitHub App that created it.');
  checks.updateRun(call.world, run, wanted(call.body), call.actor);
  return shape.checkRun(call.world, run);
}

function chosen(call, runs) {
  const { query } = call;
  const latest = (query.get('filter') ?? 'latest') === 'latest';
  const kept = latest ? [...new Map(runs.map((run) => [`${run.suite.id} ${run.name}`, run])).values()] : runs;
  const found = kept.filter((run) => (!query.has('check_name') || run.name === query.get('check_name')) && (!query.has('status') || run.status === query.get('status'))
    && (!query.has('app_id') || String(run.suite.app.id) === query.get('app_id')));
  return counted(call, 'check_runs', found, (run) => shape.checkRun(call.world, run));
}

function rerequestRun(call) {
  need(call.repo, call.actor, { area: 'checks', level: 'write', role: 'write' });
  const run = checks.needRun(call.repo, call.params.check_run_id);
  if (run.job) rerun(call.world, run.job.run, call.actor, { job: run.job });
  else call.world.announce('check_run', 'rerequested', call.repo, { run, actor: call.actor });
  return new Answer(201, {});
}

function rerequestSuite(call) {
  const suite = checks.needSuite(call.repo, call.params.check_suite_id);
  if (suite.workflowRun) rerun(call.world, suite.workflowRun, call.actor);
  else call.world.announce('check_suite', 'rerequested', call.repo, { suite, actor: call.actor });
  return new Answer(201, {});
}

function combined(call) {
  const { world, repo } = call;
  const sha = commitOf(repo, call.params.ref);
  if (!sha) throw notFound();
  const statuses = latestStatuses(repo, sha);
  return paged(call, statuses, (one) => shape.status(world, one), (items) => ({
    state: combinedState(repo, sha), statuses: items, sha, total_count: statuses.length, repository: repoShape(world, repo),
    commit_url: `${repoUrl(world, repo)}/commits/${sha}`, url: `${repoUrl(world, repo)}/commits/${sha}/status`,
  }));
}

export const checkRows = {
  'checks/create': { ...write('checks'), run: create },
  'checks/get': { ...read('checks'), run: ({ world, repo, params }) => shape.checkRun(world, checks.needRun(repo, params.check_run_id)) },
  'checks/update': { ...write('checks'), run: update },
  'checks/list-annotations': {
    ...read('checks'),
    run: (call) => {
      const run = checks.needRun(call.repo, call.params.check_run_id);
      return paged(call, run.output.annotations, (one) => shape.annotation(call.world, run, one));
    },
  },
  'checks/rerequest-run': { ...write('checks'), run: rerequestRun },
  'checks/create-suite': {
    ...write('checks'), run: (call) => shape.checkSuite(call.world, checks.suiteOf(call.world, call.repo, needApp(call), needSha(call.repo, call.body.head_sha), null)),
  },
  'checks/get-suite': { ...read('checks'), run: ({ world, repo, params }) => shape.checkSuite(world, checks.needSuite(repo, params.check_suite_id)) },
  'checks/rerequest-suite': { ...write('checks'), run: rerequestSuite },
  'checks/list-for-suite': { ...read('checks'), run: (call) => chosen(call, checks.runsOf(checks.needSuite(call.repo, call.params.check_suite_id))) },
  'checks/list-for-ref': {
    ...read('checks'),
    run: (call) => {
      const sha = commitAt(call);
      return chosen(call, call.repo.runs.filter((run) => run.headSha === sha));
    },
  },
  'checks/list-suites-for-ref': {
    ...read('checks'),
    run: (call) => {
      const sha = commitAt(call);
      const suites = call.repo.suites.filter((one) => one.headSha === sha && (!call.query.has('app_id') || String(one.app.id) === call.query.get('app_id')));
      return counted(call, 'check_suites', suites, (one) => shape.checkSuite(call.world, one));
    },
  },
  'repos/create-commit-status': {
    ...write('statuses'),
    run: ({ world, repo, params, body, actor }) => shape.wholeStatus(world, checks.addStatus(world, repo, actor, {
      sha: needSha(repo, params.sha), state: body.state, context: body.context, description: body.description, targetUrl: body.target_url,
    })),
  },
  'repos/list-commit-statuses-for-ref': {
    ...read('statuses'),
    run: (call) => {
      const sha = commitAt(call);
      return paged(call, call.repo.statuses.filter((one) => one.sha === sha).reverse(), (one) => shape.wholeStatus(call.world, one));
    },
  },
  'repos/get-combined-status-for-ref': { ...read('statuses'), run: combined },
};
