// Everything that was said about a commit: statuses and check runs, each the latest of its name, and their sum.

export const kPassing = new Set(['success', 'neutral', 'skipped']);
const kFailing = new Set(['failure', 'timed_out', 'cancelled', 'action_required', 'startup_failure', 'stale']);

// The latest status of each context.
export function latestStatuses(repo, sha) {
  const latest = new Map();
  for (const status of repo.statuses) if (status.sha === sha) latest.set(status.context, status);
  return [...latest.values()];
}

// The latest run of each name in each suite; suites that were asked for again replace their runs.
export function latestRuns(repo, sha) {
  const latest = new Map();
  for (const run of repo.runs) {
    if (run.headSha === sha) latest.set(`${run.suite.app.id} ${run.suite.id} ${run.name}`, run);
  }
  return [...latest.values()];
}

export function stateOfRun(run) {
  if (run.status !== 'completed') return 'pending';
  return kPassing.has(run.conclusion) ? 'success' : 'failure';
}

// success, failure, pending, or null if nothing of that name is there.
export function stateOfContext(repo, sha, { context, app }) {
  const states = [
    ...latestRuns(repo, sha).filter((run) => run.name === context && (!app || app === -1 || run.suite.app.id === app)).map(stateOfRun),
    ...latestStatuses(repo, sha).filter((status) => status.context === context).map((status) => (status.state === 'error' ? 'failure' : status.state)),
  ];
  if (states.length === 0) return null;
  return ['failure', 'pending', 'success'].find((state) => states.includes(state));
}

// GraphQL's StatusState for a commit; null if nothing was reported.
export function rollupState(repo, sha) {
  const runs = latestRuns(repo, sha);
  const statuses = latestStatuses(repo, sha);
  if (runs.length + statuses.length === 0) return null;
  if (statuses.some((one) => one.state === 'error')) return 'ERROR';
  if (statuses.some((one) => one.state === 'failure')) return 'FAILURE';
  if (runs.some((run) => run.status === 'completed' && kFailing.has(run.conclusion))) return 'FAILURE';
  if (statuses.some((one) => one.state === 'pending') || runs.some((run) => run.status !== 'completed')) return 'PENDING';
  return 'SUCCESS';
}

// REST's combined status sees statuses only, and is pending when there are none.
export function combinedState(repo, sha) {
  const states = latestStatuses(repo, sha).map((one) => one.state);
  if (states.some((state) => state === 'failure' || state === 'error')) return 'failure';
  return states.length === 0 || states.includes('pending') ? 'pending' : 'success';
}
