/** Typical calls of identity, directory, records, events and pages; those of rules and toggles are next door. */
import { randomUUID } from 'node:crypto';
import { assetNames } from '../../shared/docs/explorer-page.ts';
import type { BenchCaller, Platform } from './platform.ts';
import type { Prepare, TypicalCall } from './typical-calls.ts';
import { paymentPreparations } from './typical-payment-calls.ts';
import { syncPreparations } from './typical-sync-calls.ts';

type Body = Record<string, unknown>;
/** What is sent about a thing that was just made. */
type About = (id: string, made: Body) => TypicalCall;

const unique = (): string => randomUUID().slice(0, 8);
const password = 'Analytical-1843';

async function make(platform: Platform, caller: BenchCaller, path: string, made: Body): Promise<string> {
  const { body } = await platform.call(caller, 'POST', path, made);
  return (body as { id: string }).id;
}

/** A call about a thing that is made anew for each call. */
const about =
  (path: string, newBody: () => Body, call: About): Prepare =>
  async (platform, caller) => {
    const made = newBody();
    return call(await make(platform, caller, path, made), made);
  };

const send = (path: string, body: () => unknown): Prepare => {
  return async () => ({ path, body: body() });
};

const records = '/api/entities/records';
const definitions = '/api/entities/definitions';
const users = '/api/auth/users';
const roles = '/api/auth/roles';
const keys = '/api/api_keys/keys';
const organizations = '/api/directory/organizations';
const tenants = '/api/directory/tenants';

const jobs = '/api/scheduler/jobs';

const entityType = 'sales.order';
const newRecord = () => ({ entityType, externalId: unique(), fields: { total: 250 } });
const newDefinition = () => ({ entityType: `bench.t${unique()}`, key: 'priority', kind: 'text' });
const newUser = () => ({ email: `${unique()}@example.com`, password, name: 'Ada Lovelace' });
const newNamed = () => ({ name: `bench ${unique()}` });
const newJob = () => ({
  name: `bench ${unique()}`,
  scopeType: 'organization',
  scheduleType: 'cron',
  scheduleValue: '0 2 1 1 *',
  targetType: 'queue',
  targetQueue: 'jobs',
  targetPayload: { report: 'totals' },
});
const progressJobs = '/api/progress/jobs';
const newWork = () => ({ jobType: 'bench.work', name: 'bench', totalCount: 100, cancellable: true });
const ofWork = (call: (path: string) => TypicalCall): Prepare =>
  about(progressJobs, newWork, (id) => call(`${progressJobs}/${id}`));
const syncSchedules = '/api/data_sync/schedules';
const newSchedule = () => ({
  integrationId: 'sync_http_json',
  entityType: `bench.t${unique()}`,
  direction: 'import',
  scheduleType: 'cron',
  scheduleValue: '0 2 1 1 *',
});
const ofSchedule = (call: (path: string) => TypicalCall): Prepare =>
  about(syncSchedules, newSchedule, (id) => call(`${syncSchedules}/${id}`));
const rights = ['business_rules.*'];

const logInForm = ({ email }: Body): URLSearchParams =>
  new URLSearchParams({ email: String(email), password, remember: 'true' });

const refresh: Prepare = async (platform, caller) => {
  const user = newUser();
  await make(platform, caller, users, user);
  const { body } = await platform.call(caller, 'POST', '/api/auth/login', logInForm(user));
  const { refreshToken } = body as { refreshToken: string };
  return { path: '/api/auth/session/refresh', body: { refreshToken } };
};

const webhooks = '/api/webhooks';
/** Nobody listens there: what a test delivery costs, without the time of a receiver. */
const newWebhook = () => ({
  name: 'bench',
  url: 'http://127.0.0.1:9/',
  subscribedEvents: ['sales.*'],
});
const ofWebhook = (call: (path: string) => TypicalCall): Prepare =>
  about(webhooks, newWebhook, (id) => call(`${webhooks}/${id}`));

const delivery: (call: (path: string) => TypicalCall) => Prepare = (call) => async (platform, caller) => {
  const id = await make(platform, caller, webhooks, newWebhook());
  const { body } = await platform.call(caller, 'POST', `${webhooks}/${id}/test`, {});
  return call(`${webhooks}/deliveries/${(body as { delivery: { id: string } }).delivery.id}`);
};

const inboundEndpoints = `${webhooks}/inbound-endpoints`;
const newEndpoint = () => ({ name: 'bench', providerKey: 'github', secret: 'It is a secret to everybody' });
const ofEndpoint = (call: (path: string) => TypicalCall): Prepare =>
  about(inboundEndpoints, newEndpoint, (id) => call(`${inboundEndpoints}/${id}`));

