/** Maps addresses to pages. Each group of pages is loaded on demand. */
import type { RouteObject } from 'react-router';
import { events, inbound, webhooks } from './event-routes.tsx';
import { Needs, NeedsSuperAdmin } from './needs.tsx';
import { RouteFailure, UnknownPage } from './route-failure.tsx';
import { Shell } from './shell.tsx';

const toggles: RouteObject[] = [
  { path: 'toggles', lazy: async () => (await import('../toggles/routes.tsx')).list },
  { path: 'toggles/:id', lazy: async () => (await import('../toggles/routes.tsx')).show },
  { path: 'toggles/playground', lazy: async () => (await import('../toggles/editor-routes.tsx')).playground },
  { path: 'toggles/segments', lazy: async () => (await import('../toggles/routes.tsx')).segments },
  { path: 'toggles/segments/:id', lazy: async () => (await import('../toggles/editor-routes.tsx')).segment },
  {
    element: <Needs feature="feature_toggles.segments.manage" />,
    children: [
      {
        path: 'toggles/segments/new',
        lazy: async () => (await import('../toggles/editor-routes.tsx')).createSegment,
      },
    ],
  },
  {
    element: <NeedsSuperAdmin />,
    children: [
      { path: 'toggles/new', lazy: async () => (await import('../toggles/routes.tsx')).create },
      {
        path: 'toggles/:id/targeting',
        lazy: async () => (await import('../toggles/editor-routes.tsx')).targeting,
      },
      {
        path: 'toggles/:id/own-targeting',
        lazy: async () => (await import('../toggles/editor-routes.tsx')).ownTargeting,
      },
    ],
  },
];

const jobs: RouteObject[] = [
  { path: 'jobs', lazy: async () => (await import('../jobs/routes.tsx')).list },
  { path: 'jobs/failures', lazy: async () => (await import('../jobs/routes.tsx')).failures },
  { path: 'jobs/:id', lazy: async () => (await import('../jobs/routes.tsx')).show },
  {
    element: <Needs feature="scheduler.jobs.manage" />,
    children: [
      { path: 'jobs/new', lazy: async () => (await import('../jobs/routes.tsx')).create },
      { path: 'jobs/:id/edit', lazy: async () => (await import('../jobs/routes.tsx')).edit },
    ],
  },
];

const rules: RouteObject[] = [
  { path: 'rules', lazy: async () => (await import('../rules/routes.tsx')).list },
  { path: 'rules/:id', lazy: async () => (await import('../rules/routes.tsx')).show },
  { path: 'rules/sets', lazy: async () => (await import('../rule-sets/routes.tsx')).list },
  { path: 'rules/sets/:id', lazy: async () => (await import('../rule-sets/routes.tsx')).show },
  {
    element: <Needs feature="business_rules.logs.view" />,
    children: [
      { path: 'rules/log', lazy: async () => (await import('../rules/routes.tsx')).log },
      { path: 'rules/log/:id', lazy: async () => (await import('../rules/routes.tsx')).logEntry },
    ],
  },
  {
    element: <Needs feature="business_rules.rules.create" />,
    children: [
      { path: 'rules/new', lazy: async () => (await import('../rules/editor-routes.tsx')).create },
      { path: 'rules/sets/new', lazy: async () => (await import('../rule-sets/routes.tsx')).create },
    ],
  },
  {
    element: <Needs feature="business_rules.rules.edit" />,
    children: [
      { path: 'rules/:id/edit', lazy: async () => (await import('../rules/editor-routes.tsx')).edit },
      { path: 'rules/sets/:id/edit', lazy: async () => (await import('../rule-sets/routes.tsx')).edit },
    ],
  },
];

const sync: RouteObject[] = [
  { path: 'sync', lazy: async () => (await import('../sync/routes.tsx')).list },
  { path: 'sync/runs/:id', lazy: async () => (await import('../sync/routes.tsx')).run },
  {
    element: <Needs feature="data_sync.run" />,
    children: [{ path: 'sync/start', lazy: async () => (await import('../sync/routes.tsx')).start }],
  },
  {
    element: <Needs feature="data_sync.configure" />,
    children: [
      {
        path: 'sync/mappings',
        lazy: async () => (await import('../sync/configuration-routes.tsx')).mappings,
      },
      {
        path: 'sync/mappings/of',
        lazy: async () => (await import('../sync/configuration-routes.tsx')).mappingOf,
      },
      {
        path: 'sync/mappings/:id',
        lazy: async () => (await import('../sync/configuration-routes.tsx')).mapping,
      },
      {
        path: 'sync/schedules',
        lazy: async () => (await import('../sync/configuration-routes.tsx')).schedules,
      },
      {
        path: 'sync/schedules/new',
        lazy: async () => (await import('../sync/configuration-routes.tsx')).createSchedule,
      },
      {
        path: 'sync/schedules/:id',
        lazy: async () => (await import('../sync/configuration-routes.tsx')).schedule,
      },
    ],
  },
];

const records: RouteObject[] = [
  { path: 'records', lazy: async () => (await import('../entities/routes.tsx')).list },
  { path: 'records/:id', lazy: async () => (await import('../entities/routes.tsx')).show },
  { path: 'records/fields', lazy: async () => (await import('../entities/routes.tsx')).fields },
  {
    element: <Needs feature="entities.records.manage" />,
    children: [
      { path: 'records/new', lazy: async () => (await import('../entities/editor-routes.tsx')).create },
      { path: 'records/:id/edit', lazy: async () => (await import('../entities/editor-routes.tsx')).edit },
    ],
  },
  {
    element: <Needs feature="entities.definitions.manage" />,
    children: [
      {
        path: 'records/fields/new',
        lazy: async () => (await import('../entities/editor-routes.tsx')).createField,
      },
      {
        path: 'records/fields/:key',
        lazy: async () => (await import('../entities/editor-routes.tsx')).editField,
      },
    ],
  },
];

