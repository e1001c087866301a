// GraphQL's mutations: the same acts of the world as those of REST.
import { need } from '../world/access.mjs';
import { unprocessable } from '../world/errors.mjs';
import { branchSha, commitTree, readCommit, treeWith } from '../world/git.mjs';
import * as issues from '../world/issues.mjs';
import { mergePull, updateBranch } from '../world/merging.mjs';
import * as pulls from '../world/pulls.mjs';
import { moveRef } from '../world/repos.mjs';
import * as reviews from '../world/reviews.mjs';
import { contentOf } from './issues.mjs';
import { nodeFor } from './types.mjs';
import { commitAt, plain, refAt } from './values.mjs';

// A thing that the actor sees and, for `area`, may change.
function find(context, id, area, role = 'read') {
  const thing = nodeFor(context, id);
  need(thing.kind === 'R' ? thing : thing.repo, context.actor, { area, level: 'write', role });
  return thing;
}

const areaOf = (one) => (one.kind === 'PR' ? 'pull_requests' : 'issues');
const recordOf = (one) => (one.kind === 'PR' ? one.issue : one);
const logins = (context, ids) => (ids ?? []).map((id) => nodeFor(context, id).login);
const labelNames = (context, ids) => (ids ?? []).map((id) => nodeFor(context, id).name);

function setRecordState(state, name, type) {
  return (input, context) => {
    const one = find(context, input[`${name}Id`], name === 'issue' ? 'issues' : 'pull_requests');
    issues.needAuthor(one.repo, context.actor, one);
    if (one.merged && state === 'open') throw unprocessable('Could not open the pull request.');
    const reason = input.stateReason && input.stateReason.toLowerCase();
    issues.setState(context.world, recordOf(one), context.actor, state, reason ?? null);
    return plain(type, { [name]: one });
  };
}

function labelling(change, type) {
  return (input, context) => {
    const one = nodeFor(context, input.labelableId);
    find(context, input.labelableId, areaOf(one), 'triage');
    change(context.world, recordOf(one), context.actor, labelNames(context, input.labelIds));
    return plain(type, { labelable: one });
  };
}

const removeLabels = (world, one, actor, names) => names.forEach((name) => issues.removeLabel(world, one, actor, name));

function assigning(change, type) {
  return (input, context) => {
    const one = nodeFor(context, input.assignableId);
    find(context, input.assignableId, areaOf(one), 'triage');
    change(context.world, recordOf(one), context.actor, logins(context, input.assigneeIds));
    return plain(type, { assignable: one });
  };
}

function drafting(draft, type) {
  return (input, context) => {
    const pull = find(context, input.pullRequestId, 'pull_requests');
    issues.needAuthor(pull.repo, context.actor, pull);
    pulls.setDraft(context.world, pull, context.actor, draft);
    return plain(type, { pullRequest: pull });
  };
}

function resolving(resolved, type) {
  return (input, context) => {
    const thread = find(context, input.threadId, 'pull_requests');
    if (thread.pull.user !== context.actor.user) need(thread.repo, context.actor, { area: 'pull_requests', level: 'write', role: 'write' });
    reviews.resolveThread(context.world, thread, context.actor, resolved);
    return plain(type, { thread });
  };
}

// Title, body and what else both kinds of records have.
function edit(context, one, input) {
  const { world, actor } = context;
  const whole = recordOf(one);
  issues.needAuthor(one.repo, actor, one);
  issues.editIssue(world, whole, actor, { title: input.title, body: input.body });
  if (input.labelIds) issues.setLabels(world, whole, actor, labelNames(context, input.labelIds));
  if (input.assigneeIds) {
    const wanted = logins(context, input.assigneeIds);
    issues.removeAssignees(world, whole, actor, whole.assignees.map((each) => each.login).filter((login) => !wanted.includes(login)));
    issues.addAssignees(world, whole, actor, wanted);
  }
  if (input.state) issues.setState(world, whole, actor, input.state.toLowerCase());
}

const lineOf = (one) => ({ ...one, startLine: one.startLine ?? undefined, subjectType: one.subjectType?.toLowerCase(), position: one.position ?? undefined });

function addReview(input, context) {
  const pull = find(context, input.pullRequestId, 'pull_requests');
  const review = reviews.createReview(context.world, pull, context.actor, {
    event: input.event, body: input.body, commitId: input.commitOID, comments: [...input.comments ?? [], ...input.threads ?? []].map(lineOf),
  });
  return plain('AddPullRequestReviewPayload', { pullRequestReview: review, reviewEdge: { kind: 'EDGE', node: review, cursor: '' } });
}

