/** All pages by their address: the routes, their guards and the navigation follow from this list. */
import type { ComponentType } from 'react';
import { ownResources } from '../../../shared/clients/typescript/own-resources.ts';
import * as data from '../../../shared/clients/typescript/resources.ts';
import type { Need } from '../session/session.ts';
import { shellTexts } from '../texts/shell.ts';
import type { IconName } from '../ui/icon.tsx';

const { pages: titles, groups } = shellTexts;

interface Page {
  Component: ComponentType;
}

/** A page below the address of its place, and what callers need besides what the place needs. */
interface PlacedPage {
  path: string;
  need: Need;
  load: () => Promise<Page>;
}

export interface Place {
  /** Below the scope. */
  at: string;
  /** What callers need for all of its pages: each of these. */
  needs: readonly Need[];
  pages: readonly PlacedPage[];
  /** Its entry in the navigation. */
  menu?: { group: keyof typeof groups; title: string; icon: IconName };
  /** The resource of the API that it shows. */
  of?: Resource;
}

interface Resource {
  path: string;
  filters: object;
  features: { readonly list: Need; readonly create?: Need; readonly change?: Need };
}

/** The pages of a literal, with their paths and what they need besides the list. */
const standard: Readonly<Record<string, { path: string; need: 'create' | 'change' | undefined }>> = {
  list: { path: '', need: undefined },
  create: { path: 'new', need: 'create' },
  show: { path: ':id', need: undefined },
  edit: { path: ':id/edit', need: 'change' },
};

interface PlaceSpec<Name extends string> extends Pick<Place, 'at' | 'menu'> {
  load: () => Promise<Readonly<Record<NoInfer<Name>, Page>>>;
  of?: Resource;
  /** By default what the list of the resource needs; nothing without a resource. */
  needs?: readonly Need[];
  /** Pages of a literal. */
  has?: readonly Name[];
  /** Other pages by their path, some with what they need. */
  more?: Readonly<Record<string, Name | readonly [page: Name, need: Need]>>;
}

function place<Name extends string>(spec: PlaceSpec<Name>): Place {
  const { at, menu, of, load, needs = of ? [of.features.list] : [], has = [], more = {} } = spec;
  const page = (path: string, name: Name, need: Need = null): PlacedPage => ({
    path,
    need,
    load: async () => (await load())[name],
  });
  const own = has.map((name) => {
    const { path, need } = standard[name] ?? { path: name, need: undefined };
    return page(path, name, need && (of?.features[need] ?? null));
  });
  const others = Object.entries(more).map(([path, target]) =>
    typeof target === 'string' ? page(path, target) : page(path, ...target),
  );
  return { at, needs, pages: [...own, ...others], ...(menu && { menu }), ...(of && { of }) };
}

const loadAccess = () => import('../access/routes.tsx');
const loadDefinitions = () => import('../entities/editor-routes.tsx');
const loadRecords = () => import('../entities/routes.tsx');
const loadMails = () => import('../mails/routes.tsx');

