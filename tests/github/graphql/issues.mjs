// GraphQL's fields of issues, and of what pulls share with them.
import { associationOf, roleOf } from '../world/access.mjs';
import { pageUrl } from '../shapes/issues.mjs';
import { Connection, plain } from './values.mjs';
import { iso } from './repos.mjs';

const kContents = { '+1': 'THUMBS_UP', '-1': 'THUMBS_DOWN', laugh: 'LAUGH', confused: 'CONFUSED', heart: 'HEART', hooray: 'HOORAY', rocket: 'ROCKET', eyes: 'EYES' };
export const contentOf = (word) => Object.keys(kContents).find((one) => kContents[one] === word);
const canWrite = (one, actor) => one.user === actor.user || ['write', 'maintain', 'admin'].includes(roleOf(one.repo, actor));

export const reactable = {
  reactionGroups: (one, args, { actor }) => Object.entries(kContents).map(([word, content]) => {
    const mine = one.reactions.filter((each) => each.content === word);
    return plain('ReactionGroup', {
      content, createdAt: null, viewerHasReacted: mine.some((each) => each.user === actor.user), users: (inner) => new Connection(mine.map((each) => each.user), inner), reactors: (inner) => new Connection(mine.map((each) => each.user), inner),
    });
  }),
  reactions: (one, args) => new Connection(one.reactions, args, { viewerHasReacted: false }),
};

// What a person wrote.
export const written = {
  id: (one) => one.nodeId, databaseId: (one) => one.id, fullDatabaseId: (one) => String(one.id), author: (one) => one.user, body: (one) => one.body ?? '', bodyText: (one) => one.body ?? '', bodyHTML: (one) => one.body ?? '',
  authorAssociation: (one, args, { world }) => associationOf(world, one.repo, one.user), createdAt: (one, args, context) => iso(one.createdAt, context),
  updatedAt: (one, args, context) => iso(one.updatedAt, context), lastEditedAt: () => null, editor: () => null, includesCreatedEdit: (one) => one.updatedAt !== one.createdAt, repository: (one) => one.repo,
  viewerDidAuthor: (one, args, { actor }) => one.user === actor.user, viewerCanUpdate: (one, args, { actor }) => canWrite(one, actor), viewerCanDelete: (one, args, { actor }) => canWrite(one, actor), ...reactable,
  isMinimized: (one) => Boolean(one.minimized), minimizedReason: (one) => one.minimized, publishedAt: (one, args, context) => iso(one.createdAt, context),
};

export const record = {
  ...written, number: (one) => one.number, title: (one) => one.title, url: (one, args, { world }) => pageUrl(world, one), closed: (one) => one.state === 'closed', closedAt: (one, args, context) => iso(one.closedAt, context),
  locked: (one) => one.locked, activeLockReason: (one) => one.lockReason?.toUpperCase().replace(/[ -]/g, '_') ?? null, labels: (one, args) => new Connection(one.labels, args), assignees: (one, args) => new Connection(one.assignees, args),
  comments: (one, args) => new Connection(one.comments, args), milestone: () => null, projectCards: (one, args) => new Connection([], args), projectItems: (one, args) => new Connection([], args),
  participants: (one, args) => new Connection([...new Set([one.user, ...one.comments.map((each) => each.user)])], args),
  timelineItems: (one, args, context, info) => new Connection(one.timeline.filter((each) => !args.itemTypes || args.itemTypes.includes(itemType(each))), args, { updatedAt: iso(one.updatedAt, context), filteredCount: one.timeline.length, pageCount: one.timeline.length }),
};

const kItemNames = {
  labeled: 'LABELED', unlabeled: 'UNLABELED', assigned: 'ASSIGNED', unassigned: 'UNASSIGNED', renamed: 'RENAMED_TITLE', closed: 'CLOSED', reopened: 'REOPENED', merged: 'MERGED', ready_for_review: 'READY_FOR_REVIEW',
  convert_to_draft: 'CONVERT_TO_DRAFT', head_ref_force_pushed: 'HEAD_REF_FORCE_PUSHED', head_ref_deleted: 'HEAD_REF_DELETED', review_requested: 'REVIEW_REQUESTED', locked: 'LOCKED', unlocked: 'UNLOCKED',
};
const itemType = (one) => ({ IC: 'ISSUE_COMMENT', PRR: 'PULL_REQUEST_REVIEW' })[one.kind] ?? `${kItemNames[one.event] ?? one.event.toUpperCase()}_EVENT`;

export const issueTypes = {
  Issue: { ...record, state: (one) => one.state.toUpperCase(), stateReason: (one) => (one.stateReason ? one.stateReason.toUpperCase() : null), isPinned: () => false, viewerCanReact: () => true },
  IssueComment: { ...written, url: (one, args, { world }) => `${pageUrl(world, one.issue)}#issuecomment-${one.id}`, issue: (one) => one.issue, pullRequest: (one) => one.issue.pull, viewerCanMinimize: (one, args, { actor }) => canWrite(one, actor) },
  Label: { id: (one) => one.nodeId, name: (one) => one.name, color: (one) => one.color, description: (one) => one.description, isDefault: (one) => one.isDefault, repository: (one) => one.repo, createdAt: (one, args, context) => iso(one.createdAt, context) },
  Reaction: { id: (one) => one.nodeId, databaseId: (one) => one.id, content: (one) => kContents[one.content], user: (one) => one.user, createdAt: (one, args, context) => iso(one.createdAt, context) },
};