function addThread(input, context) {
  const { world, actor } = context;
  const pull = input.pullRequestId ? find(context, input.pullRequestId, 'pull_requests') : find(context, input.pullRequestReviewId, 'pull_requests').pull;
  const place = reviews.placeOf(pull, lineOf(input));
  const pending = pull.reviews.find((one) => one.user === actor.user && one.state === 'PENDING');
  const thread = reviews.newThread(world, pending ?? reviews.createReview(world, pull, actor, {}), actor, place, input.body);
  return plain('AddPullRequestReviewThreadPayload', { thread });
}

function commitOnBranch(input, context) {
  const { world, actor } = context;
  const { branch } = input;
  const repo = branch.id ? null : world.repo(branch.repositoryNameWithOwner);
  need(repo, actor, { area: 'contents', level: 'write', role: 'write' });
  const head = branchSha(repo, branch.branchName);
  if (head !== input.expectedHeadOid) throw unprocessable(`Expected branch to point to "${input.expectedHeadOid}" but it points to "${head}". Pull and try again.`);
  const files = Object.fromEntries([
    ...(input.fileChanges?.additions ?? []).map((one) => [one.path, { text: Buffer.from(one.contents, 'base64') }]), ...(input.fileChanges?.deletions ?? []).map((one) => [one.path, null]),
  ]);
  const sha = commitTree(repo, { tree: treeWith(repo, head, files), parents: [head], message: `${input.message.headline}\n\n${input.message.body ?? ''}`.trimEnd(), author: { name: actor.user.name ?? actor.user.login, email: actor.user.email }, seconds: world.clock.seconds() });
  moveRef(world, repo, `refs/heads/${branch.branchName}`, sha, actor.user);
  return plain('CreateCommitOnBranchPayload', { commit: commitAt(repo, readCommit(repo, sha).sha), ref: refAt(repo, `refs/heads/${branch.branchName}`, sha) });
}