/** In the order of the navigation. */
export const places: readonly Place[] = [
  place({
    at: '',
    menu: { group: 'overview', title: titles.home, icon: 'home' },
    load: () => import('../home/routes.tsx'),
    more: { '': 'home' },
  }),
  place({
    at: 'work',
    menu: { group: 'overview', title: titles.work, icon: 'work' },
    needs: [data.progressJobs.features.list],
    load: () => import('../work/routes.tsx'),
    more: { '': 'work' },
  }),
  place({
    at: 'notifications',
    menu: { group: 'overview', title: titles.notifications, icon: 'bell' },
    needs: ['notifications.view'],
    load: () => import('../notifications/routes.tsx'),
    more: { '': 'notifications' },
  }),
  place({
    at: 'webhooks',
    of: data.webhooks,
    menu: { group: 'events', title: titles.webhooks, icon: 'webhook' },
    load: () => import('../webhooks/webhooks.tsx'),
    has: ['list', 'create', 'show', 'edit'],
  }),
  place({
    at: 'deliveries',
    of: data.deliveries,
    menu: { group: 'events', title: titles.deliveries, icon: 'send' },
    load: () => import('../deliveries/routes.tsx'),
    has: ['list', 'show'],
  }),
  place({
    at: 'inbound',
    of: data.inboundEndpoints,
    menu: { group: 'events', title: titles.inbound, icon: 'inbox' },
    load: () => import('../inbound/endpoints.tsx'),
    has: ['list', 'create', 'show', 'edit'],
  }),
  place({
    at: 'events',
    menu: { group: 'events', title: titles.events, icon: 'activity' },
    load: () => import('../events/routes.tsx'),
    more: {
      '': 'feed',
      'types/of': 'type',
      story: ['story', data.loggedEvents.features.list],
      publish: ['publish', data.events.features.create],
    },
  }),
  place({
    at: 'events/log',
    of: data.loggedEvents,
    load: () => import('../events/log.tsx'),
    has: ['list', 'show'],
  }),
  place({
    at: 'events/types',
    of: data.events,
    load: () => import('../events/types.tsx'),
    has: ['list'],
  }),
  place({
    at: 'rules',
    of: data.rules,
    menu: { group: 'automation', title: titles.rules, icon: 'rules' },
    load: () => import('../rules/rules.tsx'),
    has: ['list', 'create', 'show', 'edit'],
  }),
  place({
    at: 'rules',
    needs: [data.rules.features.list],
    load: () => import('../rules/playground-routes.tsx'),
    more: { playground: 'playground' },
  }),
  place({
    at: 'rules/log',
    needs: [data.rules.features.list, data.logs.features.list],
    load: () => import('../rules/routes.tsx'),
    more: { '': 'log', ':id': 'logEntry' },
  }),
  place({
    at: 'rules/sets',
    of: data.sets,
    load: () => import('../rule-sets/sets.tsx'),
    has: ['list', 'create', 'show', 'edit'],
  }),
  place({
    at: 'jobs',
    of: data.jobs,
    menu: { group: 'automation', title: titles.jobs, icon: 'clock' },
    load: () => import('../jobs/jobs.tsx'),
    has: ['list', 'create', 'show', 'edit'],
    more: { failures: 'failures' },
  }),
  place({
    at: 'sync',
    menu: { group: 'data', title: titles.sync, icon: 'sync' },
    needs: [data.syncRuns.features.list],
    load: () => import('../sync/routes.tsx'),
    more: { '': 'list', 'runs/:id': 'run', start: ['start', 'data_sync.run'] },
  }),
  place({
    at: 'sync/mappings',
    of: data.syncMappings,
    needs: [data.syncRuns.features.list, data.syncMappings.features.list],
    load: () => import('../sync/mappings.tsx'),
    has: ['list'],
  }),
  place({
    at: 'sync/mappings',
    needs: [data.syncRuns.features.list, data.syncMappings.features.list],
    load: () => import('../sync/mapping-pages.tsx'),
    more: { of: 'mappingOfSubject', ':id': 'mapping' },
  }),
  place({
    at: 'sync/schedules',
    of: data.syncSchedules,
    needs: [data.syncRuns.features.list, data.syncSchedules.features.list],
    load: () => import('../sync/schedules.tsx'),
    has: ['list', 'create'],
    more: { ':id': 'edit' },
  }),
  place({
    at: 'records',
    menu: { group: 'data', title: titles.records, icon: 'table' },
    needs: [data.records.features.list],
    load: loadRecords,
    more: { '': 'list', ':id': 'show', fields: 'fields' },
  }),
  place({
    at: 'records',
    needs: [data.records.features.list],
    load: loadDefinitions,
    more: {
      new: ['create', data.records.features.create],
      ':id/edit': ['edit', data.records.features.change],
      'fields/new': ['createField', data.definitions.features.create],
      'fields/:key': ['editField', data.definitions.features.create],
    },
  }),
  place({
    at: 'payments',
    of: data.payments,
    menu: { group: 'data', title: titles.payments, icon: 'card' },
    load: () => import('../payments/payments.tsx'),
    has: ['list'],
  }),
  place({
    at: 'payments',
    needs: [data.payments.features.list],
    load: () => import('../payments/routes.tsx'),
    has: ['show'],
    more: { methods: 'methods' },
  }),
  place({
    at: 'files',
    menu: { group: 'data', title: titles.files, icon: 'file' },
    needs: ['attachments.view'],
    load: () => import('../attachments/routes.tsx'),
    has: ['list', 'show'],
    more: { partitions: ['partitions', 'attachments.manage'] },
  }),
  place({ at: 'preferences', load: loadMails, more: { '': 'preferences' } }),
  place({
    at: 'mails',
    menu: { group: 'data', title: titles.mails, icon: 'mail' },
    needs: [data.mails.features.list],
    load: loadMails,
    has: ['list'],
    more: {
      settings: 'settings',
      suppressions: 'suppressions',
      templates: 'templates',
      'templates/new': ['createTemplate', 'email.manage'],
      'templates/edit': ['editTemplate', 'email.manage'],
    },
  }),
  place({
    at: 'integrations',
    menu: { group: 'configuration', title: titles.integrations, icon: 'plug' },
    needs: [data.integrations.features.list],
    load: () => import('../integrations/routes.tsx'),
    has: ['list', 'show'],
  }),
  place({
    at: 'toggles',
    menu: { group: 'configuration', title: titles.toggles, icon: 'toggle' },
    needs: [data.visibleToggles.features.list],
    load: () => import('../toggles/routes.tsx'),
    has: ['list', 'show'],
    more: { new: ['create', data.toggles.features.create] },
  }),
  place({
    at: 'toggles',
    needs: [data.visibleToggles.features.list],
    load: () => import('../toggles/editor-routes.tsx'),
    more: {
      playground: 'playground',
      ':id/targeting': ['targeting', 'superAdmin'],
      ':id/own-targeting': ['ownTargeting', 'superAdmin'],
    },
  }),
  place({
    at: 'toggles/segments',
    of: data.segments,
    load: () => import('../toggles/segments.tsx'),
    has: ['list', 'create', 'show', 'edit'],
  }),
  place({
    at: 'users',
    of: data.users,
    menu: { group: 'administration', title: titles.users, icon: 'users' },
    load: () => import('../access/users.tsx'),
    has: ['list'],
  }),
  place({
    at: 'users',
    needs: [data.users.features.list],
    load: loadAccess,
    more: { ':id': 'user', ':id/rights': ['userRights', 'auth.acl.manage'] },
  }),
  place({ at: 'connect', load: () => import('../connect/routes.tsx'), more: { '': 'connect' } }),
  place({ at: 'sessions', load: loadAccess, more: { '': 'sessions' } }),
  place({
    at: 'roles',
    of: data.roles,
    menu: { group: 'administration', title: titles.roles, icon: 'shield' },
    load: () => import('../access/roles.tsx'),
    has: ['list', 'show'],
  }),
  place({
    at: 'keys',
    of: data.apiKeys,
    menu: { group: 'administration', title: titles.keys, icon: 'key' },
    load: () => import('../access/keys.tsx'),
    has: ['list'],
  }),
  place({
    at: 'identity-provider',
    menu: { group: 'administration', title: titles.provider, icon: 'link' },
    needs: ['auth.provider.view'],
    load: loadAccess,
    more: { '': 'provider' },
  }),
  place({
    at: 'sign-in-rules',
    menu: { group: 'administration', title: titles.policy, icon: 'shield' },
    needs: ['auth.policy.view'],
    load: loadAccess,
    more: { '': 'policy' },
  }),
  place({
    at: 'organizations',
    menu: { group: 'administration', title: titles.organizations, icon: 'building' },
    needs: [data.organizations.features.list],
    load: () => import('../directory/routes.tsx'),
    more: { '': 'organizations' },
  }),
  place({
    at: 'audit',
    menu: { group: 'administration', title: titles.audit, icon: 'history' },
    needs: [data.auditActions.features.list],
    load: () => import('../audit/routes.tsx'),
    has: ['list'],
  }),
  place({
    at: 'tenants',
    of: data.tenants,
    menu: { group: 'platform', title: titles.tenants, icon: 'storage' },
    load: () => import('../directory/tenants.tsx'),
    has: ['list'],
  }),
  place({
    at: 'tenants',
    needs: [data.tenants.features.list],
    load: () => import('../directory/routes.tsx'),
    more: { ':id': 'tenant' },
  }),
  place({
    at: 'dead-letters',
    menu: { group: 'platform', title: titles.deadLetters, icon: 'inbox' },
    needs: ['superAdmin'],
    load: () => import('../dead-letters/routes.tsx'),
    has: ['list'],
    more: { ':queue': 'show' },
  }),
  ...ownResources.map((own) =>
    place({
      at: `own/${own.name}`,
      of: own,
      menu: { group: 'data', title: own.plural, icon: 'table' },
      load: async () => (await import('../own/own-pages.tsx')).ownPages(own),
      has: ['list', 'create', 'show', 'edit'],
    }),
  ),
];

/** The pages with their full path, and all that callers need for each. */
export const placedPages = places.flatMap(({ at, needs, pages }) =>
  pages.map(({ path, need, load }) => ({
    path: [at, path].filter(Boolean).join('/'),
    needs: [...needs, need].filter((one) => one !== null),
    load,
  })),
);
