// GraphQL's fields of checks, statuses and Actions, and of events in timelines.
import { runsOf } from '../world/checks.mjs';
import { demandsOf } from '../world/protection.mjs';
import { checkRun as runShape, checkSuite as suiteShape, workflowRun as workflowRunShape } from '../shapes/checks.mjs';
import { Connection, commitAt } from './values.mjs';
import { iso } from './repos.mjs';

const upper = (word) => (word === null ? null : word.toUpperCase());

// Whether the branch of a pull asks for a check of this name.
function isRequired(one, name, { pullRequestId, pullRequestNumber }, { world }) {
  const pull = pullRequestId ? world.node(pullRequestId) : one.repo.issues.get(pullRequestNumber)?.pull;
  return Boolean(pull && demandsOf(one.repo, pull.base.ref)?.contexts.some((each) => each.context === name));
}

const kEvents = {
  labeled: 'LabeledEvent', unlabeled: 'UnlabeledEvent', assigned: 'AssignedEvent', unassigned: 'UnassignedEvent', renamed: 'RenamedTitleEvent', closed: 'ClosedEvent', reopened: 'ReopenedEvent', merged: 'MergedEvent',
  ready_for_review: 'ReadyForReviewEvent', convert_to_draft: 'ConvertToDraftEvent', head_ref_force_pushed: 'HeadRefForcePushedEvent', head_ref_deleted: 'HeadRefDeletedEvent', head_ref_restored: 'HeadRefRestoredEvent',
  review_requested: 'ReviewRequestedEvent', review_request_removed: 'ReviewRequestRemovedEvent', review_dismissed: 'ReviewDismissedEvent', base_ref_changed: 'BaseRefChangedEvent', locked: 'LockedEvent', unlocked: 'UnlockedEvent',
};
export const eventType = (one) => kEvents[one.event];

const event = {
  id: (one) => one.nodeId, actor: (one) => one.actor, createdAt: (one, args, context) => iso(one.createdAt, context), label: (one) => one.label, assignee: (one) => one.assignee, previousTitle: (one) => one.rename.from,
  currentTitle: (one) => one.rename.to, pullRequest: (one) => one.issue.pull, commit: (one) => commitAt(one.issue.repo, one.sha), beforeCommit: (one) => commitAt(one.issue.repo, one.before),
  afterCommit: (one) => commitAt(one.issue.repo, one.after), requestedReviewer: (one) => one.reviewer, stateReason: (one) => upper(one.stateReason ?? null), review: (one) => one.review, previousReviewState: (one) => one.before,
  dismissalMessage: (one) => one.message, headRefName: (one) => one.issue.pull.head.ref,
};

export const checkTypes = {
  ...Object.fromEntries(Object.values(kEvents).map((name) => [name, event])),
  CheckRun: {
    id: (one) => one.nodeId, databaseId: (one) => one.id, name: (one) => one.name, status: (one) => upper(one.status), conclusion: (one) => upper(one.conclusion), startedAt: (one, args, context) => iso(one.startedAt, context),
    completedAt: (one, args, context) => iso(one.completedAt, context), detailsUrl: (one, args, { world }) => runShape(world, one).details_url, url: (one, args, { world }) => runShape(world, one).html_url, permalink: (one, args, { world }) => runShape(world, one).html_url,
    checkSuite: (one) => one.suite, title: (one) => one.output.title, summary: (one) => one.output.summary, text: (one) => one.output.text, externalId: (one) => one.externalId, repository: (one) => one.repo,
    isRequired: (one, args, context) => isRequired(one, one.name, args, context),
  },
  CheckSuite: {
    id: (one) => one.nodeId, databaseId: (one) => one.id, status: (one) => upper(one.status), conclusion: (one) => upper(one.conclusion), app: (one) => one.app, commit: (one) => commitAt(one.repo, one.headSha), workflowRun: (one) => one.workflowRun,
    checkRuns: (one, args) => new Connection(runsOf(one).filter((run) => !args.filterBy?.checkName || run.name === args.filterBy.checkName), args), repository: (one) => one.repo, createdAt: (one, args, context) => iso(one.createdAt, context),
    updatedAt: (one, args, context) => iso(one.updatedAt, context), url: (one, args, { world }) => suiteShape(world, one).url,
  },
  WorkflowRun: {
    id: (one) => one.nodeId, databaseId: (one) => one.id, runNumber: (one) => one.number, event: (one) => one.event, workflow: (one) => one.workflow, checkSuite: (one) => one.suite, url: (one, args, { world }) => workflowRunShape(world, one).html_url,
    createdAt: (one, args, context) => iso(one.createdAt, context), updatedAt: (one, args, context) => iso(one.updatedAt, context),
  },
  Workflow: { id: (one) => one.nodeId, databaseId: (one) => one.id, name: (one) => one.name },
  StatusContext: {
    id: (one) => one.nodeId, context: (one) => one.context, state: (one) => upper(one.state), description: (one) => one.description, targetUrl: (one) => one.targetUrl, createdAt: (one, args, context) => iso(one.createdAt, context),
    creator: (one) => one.creator, commit: (one) => commitAt(one.repo, one.sha), avatarUrl: () => null, isRequired: (one, args, context) => isRequired(one, one.context, args, context),
  },
};