export const kMutations = {
  createPullRequest: (input, context) => {
    const repo = find(context, input.repositoryId, 'pull_requests');
    const pull = pulls.createPull(context.world, repo, context.actor, {
      title: input.title, body: input.body, head: input.headRefName, base: input.baseRefName, draft: input.draft ?? false, maintainerCanModify: input.maintainerCanModify ?? true,
    });
    return plain('CreatePullRequestPayload', { pullRequest: pull });
  },
  updatePullRequest: (input, context) => {
    const pull = find(context, input.pullRequestId, 'pull_requests');
    edit(context, pull, input);
    pulls.updatePull(context.world, pull, context.actor, { base: input.baseRefName, maintainerCanModify: input.maintainerCanModify });
    return plain('UpdatePullRequestPayload', { pullRequest: pull, actor: context.actor.user });
  },
  closePullRequest: setRecordState('closed', 'pullRequest', 'ClosePullRequestPayload'),
  reopenPullRequest: setRecordState('open', 'pullRequest', 'ReopenPullRequestPayload'),
  markPullRequestReadyForReview: drafting(false, 'MarkPullRequestReadyForReviewPayload'),
  convertPullRequestToDraft: drafting(true, 'ConvertPullRequestToDraftPayload'),
  mergePullRequest: (input, context) => {
    const pull = find(context, input.pullRequestId, 'contents');
    mergePull(context.world, pull, context.actor, { method: (input.mergeMethod ?? 'MERGE').toLowerCase(), sha: input.expectedHeadOid, title: input.commitHeadline, message: input.commitBody });
    return plain('MergePullRequestPayload', { pullRequest: pull, actor: context.actor.user });
  },
  updatePullRequestBranch: (input, context) => {
    const pull = find(context, input.pullRequestId, 'pull_requests');
    updateBranch(context.world, pull, context.actor, input.expectedHeadOid);
    return plain('UpdatePullRequestBranchPayload', { pullRequest: pull });
  },
  enablePullRequestAutoMerge: (input, context) => {
    const pull = find(context, input.pullRequestId, 'pull_requests', 'write');
    if (!pull.repo.allowAutoMerge) throw unprocessable('Pull request Auto merge is not allowed for this repository');
    pull.autoMerge = { by: context.actor.user, method: (input.mergeMethod ?? 'MERGE').toLowerCase(), at: context.world.clock.now(), title: input.commitHeadline, message: input.commitBody };
    return plain('EnablePullRequestAutoMergePayload', { pullRequest: pull, actor: context.actor.user });
  },
  disablePullRequestAutoMerge: (input, context) => {
    const pull = find(context, input.pullRequestId, 'pull_requests', 'write');
    pull.autoMerge = null;
    return plain('DisablePullRequestAutoMergePayload', { pullRequest: pull, actor: context.actor.user });
  },
  requestReviews: (input, context) => {
    const pull = find(context, input.pullRequestId, 'pull_requests');
    const wanted = logins(context, input.userIds);
    if (!input.union) pulls.unrequestReviewers(context.world, pull, context.actor, pull.requested.map((one) => one.login).filter((login) => !wanted.includes(login)));
    pulls.requestReviewers(context.world, pull, context.actor, wanted);
    return plain('RequestReviewsPayload', { pullRequest: pull, actor: context.actor.user });
  },
  addPullRequestReview: addReview,
  addPullRequestReviewThread: addThread,
  addPullRequestReviewThreadReply: (input, context) => plain('AddPullRequestReviewThreadReplyPayload', {
    comment: reviews.replyTo(context.world, find(context, input.pullRequestReviewThreadId, 'pull_requests'), context.actor, input.body),
  }),
  submitPullRequestReview: (input, context) => {
    const review = input.pullRequestReviewId ? find(context, input.pullRequestReviewId, 'pull_requests')
      : find(context, input.pullRequestId, 'pull_requests').reviews.find((one) => one.user === context.actor.user && one.state === 'PENDING');
    if (!review) throw unprocessable('There is no pending review to submit');
    reviews.submitReview(context.world, review, context.actor, { event: input.event, body: input.body });
    return plain('SubmitPullRequestReviewPayload', { pullRequestReview: review });
  },
  dismissPullRequestReview: (input, context) => {
    const review = find(context, input.pullRequestReviewId, 'pull_requests', 'write');
    reviews.dismissReview(context.world, review, context.actor, input.message);
    return plain('DismissPullRequestReviewPayload', { pullRequestReview: review });
  },
  resolveReviewThread: resolving(true, 'ResolveReviewThreadPayload'),
  unresolveReviewThread: resolving(false, 'UnresolveReviewThreadPayload'),
  createIssue: (input, context) => {
    const repo = find(context, input.repositoryId, 'issues');
    const issue = issues.createIssue(context.world, repo, context.actor, { title: input.title, body: input.body, labels: labelNames(context, input.labelIds), assignees: logins(context, input.assigneeIds) });
    return plain('CreateIssuePayload', { issue });
  },
  updateIssue: (input, context) => {
    const issue = find(context, input.id, 'issues');
    edit(context, issue, input);
    return plain('UpdateIssuePayload', { issue, actor: context.actor.user });
  },
  closeIssue: setRecordState('closed', 'issue', 'CloseIssuePayload'),
  reopenIssue: setRecordState('open', 'issue', 'ReopenIssuePayload'),
  addComment: (input, context) => {
    const one = find(context, input.subjectId, areaOf(nodeFor(context, input.subjectId)));
    const comment = issues.addComment(context.world, recordOf(one), context.actor, input.body);
    return plain('AddCommentPayload', { subject: one, commentEdge: { kind: 'EDGE', node: comment, cursor: '' }, timelineEdge: { kind: 'EDGE', node: comment, cursor: '' } });
  },
  updateIssueComment: (input, context) => {
    const comment = find(context, input.id, 'issues');
    issues.needAuthor(comment.repo, context.actor, comment);
    issues.editComment(context.world, comment, context.actor, input.body);
    return plain('UpdateIssueCommentPayload', { issueComment: comment });
  },
  deleteIssueComment: (input, context) => {
    const comment = find(context, input.id, 'issues');
    issues.needAuthor(comment.repo, context.actor, comment);
    issues.deleteComment(context.world, comment, context.actor);
    return plain('DeleteIssueCommentPayload', {});
  },
  minimizeComment: (input, context) => {
    const comment = find(context, input.subjectId, 'issues', 'write');
    comment.minimized = input.classifier.toLowerCase();
    return plain('MinimizeCommentPayload', { minimizedComment: comment });
  },
  addReaction: (input, context) => {
    const subject = find(context, input.subjectId, 'issues');
    return plain('AddReactionPayload', { reaction: issues.react(context.world, recordOf(subject), context.actor, contentOf(input.content)).reaction, subject });
  },
  addLabelsToLabelable: labelling(issues.addLabels, 'AddLabelsToLabelablePayload'),
  removeLabelsFromLabelable: labelling(removeLabels, 'RemoveLabelsFromLabelablePayload'),
  addAssigneesToAssignable: assigning(issues.addAssignees, 'AddAssigneesToAssignablePayload'),
  removeAssigneesFromAssignable: assigning(issues.removeAssignees, 'RemoveAssigneesFromAssignablePayload'),
  createCommitOnBranch: commitOnBranch,
};
