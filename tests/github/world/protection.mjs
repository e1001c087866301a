// What branch protection and rulesets ask of a branch: one answer for pushes, merges and mergeStateStatus.
import { kRoles, roleOf, roleOfUser } from './access.mjs';
import { branchSha, isAncestor } from './git.mjs';
import { stateOfContext } from './rollup.mjs';
import { latestReviews } from './reviews.mjs';

// Git's and GitHub's patterns of branches, as far as rulesets use them.
export function matchesBranch(pattern, branch, repo) {
  if (pattern === '~ALL') return true;
  if (pattern === '~DEFAULT_BRANCH') return branch === repo.defaultBranch;
  const glob = pattern.replace(/^refs\/heads\//, '').replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?/g, '\u0000').replace(/\*/g, '[^/]*').replace(/\u0000/g, '.*').replace(/\?/g, '[^/]');
  return new RegExp(`^${glob}$`).test(branch);
}

export function rulesetsOf(repo, branch) {
  return repo.rulesets.filter((set) => set.target === 'branch' && set.enforcement === 'active'
    && (set.conditions?.ref_name?.include ?? []).some((one) => matchesBranch(one, branch, repo))
    && !(set.conditions?.ref_name?.exclude ?? []).some((one) => matchesBranch(one, branch, repo)));
}

export const rulesOf = (repo, branch) => rulesetsOf(repo, branch).flatMap((set) => set.rules.map((rule) => ({ ...rule, set })));

// What a branch asks for, of both kinds together; null when it asks for nothing.
export function demandsOf(repo, branch) {
  const protection = repo.protections.get(branch);
  const rules = rulesOf(repo, branch);
  if (!protection && rules.length === 0) return null;
  const rule = (type) => rules.find((one) => one.type === type);
  const reviews = protection?.required_pull_request_reviews;
  const pull = rule('pull_request');
  const checks = protection?.required_status_checks;
  const ruleChecks = rule('required_status_checks')?.parameters;
  return {
    protected: Boolean(protection),
    rules: rules.map((one) => one.type),
    enforceAdmins: Boolean(protection?.enforce_admins) || rules.length > 0,
    pull: Boolean(reviews || pull),
    approvals: Math.max(reviews?.required_approving_review_count ?? (reviews ? 1 : 0), pull?.parameters?.required_approving_review_count ?? 0),
    dismissStale: Boolean(reviews?.dismiss_stale_reviews || pull?.parameters?.dismiss_stale_reviews_on_push),
    conversations: Boolean(protection?.required_conversation_resolution || pull?.parameters?.required_review_thread_resolution),
    contexts: [
      ...(checks?.checks ?? (checks?.contexts ?? []).map((context) => ({ context }))).map((one) => ({ context: one.context, app: one.app_id ?? null })),
      ...(ruleChecks?.required_status_checks ?? []).map((one) => ({ context: one.context, app: one.integration_id ?? null })),
    ],
    strict: Boolean(checks?.strict || ruleChecks?.strict_required_status_checks_policy),
    linear: Boolean(protection?.required_linear_history || rule('required_linear_history')),
    noForce: (protection && !protection.allow_force_pushes) || Boolean(rule('non_fast_forward')),
    noDeletion: (protection && !protection.allow_deletions) || Boolean(rule('deletion')),
    noCreation: Boolean(rule('creation')),
    noUpdate: Boolean(rule('update')),
    locked: Boolean(protection?.lock_branch),
    pushers: protection?.restrictions ?? null,
  };
}

// Whether an account may pass by what a branch asks for.
export function mayBypass(repo, branch, actor) {
  const protection = repo.protections.get(branch);
  if (protection && (protection.enforce_admins || roleOf(repo, actor) !== 'admin')) return false;
  return rulesetsOf(repo, branch).every((set) => (set.bypass_actors ?? []).some((one) => bypasses(repo, one, actor)));
}

// What GitHub says of an account and one ruleset.
export function bypassOf(repo, set, actor) {
  const modes = (set.bypass_actors ?? []).filter((one) => bypasses(repo, one, actor)).map((one) => one.bypass_mode ?? 'always');
  if (modes.includes('always')) return 'always';
  return modes.length > 0 ? 'pull_requests_only' : 'never';
}

// The repository roles that rulesets name by number.
const kRoleNumbers = { 2: 'maintain', 4: 'write', 5: 'admin' };

function bypasses(repo, entry, actor) {
  if (entry.actor_type === 'Integration') return actor?.installation?.app.id === entry.actor_id;
  if (entry.actor_type === 'OrganizationAdmin') return Boolean(repo.owner.owners?.has(actor?.user?.login.toLowerCase()));
  if (entry.actor_type !== 'RepositoryRole' || !actor?.user) return false;
  const wanted = kRoles.indexOf(kRoleNumbers[entry.actor_id] ?? 'admin');
  return kRoles.indexOf(roleOfUser(repo, actor.user)) >= wanted;
}

// Why a push may not move a branch, in the lines git shows (parted by '|'); null if it may.
export function pushRefusal(world, repo, branch, { old, young, actor }) {
  const demands = demandsOf(repo, branch);
  if (!demands || mayBypass(repo, branch, actor)) return null;
  const creates = /^0+$/.test(old);
  const deletes = /^0+$/.test(young);
  const refuse = (why) => (demands.protected
    ? `error: GH006: Protected branch update failed for refs/heads/${branch}.|error: ${why}`
    : `error: GH013: Repository rule violations found for refs/heads/${branch}.|- ${why}`);
  if (deletes) return demands.noDeletion ? refuse('Cannot delete this branch') : null;
  if (creates && demands.noCreation) return refuse('Cannot create ref due to creations being restricted.');
  if (demands.locked || (!creates && demands.noUpdate)) return refuse('Cannot update this protected ref.');
  if (demands.pushers && !isPusher(demands.pushers, actor)) return refuse("You're not authorized to push to this branch.");
  if (demands.pull && !creates) return refuse('Changes must be made through a pull request.');
  const lacking = missingContexts(world, repo, young, demands);
  if (lacking.length > 0 && !creates) return refuse(`${lacking.length} of ${demands.contexts.length} required status checks are expected.`);
  return null;
}

export const forceRefusal = (repo, branch, actor) => (demandsOf(repo, branch)?.noForce && !mayBypass(repo, branch, actor)
  ? `error: GH006: Protected branch update failed for refs/heads/${branch}.|error: Cannot force-push to this branch` : null);

function isPusher(restrictions, actor) {
  return restrictions.users.includes(actor?.user?.login) || restrictions.apps.includes(actor?.installation?.app.slug);
}

// The required checks that are not green at a commit. What is skipped or neutral passes.
export function missingContexts(world, repo, sha, demands) {
  return demands.contexts.filter((one) => stateOfContext(repo, sha, one) !== 'success');
}

// What keeps a pull from being merged, as GitHub words it; empty when nothing does.
export function mergeBlocks(world, pull) {
  const { repo } = pull;
  const demands = demandsOf(repo, pull.base.ref);
  if (!demands) return [];
  const blocks = [];
  const reviews = latestReviews(pull).filter((review) => ['write', 'maintain', 'admin'].includes(roleOfUser(repo, review.user)));
  const approvals = reviews.filter((review) => review.state === 'APPROVED' && review.user !== pull.user);
  if (demands.pull && reviews.some((review) => review.state === 'CHANGES_REQUESTED')) {
    blocks.push({ kind: 'review', why: 'Changes have been requested.' });
  } else if (approvals.length < demands.approvals) {
    const plural = demands.approvals === 1 ? 'review is required by reviewers' : 'reviews are required by reviewers';
    blocks.push({ kind: 'review', why: `At least ${demands.approvals} approving ${plural} with write access.` });
  }
  const missing = missingContexts(world, repo, pull.headSha, demands);
  if (missing.length > 0) blocks.push({ kind: 'checks', why: checksWords(repo, pull, missing, demands) });
  if (demands.strict && demands.contexts.length > 0 && !isAncestor(repo, branchSha(repo, pull.base.ref), pull.headSha)) {
    blocks.push({ kind: 'behind', why: 'The head branch is not up to date with the base branch.' });
  }
  if (demands.conversations && pull.threads.some((thread) => !thread.resolved)) {
    blocks.push({ kind: 'conversations', why: 'All comments must be resolved.' });
  }
  return blocks;
}

function checksWords(repo, pull, missing, demands) {
  const state = stateOfContext(repo, pull.headSha, missing[0]);
  if (missing.length === 1) {
    const verb = { failure: 'is failing', pending: 'is in progress' }[state] ?? 'is expected';
    return `Required status check "${missing[0].context}" ${verb}.`;
  }
  return `${missing.length} of ${demands.contexts.length} required status checks are expected.`;
}
