// REST's forms of check suites and runs, statuses, and GitHub Actions.
import { jobsOf } from '../world/actions.mjs';
import { runsOf } from '../world/checks.mjs';
import { pullsOf } from '../world/pulls.mjs';
import { readCommit } from '../world/git.mjs';
import { app, user } from './people.mjs';
import { repo, repoUrl, webUrl } from './repos.mjs';

const time = (world, ms) => (ms ? world.clock.iso(typeof ms === 'number' ? ms : Date.parse(ms)) : null);
const repoRef = (world, one) => ({ id: one.id, url: repoUrl(world, one), name: one.name });

function pullsAt(world, repository, sha) {
  return pullsOf(repository).filter((pull) => pull.headSha === sha && pull.state === 'open' && pull.head.repo === repository).map((pull) => ({
    url: `${repoUrl(world, repository)}/pulls/${pull.number}`, id: pull.id, number: pull.number,
    head: { ref: pull.head.ref, sha: pull.headSha, repo: repoRef(world, pull.head.repo) },
    base: { ref: pull.base.ref, sha: pull.baseSha, repo: repoRef(world, repository) },
  }));
}

export function checkRun(world, one) {
  const url = `${repoUrl(world, one.repo)}/check-runs/${one.id}`;
  const page = one.job ? `${webUrl(world, one.repo)}/actions/runs/${one.job.run.id}/job/${one.job.id}` : `${webUrl(world, one.repo)}/runs/${one.id}`;
  const { annotations, ...output } = one.output;
  return {
    id: one.id, name: one.name, node_id: one.nodeId, head_sha: one.headSha, external_id: one.externalId, url, html_url: page, details_url: one.detailsUrl ?? page,
    status: one.status, conclusion: one.conclusion, started_at: time(world, one.startedAt), completed_at: time(world, one.completedAt),
    output: { ...output, annotations_count: annotations.length, annotations_url: `${url}/annotations` }, check_suite: { id: one.suite.id },
    app: app(world, one.suite.app), pull_requests: pullsAt(world, one.repo, one.headSha),
  };
}

export function annotation(world, run, one) {
  return {
    path: one.path, start_line: one.start_line, end_line: one.end_line, start_column: one.start_column ?? null, end_column: one.end_column ?? null,
    annotation_level: one.annotation_level, title: one.title ?? '', message: one.message, raw_details: one.raw_details ?? null,
    blob_href: `${webUrl(world, run.repo)}/blob/${run.headSha}/${one.path}`,
  };
}

export function checkSuite(world, one) {
  const url = `${repoUrl(world, one.repo)}/check-suites/${one.id}`;
  const commit = readCommit(one.repo, one.headSha);
  return {
    id: one.id, node_id: one.nodeId, head_branch: one.headBranch, head_sha: one.headSha, status: one.status, conclusion: one.conclusion, url,
    before: commit.parents[0] ?? '0'.repeat(40), after: one.headSha, pull_requests: pullsAt(world, one.repo, one.headSha), app: app(world, one.app),
    created_at: time(world, one.createdAt), updated_at: time(world, one.updatedAt), rerequestable: true, runs_rerequestable: true,
    latest_check_runs_count: runsOf(one).length, check_runs_url: `${url}/check-runs`, repository: repo(world, one.repo), head_commit: headCommit(commit),
  };
}

const headCommit = (commit) => ({
  id: commit.sha, tree_id: commit.tree, message: commit.message, timestamp: commit.committer.date,
  author: { name: commit.author.name, email: commit.author.email }, committer: { name: commit.committer.name, email: commit.committer.email },
});

export function status(world, one) {
  return {
    url: `${repoUrl(world, one.repo)}/statuses/${one.sha}`, avatar_url: `${world.places.web}/avatars/u/${one.creator.id}`, id: one.id, node_id: one.nodeId, state: one.state,
    description: one.description, target_url: one.targetUrl, context: one.context, created_at: time(world, one.createdAt), updated_at: time(world, one.updatedAt),
  };
}