const notifications = '/api/notifications';
const newNotification = () => ({
  type: 'bench.order.overdue',
  title: 'Overdue',
  actions: [{ id: 'open', label: 'Open' }],
});
const newNotice = () => ({ ...newNotification(), requiredFeature: 'notifications.view' });

/** A call about a notification of the caller, which was dismissed before where that matters. */
const ofNotification =
  (call: (path: string) => TypicalCall, isDismissed = false): Prepare =>
  async (platform, caller) => {
    const { body } = await platform.call(caller, 'POST', `${notifications}/feature`, newNotice());
    const path = `${notifications}/${(body as { ids: string[] }).ids[0]}`;
    if (isDismissed) await platform.call(caller, 'PUT', `${path}/dismiss`);
    return call(path);
  };

/** A job that was run by hand, and the run. */
const aRun: Prepare = async (platform, caller) => {
  const id = await make(platform, caller, jobs, newJob());
  const { body } = await platform.call(caller, 'POST', '/api/scheduler/trigger', { id });
  return { path: `/api/scheduler/queue-jobs/${(body as { jobId: string }).jobId}` };
};

const undo: Prepare = async (platform, caller) => {
  const id = await make(platform, caller, jobs, newJob());
  await platform.call(caller, 'DELETE', `${jobs}?id=${id}`);
  return { path: `${jobs}/undo`, body: { id } };
};
const integrations = '/api/integrations';
const mappings = '/api/data_sync/mappings';
const newMapping = () => ({
  integrationId: `sync_${randomUUID()}`,
  entityType: 'sales.order',
  mapping: { fields: [{ externalField: 'Number', localField: 'number', transform: 'trim' }] },
});
const credentialsPath = `${integrations}/sync_http_json/credentials`;
const someCredentials = { credentials: { baseUrl: 'https://api.example.com', token: 'token' } };

