// Reviews of pulls, the comments on lines, and their threads.
import { forbidden, notFound, unprocessable } from './errors.mjs';
import { filesBetween, followLine, hunkUpTo, lineInPatch, patchLines, pullRange } from './diff.mjs';
import { checkBody, needUnlocked } from './issues.mjs';
import { note } from './timeline.mjs';

const kStates = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' };

// The last review of each person that says yes or no; comments do not undo those.
export function latestReviews(pull) {
  const latest = new Map();
  for (const review of pull.reviews) {
    if (review.state === 'PENDING' || (review.state === 'COMMENTED' && latest.has(review.user))) continue;
    latest.set(review.user, review);
  }
  return [...latest.values()];
}

export function reviewDecision(pull, approvals) {
  const latest = latestReviews(pull);
  if (latest.some((review) => review.state === 'CHANGES_REQUESTED')) return 'CHANGES_REQUESTED';
  if (approvals === 0) return null;
  return latest.filter((review) => review.state === 'APPROVED').length >= approvals ? 'APPROVED' : 'REVIEW_REQUIRED';
}

export function needReview(pull, id) {
  const review = pull.reviews.find((one) => one.id === id);
  if (!review) throw notFound();
  return review;
}

const reviewFault = (message) => unprocessable('Unprocessable Entity', [message]);

export function createReview(world, pull, actor, { event, body, commitId, comments = [] }) {
  needUnlocked(world, pull.issue, actor);
  checkBody('PullRequestReview', body);
  if (pull.reviews.some((one) => one.user === actor.user && one.state === 'PENDING')) {
    throw reviewFault('User can only have one pending review per pull request');
  }
  if (event) checkEvent(pull, actor, { event, body, comments: comments.length });
  // All comments are looked at before any is taken.
  const places = comments.map((comment) => placeOf(pull, { ...comment, commitId: commitId ?? pull.headSha }));
  const review = world.add('PRR', {
    pull, repo: pull.repo, user: actor.user, app: actor.installation?.app ?? null, body: body ?? '', state: 'PENDING', commitId: commitId ?? pull.headSha,
    submittedAt: null, comments: [], reactions: [],
  });
  pull.reviews.push(review);
  for (const [index, comment] of comments.entries()) newThread(world, review, actor, places[index], comment.body);
  if (event) submitReview(world, review, actor, { event, body });
  return review;
}

function checkEvent(pull, actor, { event, body, comments }) {
  if (event !== 'COMMENT' && pull.user === actor.user) {
    throw reviewFault(event === 'APPROVE' ? 'Can not approve your own pull request' : 'Can not request changes on your own pull request');
  }
  if (event === 'REQUEST_CHANGES' && !body?.trim()) throw reviewFault('Body is required to request changes');
  if (event === 'COMMENT' && !body?.trim() && comments === 0) throw reviewFault('Body is required for a comment');
}

export function submitReview(world, review, actor, { event, body }) {
  if (review.state !== 'PENDING') throw reviewFault('Can not submit a review that is not pending');
  if (review.user !== actor.user) throw notFound();
  checkEvent(review.pull, actor, { event, body: body ?? review.body, comments: review.comments.length });
  const { pull } = review;
  Object.assign(review, { state: kStates[event], body: body ?? review.body, submittedAt: world.clock.now() });
  pull.requested = pull.requested.filter((one) => one !== actor.user);
  pull.issue.timeline.push(review);
  pull.updatedAt = world.clock.now();
  world.announce('pull_request_review', 'submitted', pull.repo, { issue: pull.issue, review, actor });
  for (const comment of review.comments) announceComment(world, comment, 'created', actor);
}

export function dismissReview(world, review, actor, message) {
  if (!['APPROVED', 'CHANGES_REQUESTED'].includes(review.state)) throw unprocessable('Can not dismiss a commented pull request review');
  const before = review.state;
  review.state = 'DISMISSED';
  note(world, review.pull.issue, 'review_dismissed', actor, { review, before, message });
  world.announce('pull_request_review', 'dismissed', review.repo, { issue: review.pull.issue, review, actor });
}

export function deletePending(world, review) {
  if (review.state !== 'PENDING') throw unprocessable('Can not delete a non-pending pull request review');
  const { pull } = review;
  pull.reviews = pull.reviews.filter((one) => one !== review);
  pull.threads = pull.threads.filter((thread) => !review.comments.includes(thread.comments[0]));
  world.drop(review);
}

const lineFault = (field, message) => unprocessable('Validation Failed', [{ resource: 'PullRequestReviewComment', code: 'custom', field, message }]);

// Where a comment stands: its file and lines have to be in the pull's diff, as GitHub demands.
export function placeOf(pull, wanted) {
  const commitId = wanted.commitId ?? pull.headSha;
  const file = filesOf(pull, commitId).find((one) => one.path === wanted.path);
  if (!file) throw lineFault('pull_request_review_thread.path', 'could not be resolved');
  const place = { path: file.path, commitId, side: wanted.side ?? 'RIGHT', startSide: null, line: null, startLine: null, position: null, hunk: '' };
  if (wanted.subjectType === 'file' || wanted.subject_type === 'file') return { ...place, subjectType: 'file' };
  if (!file.patch) throw lineFault('pull_request_review_thread.line', 'could not be resolved');
  return { ...place, subjectType: 'line', ...linesOf(file.patch, wanted, place.side) };
}