const integrations: RouteObject[] = [
  { path: 'integrations', lazy: async () => (await import('../integrations/routes.tsx')).list },
  { path: 'integrations/:id', lazy: async () => (await import('../integrations/routes.tsx')).show },
];

const payments: RouteObject[] = [
  { path: 'payments', lazy: async () => (await import('../payments/routes.tsx')).list },
  { path: 'payments/methods', lazy: async () => (await import('../payments/routes.tsx')).methods },
  { path: 'payments/:id', lazy: async () => (await import('../payments/routes.tsx')).show },
];

const files: RouteObject[] = [
  { path: 'files', lazy: async () => (await import('../attachments/routes.tsx')).list },
  { path: 'files/:id', lazy: async () => (await import('../attachments/routes.tsx')).show },
  {
    element: <Needs feature="attachments.manage" />,
    children: [
      {
        path: 'files/partitions',
        lazy: async () => (await import('../attachments/routes.tsx')).partitions,
      },
    ],
  },
];

const administration: RouteObject[] = [
  { path: 'sessions', lazy: async () => (await import('../access/routes.tsx')).sessions },
  {
    element: <Needs feature="auth.users.view" />,
    children: [
      { path: 'users', lazy: async () => (await import('../access/routes.tsx')).users },
      { path: 'users/:id', lazy: async () => (await import('../access/routes.tsx')).user },
      {
        element: <Needs feature="auth.acl.manage" />,
        children: [
          { path: 'users/:id/rights', lazy: async () => (await import('../access/routes.tsx')).userRights },
        ],
      },
    ],
  },
  {
    element: <Needs feature="auth.roles.view" />,
    children: [
      { path: 'roles', lazy: async () => (await import('../access/routes.tsx')).roles },
      { path: 'roles/:id', lazy: async () => (await import('../access/routes.tsx')).role },
    ],
  },
  {
    element: <Needs feature="api_keys.view" />,
    children: [{ path: 'keys', lazy: async () => (await import('../access/routes.tsx')).keys }],
  },
  {
    element: <Needs feature="directory.organizations.view" />,
    children: [
      {
        path: 'organizations',
        lazy: async () => (await import('../directory/routes.tsx')).organizations,
      },
    ],
  },
  {
    element: <Needs feature="audit_logs.view" />,
    children: [{ path: 'audit', lazy: async () => (await import('../audit/routes.tsx')).list }],
  },
];

const mails: RouteObject[] = [
  { path: 'mails', lazy: async () => (await import('../mails/routes.tsx')).list },
  { path: 'mails/settings', lazy: async () => (await import('../mails/routes.tsx')).settings },
  { path: 'mails/suppressions', lazy: async () => (await import('../mails/routes.tsx')).suppressions },
  { path: 'mails/templates', lazy: async () => (await import('../mails/routes.tsx')).templates },
  {
    element: <Needs feature="email.manage" />,
    children: [
      { path: 'mails/templates/new', lazy: async () => (await import('../mails/routes.tsx')).createTemplate },
      { path: 'mails/templates/edit', lazy: async () => (await import('../mails/routes.tsx')).editTemplate },
    ],
  },
];

const platform: RouteObject[] = [
  { path: 'tenants', lazy: async () => (await import('../directory/routes.tsx')).tenants },
  { path: 'tenants/:id', lazy: async () => (await import('../directory/routes.tsx')).tenant },
  { path: 'dead-letters', lazy: async () => (await import('../dead-letters/routes.tsx')).list },
  { path: 'dead-letters/:queue', lazy: async () => (await import('../dead-letters/routes.tsx')).show },
];

/** All pages, by their path below the scope. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteFailure />,
    HydrateFallback: () => null,
    children: [
      {
        errorElement: <RouteFailure />,
        children: [
          { index: true, lazy: async () => (await import('../home/routes.tsx')).home },
          { element: <Needs feature="webhooks.view" />, children: [...webhooks, ...inbound] },
          ...events,
          {
            element: <Needs feature="progress.view" />,
            children: [{ path: 'work', lazy: async () => (await import('../work/routes.tsx')).work }],
          },
          {
            element: <Needs feature="notifications.view" />,
            children: [
              {
                path: 'notifications',
                lazy: async () => (await import('../notifications/routes.tsx')).notifications,
              },
            ],
          },
          { element: <Needs feature="business_rules.rules.view" />, children: rules },
          { element: <Needs feature="scheduler.jobs.view" />, children: jobs },
          { element: <Needs feature="data_sync.view" />, children: sync },
          { element: <Needs feature="entities.records.view" />, children: records },
          { element: <Needs feature="integrations.view" />, children: integrations },
          { element: <Needs feature="payment_gateways.view" />, children: payments },
          { element: <Needs feature="attachments.view" />, children: files },
          { path: 'preferences', lazy: async () => (await import('../mails/routes.tsx')).preferences },
          { element: <Needs feature="email.view" />, children: mails },
          ...administration,
          { element: <NeedsSuperAdmin />, children: platform },
          { element: <Needs feature="feature_toggles.view" />, children: toggles },
          { path: '*', element: <UnknownPage /> },
        ],
      },
    ],
  },
];
