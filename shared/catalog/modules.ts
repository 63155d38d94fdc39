/** Every module of the endpoint table by its folder's name: how the documentation titles and introduces it. */
export const modules = {
  rules: {
    title: 'Business rules',
    description:
      'Rules made of a condition and of actions for when it holds and when it fails. Rules belong to an ' +
      'organization; their `ruleId` is unique in the whole tenant.',
  },
  scheduler: {
    title: 'Scheduler',
    description:
      'Jobs that send a message to a queue or run a command, at the times of a cron expression in any time zone or ' +
      'at intervals. Each time is run once, and the history tells what happened.',
  },
  toggles: {
    title: 'Feature toggles',
    description:
      'Typed switches of the whole deployment with a default value each. Super admins define them and may give ' +
      'a tenant a value of its own; every caller may check what holds in its tenant.',
  },
  entities: {
    title: 'Entity records',
    description:
      'Records of any type `<module>.<entity>` with a team’s own custom fields. Each change is published as an event.',
  },
  attachments: {
    title: 'Attachments',
    description:
      'Files of records: uploaded in one request or straight to the bucket, found by name, tag, partition and the words ' +
      'of their text, scanned or not, delivered to whoever may read their partition.',
  },
  events: {
    title: 'Events',
    description:
      'What happens in the platform is published as events, which webhooks, rules and queues receive. Teams may ' +
      'publish events of their own modules.',
  },
  webhooks: {
    title: 'Webhooks',
    description:
      'Events sent to the URLs of others, signed as Standard Webhooks defines it, repeated until they are accepted, ' +
      'with a log of every attempt.',
  },
  inbound: {
    title: 'Inbound webhooks',
    description:
      'Messages of providers such as GitHub: verified, taken once, answered at once, and published as events that ' +
      'webhooks, rules and the event stream receive.',
  },
  notifications: {
    title: 'Notifications',
    description:
      'What people should know, addressed to users or to whoever holds a feature, until it is read, dismissed or ' +
      'expires. Webhooks that fail and other modules notify by themselves.',
  },
  integrations: {
    title: 'Integrations',
    description:
      'Connections to services of others, each switched on and set up per organization: state, version of the API, ' +
      'encrypted credentials, health, and a log of what happened.',
  },
  sync: {
    title: 'Data sync',
    description:
      'Imports and exports of entity records: batch by batch, each record once, with exact counters, progress, and a ' +
      'list of what could not be taken over. A run goes on where it stood, whatever dies under it.',
  },
  payments: {
    title: 'Payments',
    description:
      'Payments by Stripe, by bank transfer and in cash: begun, captured, refunded and cancelled, each exactly once, ' +
      'with amounts that are never rounded. Providers tell of them by signed messages, and are asked when they do not.',
  },
  progress: {
    title: 'Progress',
    description:
      'Background work that people can watch: what goes on, how far it is, what came of it. Sync runs report here, and ' +
      'so may the workers of teams.',
  },
  auth: {
    title: 'Authentication',
    description:
      'Sessions of people: log in, stay logged in, log out. Programs use API keys and need none of it.',
  },
  users: {
    title: 'Users',
    description:
      'People of a tenant who log in. Their rights come from their roles, or are their own; a change counts on the ' +
      'next request.',
  },
  roles: {
    title: 'Roles',
    description:
      'Named sets of rights that users and API keys hold. A change of a role reaches all of them before it is ' +
      'answered.',
  },
  'api-keys': {
    title: 'API keys',
    description:
      'Credentials of programs. A key lives in an organization, has the rights of its roles, and shows its secret ' +
      'once.',
  },
  directory: {
    title: 'Directory',
    description:
      'Tenants, and the tree of organizations in each. What is closed lets nobody in who lives there, from the ' +
      'next request on.',
  },
  audit: {
    title: 'Audit trail',
    description: 'Who changed what, and when: every change of configuration and data leaves an entry.',
  },
  docs: {
    title: 'Documentation',
    description: 'This description as OpenAPI document, as Markdown and as interactive explorer.',
  },
  health: { title: 'Health', description: 'Whether the service is up, for probes and load balancers.' },
} as const satisfies Record<string, { title: string; description: string }>;

export type ModuleName = keyof typeof modules;