/** By operation id. */
export const modulePreparations: Readonly<Record<string, Prepare>> = {
  getExplorerAsset: async () => ({ path: `/docs/api/${assetNames.start}` }),
  listRecords: async () => ({ path: `${records}?entityType=${entityType}` }),
  createRecord: send(records, newRecord),
  updateRecord: about(records, newRecord, (id) => ({ path: records, body: { id, fields: { total: 300 } } })),
  deleteRecord: about(records, newRecord, (id) => ({ path: `${records}?id=${id}` })),
  listDefinitions: async () => ({ path: `${definitions}?entityType=${entityType}` }),
  createDefinition: send(definitions, newDefinition),
  deleteDefinition: about(definitions, newDefinition, (_, made) => ({
    path: `${definitions}?entityType=${String(made.entityType)}&key=priority`,
  })),
  listSyncMappings: async () => ({ path: mappings }),
  saveSyncMapping: send(mappings, newMapping),
  getSyncMapping: about(mappings, newMapping, (id) => ({ path: `${mappings}/${id}` })),
  updateSyncMapping: about(mappings, newMapping, (id) => ({
    path: `${mappings}/${id}`,
    body: { mapping: { otherFields: 'keep' } },
  })),
  deleteSyncMapping: about(mappings, newMapping, (id) => ({ path: `${mappings}/${id}` })),
  publishEvent: send('/api/events', () => ({ type: 'sales.order.shipped', data: { number: 1 } })),
  checkFeatures: send('/api/auth/feature-check', () => ({ features: rights })),
  logIn: about(users, newUser, (_, made) => ({ path: '/api/auth/login', body: logInForm(made) })),
  logOut: async () => ({ path: '/api/auth/logout' }),
  refreshSession: refresh,
  createUser: send(users, newUser),
  updateUser: about(users, newUser, (id) => ({ path: users, body: { id, name: 'Ada' } })),
  deleteUser: about(users, newUser, (id) => ({ path: `${users}?id=${id}` })),
  getUserAcl: about(users, newUser, (userId) => ({ path: `${users}/acl?userId=${userId}` })),
  updateUserAcl: about(users, newUser, (userId) => ({
    path: `${users}/acl`,
    body: { userId, features: rights },
  })),
  createRole: send(roles, newNamed),
  updateRole: about(roles, newNamed, (id) => ({ path: roles, body: { id, ...newNamed() } })),
  deleteRole: about(roles, newNamed, (id) => ({ path: `${roles}?id=${id}` })),
  getRoleAcl: about(roles, newNamed, (roleId) => ({ path: `${roles}/acl?roleId=${roleId}` })),
  updateRoleAcl: about(roles, newNamed, (roleId) => ({
    path: `${roles}/acl`,
    body: { roleId, features: rights },
  })),
  createJob: send(jobs, newJob),
  updateJob: about(jobs, newJob, (id) => ({ path: jobs, body: { id, scheduleValue: '0 3 1 1 *' } })),
  deleteJob: about(jobs, newJob, (id) => ({ path: `${jobs}?id=${id}` })),
  undoDeleteJob: undo,
  triggerJob: about(jobs, newJob, (id) => ({ path: '/api/scheduler/trigger', body: { id } })),
  listExecutions: about(jobs, newJob, (id) => ({ path: `${jobs}/${id}/executions` })),
  getQueueJob: aRun,
  createApiKey: send(keys, newNamed),
  rotateApiKey: about(keys, newNamed, (id) => ({ path: `${keys}/${id}/rotate`, body: {} })),
  deleteApiKey: about(keys, newNamed, (id) => ({ path: `${keys}?id=${id}` })),
  createOrganization: send(organizations, newNamed),
  updateOrganization: about(organizations, newNamed, (id) => ({
    path: organizations,
    body: { id, ...newNamed() },
  })),
  deleteOrganization: about(organizations, newNamed, (id) => ({ path: `${organizations}?id=${id}` })),
  createTenant: send(tenants, newNamed),
  updateTenant: about(tenants, newNamed, (id) => ({ path: tenants, body: { id, ...newNamed() } })),
  createInboundEndpoint: send(inboundEndpoints, newEndpoint),
  getInboundEndpoint: ofEndpoint((path) => ({ path })),
  updateInboundEndpoint: ofEndpoint((path) => ({ path, body: { isActive: false } })),
  deleteInboundEndpoint: ofEndpoint((path) => ({ path })),
  rotateInboundSecret: ofEndpoint((path) => ({ path: `${path}/rotate-secret`, body: {} })),
  getIntegration: async () => ({ path: `${integrations}/gateway_stripe` }),
  updateIntegrationState: send(`${integrations}/sync_http_json/state`, () => ({ isEnabled: true })),
  updateIntegrationVersion: send(`${integrations}/gateway_stripe/version`, () => ({
    apiVersion: '2023-10-16',
  })),
  updateIntegrationCredentials: send(credentialsPath, () => someCredentials),
  getIntegrationCredentials: async (platform, caller) => {
    await platform.call(caller, 'PUT', credentialsPath, someCredentials);
    return { path: credentialsPath };
  },
  checkIntegrationHealth: async () => ({ path: `${integrations}/webhook_custom/health` }),
  createWebhook: send(webhooks, newWebhook),
  getWebhook: ofWebhook((path) => ({ path })),
  updateWebhook: ofWebhook((path) => ({ path, body: { isActive: false } })),
  deleteWebhook: ofWebhook((path) => ({ path })),
  rotateWebhookSecret: ofWebhook((path) => ({ path: `${path}/rotate-secret`, body: {} })),
  testWebhook: ofWebhook((path) => ({ path: `${path}/test`, body: {} })),
  getWebhookStats: ofWebhook((path) => ({ path: `${path}/stats` })),
  recoverWebhook: ofWebhook((path) => ({
    path: `${path}/recover`,
    body: { since: new Date().toISOString() },
  })),
  getDelivery: delivery((path) => ({ path })),
  retryDelivery: delivery((path) => ({ path: `${path}/retry`, body: {} })),
  ...paymentPreparations,
  ...syncPreparations,
  saveSyncSchedule: send(syncSchedules, newSchedule),
  getSyncSchedule: ofSchedule((path) => ({ path })),
  updateSyncSchedule: ofSchedule((path) => ({ path, body: { isEnabled: false } })),
  deleteSyncSchedule: ofSchedule((path) => ({ path })),
  createProgressJob: send(progressJobs, newWork),
  getProgressJob: ofWork((path) => ({ path })),
  updateProgressJob: ofWork((path) => ({ path, body: { processedCount: 40 } })),
  cancelProgressJob: ofWork((path) => ({ path })),
  createNotification: about(users, newUser, (recipientUserId) => ({
    path: notifications,
    body: { ...newNotification(), recipientUserId },
  })),
  createNotificationBatch: about(users, newUser, (id) => ({
    path: `${notifications}/batch`,
    body: { ...newNotification(), recipientUserIds: [id] },
  })),
  createRoleNotification: about(roles, newNamed, (roleId) => ({
    path: `${notifications}/role`,
    body: { ...newNotification(), roleId },
  })),
  createFeatureNotification: send(`${notifications}/feature`, newNotice),
  readNotification: ofNotification((path) => ({ path: `${path}/read` })),
  dismissNotification: ofNotification((path) => ({ path: `${path}/dismiss` })),
  restoreNotification: ofNotification((path) => ({ path: `${path}/restore` }), true),
  readAllNotifications: ofNotification(() => ({ path: `${notifications}/mark-all-read` })),
  actOnNotification: ofNotification((path) => ({ path: `${path}/action`, body: { actionId: 'open' } })),
  deleteTenant: about(tenants, newNamed, (id) => ({ path: `${tenants}?id=${id}` })),
};
