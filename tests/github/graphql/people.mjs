// GraphQL's fields of accounts and apps.
import { roleOf } from '../world/access.mjs';
import { Connection } from './values.mjs';

const account = {
  id: (one) => one.nodeId,
  databaseId: (one) => one.id,
  login: (one) => (one.type === 'Bot' ? one.login.replace('[bot]', '') : one.login),
  url: (one, args, { world }) => `${world.places.web}/${one.login}`,
  resourcePath: (one) => `/${one.login}`,
  avatarUrl: (one, args, { world }) => `${world.places.web}/avatars/u/${one.id}`,
  createdAt: (one, args, { world }) => world.clock.iso(one.createdAt),
  updatedAt: (one, args, { world }) => world.clock.iso(one.updatedAt),
};

const owner = {
  ...account,
  name: (one) => one.name,
  email: (one) => one.email,
  repositories: (one, args, { world, actor }) => new Connection([...world.repos.values()].filter((repo) => repo.owner === one && roleOf(repo, actor) !== 'none'), args, { totalDiskUsage: 0 }),
  repository: (one, { name }, { world, actor }) => {
    const repo = world.findRepo(one.login, name)?.repo;
    return repo && roleOf(repo, actor) !== 'none' ? repo : null;
  },
  projectsV2: (one, args) => new Connection([], args),
};

export const peopleTypes = {
  User: {
    ...owner,
    isViewer: (one, args, { actor }) => actor.user === one,
    isSiteAdmin: (one) => one.siteAdmin,
    isEmployee: () => false,
    bio: () => null,
    company: () => null,
    location: () => null,
    organizations: (one, args, { world }) => new Connection([...world.users.values()].filter((org) => org.members?.has(one.login.toLowerCase())), args),
  },
  Organization: {
    ...owner,
    description: () => null,
    viewerIsAMember: (one, args, { actor }) => one.members.has(actor.user?.login.toLowerCase()),
    teams: (one, args) => new Connection([], args),
    membersWithRole: (one, args, { world }) => new Connection([...one.members].map((login) => world.user(login)), args),
  },
  Bot: account,
  App: {
    id: (one) => one.nodeId, databaseId: (one) => one.id, slug: (one) => one.slug, name: (one) => one.name, clientId: (one) => one.clientId, description: () => null,
    url: (one, args, { world }) => `${world.places.web}/apps/${one.slug}`, createdAt: (one, args, { world }) => world.clock.iso(one.createdAt),
  },
};