function filesOf(pull, commitId) {
  try { return filesBetween(pull.repo, ...pullRange(pull.repo, pull.baseSha, commitId)); } catch {
    throw lineFault('commit_id', 'is not part of the pull request');
  }
}

function linesOf(patch, wanted, side) {
  if (wanted.line === undefined || wanted.line === null) {
    const at = patchLines(patch).find((one) => one.position === wanted.position);
    if (!at || wanted.position === undefined) throw lineFault('pull_request_review_thread.position', 'is invalid');
    const left = at.right === null && at.left !== null;
    return { position: at.position, line: at.right ?? at.left, side: left ? 'LEFT' : 'RIGHT', hunk: hunkUpTo(patch, at.position) };
  }
  const at = lineInPatch(patch, side, wanted.line);
  if (!at) throw lineFault('pull_request_review_thread.line', 'must be part of the diff');
  const start = wanted.startLine ?? wanted.start_line ?? null;
  const startSide = wanted.startSide ?? wanted.start_side ?? side;
  if (start !== null) {
    const first = lineInPatch(patch, startSide, start);
    if (!first) throw lineFault('pull_request_review_thread.start_line', 'must be part of the diff');
    if (first.hunk !== at.hunk) throw lineFault('pull_request_review_thread.start_line', 'must be part of the same hunk as the line.');
    if (first.position >= at.position) throw lineFault('pull_request_review_thread.start_line', 'must precede the end line.');
  }
  return { position: at.position, line: wanted.line, startLine: start, startSide: start === null ? null : startSide, hunk: hunkUpTo(patch, at.position) };
}

export function newThread(world, review, actor, place, body) {
  const { pull } = review;
  const thread = world.add('PRRT', { pull, repo: pull.repo, comments: [], resolved: false, resolvedBy: null, place });
  pull.threads.push(thread);
  addToThread(world, thread, review, actor, body);
  return thread;
}

function addToThread(world, thread, review, actor, body) {
  if (typeof body !== 'string' || body.trim() === '') throw lineFault('body', "can't be blank");
  checkBody('PullRequestReviewComment', body);
  const comment = world.add('PRRC', {
    pull: thread.pull, repo: thread.repo, thread, review, user: actor.user, app: actor.installation?.app ?? null, body, place: thread.place,
    inReplyTo: thread.comments[0] ?? null, reactions: [], minimized: null,
  });
  thread.comments.push(comment);
  review.comments.push(comment);
  return comment;
}

// A comment of its own: GitHub wraps it into a review that is submitted at once.
export function createComment(world, pull, actor, wanted) {
  needUnlocked(world, pull.issue, actor);
  const place = placeOf(pull, wanted);
  const review = createReview(world, pull, actor, { commitId: place.commitId });
  const thread = newThread(world, review, actor, place, wanted.body);
  submitReview(world, review, actor, { event: 'COMMENT' });
  return thread.comments[0];
}

export function replyTo(world, thread, actor, body) {
  needUnlocked(world, thread.pull.issue, actor);
  const pending = thread.pull.reviews.find((one) => one.user === actor.user && one.state === 'PENDING');
  const review = pending ?? createReview(world, thread.pull, actor, {});
  const comment = addToThread(world, thread, review, actor, body);
  if (!pending) submitReview(world, review, actor, { event: 'COMMENT' });
  return comment;
}

export const commentsOf = (pull) => pull.threads.flatMap((thread) => thread.comments)
  .filter((comment) => comment.review.state !== 'PENDING').sort((a, b) => a.id - b.id);

export function findReviewComment(repo, id) {
  for (const issue of repo.issues.values()) {
    const found = issue.pull?.threads.flatMap((thread) => thread.comments).find((comment) => comment.id === id);
    if (found) return found;
  }
  throw notFound();
}

export function deleteReviewComment(world, comment, actor) {
  const { thread, review, pull } = comment;
  thread.comments = thread.comments.filter((one) => one !== comment);
  review.comments = review.comments.filter((one) => one !== comment);
  if (thread.comments.length === 0) pull.threads = pull.threads.filter((one) => one !== thread);
  world.drop(comment);
  announceComment(world, comment, 'deleted', actor);
}

export function announceComment(world, comment, action, actor, details = {}) {
  world.announce('pull_request_review_comment', action, comment.repo, { issue: comment.pull.issue, comment, actor, ...details });
}

export function resolveThread(world, thread, actor, resolved) {
  if (thread.resolved === resolved) return;
  if (!actor.user) throw forbidden();
  Object.assign(thread, { resolved, resolvedBy: resolved ? actor.user : null });
  world.announce('pull_request_review_thread', resolved ? 'resolved' : 'unresolved', thread.repo, { issue: thread.pull.issue, thread, actor });
}

// Where a comment stands in the diff of now: { line, startLine, position }, all null when it is outdated.
export function currentPlace(pull, place) {
  const nowhere = { line: null, startLine: null, position: null };
  if (place.subjectType === 'file') return { ...nowhere, position: 1 };
  if (place.commitId === pull.headSha) return place;
  // Lines of the base are as they were, as long as the diff shows them.
  const follow = (line, side) => (line === null || side === 'LEFT' ? line : followLine(pull.repo, place.path, line, place.commitId, pull.headSha));
  const line = follow(place.line, place.side);
  const file = filesOf(pull, pull.headSha).find((one) => one.path === place.path);
  const at = line === null || !file?.patch ? null : lineInPatch(file.patch, place.side, line);
  if (!at) return nowhere;
  return { line, startLine: follow(place.startLine, place.startSide), position: at.position };
}
