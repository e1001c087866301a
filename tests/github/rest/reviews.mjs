// Reviews of pulls and the comments on their lines.
import { need } from '../world/access.mjs';
import { forbidden, notFound, unprocessable } from '../world/errors.mjs';
import { checkBody, needAuthor } from '../world/issues.mjs';
import { needPull, pullsOf } from '../world/pulls.mjs';
import * as reviews from '../world/reviews.mjs';
import * as shape from '../shapes/pulls.mjs';
import { Answer, empty, paged, read, sorted, write } from './answers.mjs';

const pullOf = ({ repo, params }) => needPull(repo, params.pull_number);
const reviewOf = (call) => reviews.needReview(pullOf(call), call.params.review_id);

// Reviews that are not submitted are seen by their authors alone.
const visible = (call) => pullOf(call).reviews.filter((one) => one.state !== 'PENDING' || one.user === call.actor?.user);

function create(call) {
  const { world, body = {}, actor } = call;
  const review = reviews.createReview(world, pullOf(call), actor, {
    event: body.event === 'PENDING' ? undefined : body.event, body: body.body, commitId: body.commit_id, comments: body.comments ?? [],
  });
  return shape.review(world, review);
}

function createComment(call) {
  const { world, body, actor } = call;
  const pull = pullOf(call);
  if (body.in_reply_to !== undefined) return shape.reviewComment(world, reviews.replyTo(world, threadOf(pull, body.in_reply_to), actor, body.body));
  return shape.reviewComment(world, reviews.createComment(world, pull, actor, { ...body, commitId: body.commit_id }));
}

function threadOf(pull, id) {
  const thread = pull.threads.find((one) => one.comments[0]?.id === id);
  // Replies to replies are not taken.
  if (!thread) throw pull.threads.some((one) => one.comments.some((comment) => comment.id === id)) ? unprocessable('in_reply_to must be a top-level review comment') : notFound();
  return thread;
}

const since = (call, things) => (call.query.has('since') ? things.filter((one) => one.updatedAt >= Date.parse(call.query.get('since'))) : things);
const kWays = { created: (one) => one.createdAt, updated: (one) => one.updatedAt };

function listComments(call, things) {
  return paged(call, sorted(call, since(call, things), kWays, 'asc'), (one) => shape.reviewComment(call.world, one));
}

function dismiss(call) {
  const { world, repo, actor, body } = call;
  need(repo, actor, { area: 'pull_requests', level: 'write', role: 'write' });
  reviews.dismissReview(world, reviewOf(call), actor, body.message);
  return shape.review(world, reviewOf(call));
}

function editReview(call) {
  const review = reviewOf(call);
  if (review.user !== call.actor.user) throw forbidden();
  checkBody('PullRequestReview', call.body.body);
  review.body = call.body.body;
  call.world.announce('pull_request_review', 'edited', review.repo, { issue: review.pull.issue, review, actor: call.actor, changes: {} });
  return shape.review(call.world, review);
}

export const reviewRows = {
  'pulls/list-reviews': { ...read('pull_requests'), run: (call) => paged(call, visible(call), (one) => shape.review(call.world, one)) },
  'pulls/create-review': { ...write('pull_requests', 'read'), content: true, run: create },
  'pulls/get-review': { ...read('pull_requests'), run: (call) => shape.review(call.world, reviewOf(call)) },
  'pulls/update-review': { ...write('pull_requests', 'read'), run: editReview },
  'pulls/delete-pending-review': {
    ...write('pull_requests', 'read'),
    run: (call) => {
      const review = reviewOf(call);
      reviews.deletePending(call.world, review);
      return shape.review(call.world, review);
    },
  },
  'pulls/submit-review': {
    ...write('pull_requests', 'read'), content: true,
    run: (call) => {
      const review = reviewOf(call);
      reviews.submitReview(call.world, review, call.actor, { event: call.body.event, body: call.body.body });
      return shape.review(call.world, review);
    },
  },
  'pulls/dismiss-review': { ...write('pull_requests', 'read'), run: dismiss },
  'pulls/list-comments-for-review': {
    ...read('pull_requests'),
    run: (call) => paged(call, reviewOf(call).comments, (one) => {
      const { line, original_line, start_line, original_start_line, start_side, side, subject_type, ...rest } = shape.reviewComment(call.world, one);
      return rest;
    }),
  },
  'pulls/list-review-comments': { ...read('pull_requests'), run: (call) => listComments(call, reviews.commentsOf(pullOf(call))) },
  'pulls/list-review-comments-for-repo': {
    ...read('pull_requests'), run: (call) => listComments(call, pullsOf(call.repo).flatMap((pull) => reviews.commentsOf(pull))),
  },
  'pulls/create-review-comment': { ...write('pull_requests', 'read'), content: true, run: createComment },
  'pulls/create-reply-for-review-comment': {
    ...write('pull_requests', 'read'), content: true,
    run: (call) => shape.reviewComment(call.world, reviews.replyTo(call.world, threadOf(pullOf(call), call.params.comment_id), call.actor, call.body.body)),
  },
  'pulls/get-review-comment': { ...read('pull_requests'), run: ({ world, repo, params }) => shape.reviewComment(world, reviews.findReviewComment(repo, params.comment_id)) },
  'pulls/update-review-comment': {
    ...write('pull_requests', 'read'),
    run: ({ world, repo, params, body, actor }) => {
      const comment = reviews.findReviewComment(repo, params.comment_id);
      needAuthor(repo, actor, comment);
      checkBody('PullRequestReviewComment', body.body);
      const changes = { body: { from: comment.body } };
      Object.assign(comment, { body: body.body, updatedAt: world.clock.now() });
      reviews.announceComment(world, comment, 'edited', actor, { changes });
      return shape.reviewComment(world, comment);
    },
  },
  'pulls/delete-review-comment': {
    ...write('pull_requests', 'read'),
    run: ({ world, repo, params, actor }) => {
      const comment = reviews.findReviewComment(repo, params.comment_id);
      needAuthor(repo, actor, comment);
      reviews.deleteReviewComment(world, comment, actor);
      return empty();
    },
  },
};

export { Answer };
