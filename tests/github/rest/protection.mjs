// Branch protection, rulesets, and the webhooks of repositories.
import { ApiError, notFound, unprocessable } from '../world/errors.mjs';
import { branchSha } from '../world/git.mjs';
import { makeHook, needHook } from '../world/hooks.mjs';
import { bypassOf, rulesOf } from '../world/protection.mjs';
import { app as appShape, user as userShape } from '../shapes/people.mjs';
import { repoUrl, webUrl } from '../shapes/repos.mjs';
import { fullName } from '../world/world.mjs';
import { admin, Answer, empty, paged, read } from './answers.mjs';

function needProtection({ repo, params }) {
  if (!branchSha(repo, params.branch)) throw new ApiError(404, 'Branch not found');
  const found = repo.protections.get(params.branch);
  if (!found) throw new ApiError(404, 'Branch not protected');
  return found;
}

function checksShape(url, checks) {
  return {
    url: `${url}/required_status_checks`, strict: checks.strict, contexts: checks.checks.map((one) => one.context), contexts_url: `${url}/required_status_checks/contexts`,
    checks: checks.checks.map((one) => ({ context: one.context, app_id: one.app_id ?? null })),
  };
}

function protectionShape(call) {
  const { world, repo, params } = call;
  const own = needProtection(call);
  const url = `${repoUrl(world, repo)}/branches/${encodeURIComponent(params.branch)}/protection`;
  const flag = (name) => ({ enabled: Boolean(own[name]) });
  const reviews = own.required_pull_request_reviews;
  const limits = own.restrictions;
  return {
    url, enforce_admins: { url: `${url}/enforce_admins`, enabled: Boolean(own.enforce_admins) }, required_linear_history: flag('required_linear_history'),
    allow_force_pushes: flag('allow_force_pushes'), allow_deletions: flag('allow_deletions'), block_creations: flag('block_creations'),
    required_conversation_resolution: flag('required_conversation_resolution'), lock_branch: flag('lock_branch'), allow_fork_syncing: flag('allow_fork_syncing'),
    required_signatures: { url: `${url}/required_signatures`, enabled: false },
    ...(own.required_status_checks && { required_status_checks: checksShape(url, own.required_status_checks) }),
    ...(reviews && {
      required_pull_request_reviews: {
        url: `${url}/required_pull_request_reviews`, dismiss_stale_reviews: reviews.dismiss_stale_reviews ?? false, require_code_owner_reviews: reviews.require_code_owner_reviews ?? false,
        require_last_push_approval: reviews.require_last_push_approval ?? false, required_approving_review_count: reviews.required_approving_review_count ?? 1,
      },
    }),
    ...(limits && {
      restrictions: {
        url: `${url}/restrictions`, users_url: `${url}/restrictions/users`, teams_url: `${url}/restrictions/teams`, apps_url: `${url}/restrictions/apps`,
        users: limits.users.map((login) => userShape(world, world.user(login))), teams: [], apps: limits.apps.map((slug) => appShape(world, world.apps.find((one) => one.slug === slug))),
      },
    }),
  };
}

function setProtection(call) {
  const { repo, params, body } = call;
  if (!branchSha(repo, params.branch)) throw new ApiError(404, 'Branch not found');
  const checks = body.required_status_checks;
  repo.protections.set(params.branch, {
    ...body,
    required_status_checks: checks && { strict: checks.strict, checks: checks.checks ?? checks.contexts.map((context) => ({ context, app_id: null })) },
    restrictions: body.restrictions && { users: body.restrictions.users ?? [], apps: body.restrictions.apps ?? [] },
  });
  return protectionShape(call);
}

function rulesetShape(world, set) {
  return {
    id: set.id, name: set.name, target: set.target, source_type: 'Repository', source: fullName(set.repo), enforcement: set.enforcement, node_id: set.nodeId,
    bypass_actors: set.bypass_actors ?? [], conditions: set.conditions ?? { ref_name: { include: [], exclude: [] } }, rules: set.rules ?? [], created_at: world.clock.iso(set.createdAt),
    updated_at: world.clock.iso(set.updatedAt), _links: { self: { href: `${repoUrl(world, set.repo)}/rulesets/${set.id}` }, html: { href: `${webUrl(world, set.repo)}/rules/${set.id}` } },
  };
}

function needRuleset({ repo, params }) {
  const set = repo.rulesets.find((one) => one.id === params.ruleset_id);
  if (!set) throw notFound();
  return set;
}

function saveRuleset({ world, repo, body }, set = world.add('RRS', { repo, target: 'branch' })) {
  if (repo.rulesets.some((one) => one !== set && one.name === body.name)) throw unprocessable('Validation Failed', ['Name must be unique']);
  Object.assign(set, { rules: [], ...body, updatedAt: world.clock.now() });
  if (!repo.rulesets.includes(set)) repo.rulesets.push(set);
  return rulesetShape(world, set);
}