export const wholeStatus = (world, one) => ({ ...status(world, one), creator: user(world, one.creator) });

export function workflow(world, one) {
  return {
    id: one.id, node_id: one.nodeId, name: one.name, path: one.path, state: one.state, created_at: time(world, one.createdAt), updated_at: time(world, one.updatedAt),
    url: `${repoUrl(world, one.repo)}/actions/workflows/${one.id}`, html_url: `${webUrl(world, one.repo)}/blob/${one.repo.defaultBranch}/${one.path}`,
    badge_url: `${webUrl(world, one.repo)}/workflows/${encodeURIComponent(one.name)}/badge.svg`,
  };
}

export function workflowRun(world, one) {
  const url = `${repoUrl(world, one.repo)}/actions/runs/${one.id}`;
  return {
    id: one.id, name: one.workflow.name, node_id: one.nodeId, head_branch: one.headBranch, head_sha: one.headSha, path: one.workflow.path, display_title: one.title,
    run_number: one.number, event: one.event, status: one.status, conclusion: one.conclusion, workflow_id: one.workflow.id, check_suite_id: one.suite.id,
    check_suite_node_id: one.suite.nodeId, url, html_url: `${webUrl(world, one.repo)}/actions/runs/${one.id}`, pull_requests: pullsAt(world, one.repo, one.headSha),
    created_at: time(world, one.createdAt), updated_at: time(world, one.updatedAt), actor: user(world, one.actor), run_attempt: one.attempt, referenced_workflows: [],
    run_started_at: time(world, one.runStartedAt), triggering_actor: user(world, one.triggeringActor), jobs_url: `${url}/jobs`, logs_url: `${url}/logs`,
    check_suite_url: `${repoUrl(world, one.repo)}/check-suites/${one.suite.id}`, artifacts_url: `${url}/artifacts`, cancel_url: `${url}/cancel`, rerun_url: `${url}/rerun`,
    previous_attempt_url: one.attempt > 1 ? `${url}/attempts/${one.attempt - 1}` : null, workflow_url: `${repoUrl(world, one.repo)}/actions/workflows/${one.workflow.id}`,
    head_commit: headCommit(readCommit(one.repo, one.headSha)), repository: repo(world, one.repo), head_repository: repo(world, one.pull?.head.repo ?? one.repo),
  };
}

// An attempt that is over, as it was.
export function workflowAttempt(world, one, number) {
  if (number === one.attempt) return workflowRun(world, one);
  const jobs = jobsOf(one, number);
  const bad = jobs.find((job) => job.conclusion !== 'success');
  return { ...workflowRun(world, one), run_attempt: number, status: 'completed', conclusion: bad?.conclusion ?? 'success', previous_attempt_url: null };
}

export function job(world, one) {
  const { run } = one;
  const url = `${repoUrl(world, one.repo)}/actions/jobs/${one.id}`;
  return {
    id: one.id, run_id: run.id, workflow_name: run.workflow.name, head_branch: run.headBranch, run_url: `${repoUrl(world, one.repo)}/actions/runs/${run.id}`, run_attempt: one.attempt,
    node_id: one.checkRun.nodeId, head_sha: run.headSha, url, html_url: `${webUrl(world, one.repo)}/actions/runs/${run.id}/job/${one.id}`, status: one.status, conclusion: one.conclusion,
    created_at: time(world, one.createdAt), started_at: time(world, one.startedAt ?? one.createdAt), completed_at: time(world, one.completedAt), name: one.name,
    steps: one.steps.map((step) => ({
      name: step.name, status: step.status, conclusion: step.conclusion, number: step.number, started_at: time(world, step.startedAt), completed_at: time(world, step.completedAt),
    })),
    check_run_url: `${repoUrl(world, one.repo)}/check-runs/${one.checkRun.id}`, labels: ['ubuntu-latest'], runner_id: one.startedAt ? 1 : null,
    runner_name: one.startedAt ? 'fake 1' : null, runner_group_id: one.startedAt ? 1 : null, runner_group_name: one.startedAt ? 'GitHub Actions' : null,
  };
}