function hookShape(world, hook) {
  const url = `${repoUrl(world, hook.repo)}/hooks/${hook.id}`;
  return {
    type: 'Repository', id: hook.id, name: hook.name, active: hook.active, events: hook.events, config: { ...hook.config, ...(hook.config.secret && { secret: '********' }) },
    updated_at: world.clock.iso(hook.updatedAt), created_at: world.clock.iso(hook.createdAt), url, test_url: `${url}/test`, ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`, last_response: hook.lastResponse,
  };
}

function createHook({ world, repo, body, deliveries }) {
  const config = { content_type: 'form', insecure_ssl: '0', ...body.config };
  if (!config.url || !/^https?:/.test(config.url)) throw unprocessable('Validation Failed', [{ resource: 'Hook', code: 'custom', message: 'Config url is missing a scheme' }]);
  const hook = makeHook(world, repo, { config, events: body.events, active: body.active, name: 'web' });
  ping(world, hook, deliveries);
  return hookShape(world, hook);
}

function ping(world, hook, deliveries) {
  deliveries.deliver(hook, { event: 'ping', action: null, guid: deliveries.guid(), payload: { zen: 'Keep it logically awesome.', hook_id: hook.id, hook: hookShape(world, hook) } });
}

function editHook(call) {
  const hook = needHook(call.repo, call.params.hook_id);
  const { config, events, add_events: more = [], remove_events: fewer = [], active = hook.active } = call.body ?? {};
  const kept = (events ?? hook.events).filter((one) => !fewer.includes(one));
  Object.assign(hook, { config: { ...hook.config, ...config }, active, events: [...new Set([...kept, ...more])], updatedAt: call.world.clock.now() });
  return hookShape(call.world, hook);
}

function deliveryShape(world, one) {
  return {
    id: one.id, guid: one.guid, delivered_at: world.clock.iso(one.createdAt), redelivery: one.redelivery, duration: one.duration, status: one.status, status_code: one.statusCode,
    event: one.event, action: one.action, installation_id: null, repository_id: one.hook.repo?.id ?? null, throttled_at: null,
  };
}

function needDelivery({ repo, params }) {
  const found = needHook(repo, params.hook_id).deliveries.find((one) => one.id === params.delivery_id);
  if (!found) throw notFound();
  return found;
}

function wholeDelivery(world, one) {
  return { ...deliveryShape(world, one), url: one.hook.config.url, request: { headers: one.headers, payload: one.payload }, response: { headers: one.answer.headers, payload: one.answer.payload } };
}

export const protectionRows = {
  'repos/get-branch-protection': { rule: { area: 'administration', level: 'read', role: 'admin' }, run: protectionShape },
  'repos/update-branch-protection': { ...admin(), run: setProtection },
  'repos/delete-branch-protection': { ...admin(), run: (call) => { needProtection(call); call.repo.protections.delete(call.params.branch); return empty(); } },
  'repos/get-status-checks-protection': {
    rule: { area: 'administration', level: 'read', role: 'read' },
    run: (call) => {
      const checks = needProtection(call).required_status_checks;
      if (!checks) throw new ApiError(404, 'Required status checks not enabled');
      return checksShape(`${repoUrl(call.world, call.repo)}/branches/${call.params.branch}/protection`, checks);
    },
  },
  'repos/get-repo-rulesets': {
    ...read('metadata'), run: (call) => paged(call, call.repo.rulesets, (one) => { const { bypass_actors, conditions, rules, ...rest } = rulesetShape(call.world, one); return rest; }),
  },
  'repos/create-repo-ruleset': { ...admin(), run: (call) => saveRuleset(call) },
  'repos/get-repo-ruleset': { ...read('metadata'), run: (call) => { const set = needRuleset(call); return { ...rulesetShape(call.world, set), current_user_can_bypass: bypassOf(call.repo, set, call.actor) }; } },
  'repos/update-repo-ruleset': { ...admin(), run: (call) => saveRuleset(call, needRuleset(call)) },
  'repos/delete-repo-ruleset': {
    ...admin(), run: (call) => { const set = needRuleset(call); call.repo.rulesets = call.repo.rulesets.filter((one) => one !== set); return empty(); },
  },
  'repos/get-branch-rules': {
    ...read('metadata'),
    run: (call) => paged(call, rulesOf(call.repo, call.params.branch), ({ set, ...rule }) => ({
      ...rule, ruleset_source_type: 'Repository', ruleset_source: fullName(call.repo), ruleset_id: set.id,
    })),
  },
  'repos/list-webhooks': { ...admin('read'), run: (call) => paged(call, call.repo.hooks, (one) => hookShape(call.world, one)) },
  'repos/create-webhook': { ...admin(), run: createHook },
  'repos/get-webhook': { ...admin('read'), run: ({ world, repo, params }) => hookShape(world, needHook(repo, params.hook_id)) },
  'repos/update-webhook': { ...admin(), run: editHook },
  'repos/delete-webhook': {
    ...admin(), run: ({ repo, params }) => { const hook = needHook(repo, params.hook_id); repo.hooks = repo.hooks.filter((one) => one !== hook); return empty(); },
  },
  'repos/ping-webhook': { ...admin(), run: ({ world, repo, params, deliveries }) => { ping(world, needHook(repo, params.hook_id), deliveries); return empty(); } },
  'repos/list-webhook-deliveries': { ...admin('read'), run: (call) => paged(call, needHook(call.repo, call.params.hook_id).deliveries, (one) => deliveryShape(call.world, one)) },
  'repos/get-webhook-delivery': { ...admin('read'), run: (call) => wholeDelivery(call.world, needDelivery(call)) },
  'repos/redeliver-webhook-delivery': {
    ...admin(),
    run: (call) => {
      const { hook, event, action, payload, guid } = needDelivery(call);
      call.deliveries.deliver(hook, { event, action, payload, guid, redelivery: true });
      return new Answer(202, {});
    },
  },
};
