/**
 * For every endpoint that writes, what makes it succeed and which events that publishes. A new endpoint that is no
 * GET needs a recipe here, or a reason why nothing happens that anybody could want to hear of.
 */
import { createHmac, randomUUID } from 'node:crypto';
import { type Answer, type Api, send } from './api.ts';
import { aNewKey, keysPath, rotatePath } from './api-keys.ts';
import { attachmentRecipes } from './attachment-recipes.ts';
import { aRule, aTenant } from './builders.ts';
import { anOrganization, organizationsPath, tenantsPath } from './directory.ts';
import { integrationRecipes } from './integration-recipes.ts';
import { notificationRecipes } from './notification-recipes.ts';
import { paymentRecipes } from './payment-recipes.ts';
import { progressRecipes } from './progress-recipes.ts';
import { aMember, aRole, roleAclPath, rolesPath, userAclPath, usersPath } from './roles.ts';
import {
  aSet,
  aStoredRule,
  aStoredSet,
  executed,
  executePath,
  logsPath,
  membersPath,
  rulesPath,
  setsPath,
} from './rules.ts';
import { aJob, jobsPath, undoPath } from './scheduler.ts';
import { mappingRecipes } from './sync-mappings.ts';
import { syncRecipes } from './sync-recipes.ts';
import { syncScheduleRecipes } from './sync-schedule-recipes.ts';
import { aStoredToggle, aSuperAdmin, aToggle, globalPath, overridesPath, setOverride } from './toggles.ts';
import { aWebhookBody, deliveriesPath, webhookPath, webhooksPath } from './webhooks.ts';

export interface Prepared {
  send: () => Promise<Answer>;
  /** Types of the events, in the order of their transactions. */
  events: readonly string[];
}
export type Recipe = () => Promise<Prepared>;

const recordsPath = '/api/entities/records';
const definitionsPath = '/api/entities/definitions';
const entityType = 'sales.order';
const aRecord = { entityType, externalId: 'SO-1001', fields: { total: 250 }, customFields: {} };
const aDefinition = { entityType, key: 'priority', kind: 'text' };

async function idOf(answer: Promise<Answer>): Promise<string> {
  return String((await answer).body.id);
}

/** A caller's own thing, made by a POST, and then the request about it. */
function after(
  path: string,
  body: Record<string, unknown>,
  events: readonly string[],
  send: (api: Api, id: string) => Promise<Answer>,
  aCaller: () => Promise<{ api: Api }> = aTenant,
): Recipe {
  return async () => {
    const { api } = await aCaller();
    const id = await idOf(api.post(path, { body }));
    return { events, send: () => send(api, id) };
  };
}

function creation(
  path: string,
  body: () => Record<string, unknown>,
  event: string,
  aCaller = aTenant,
): Recipe {
  return async () => {
    const { api } = await aCaller();
    return { events: [event], send: () => api.post(path, { body: body() }) };
  };
}

const entities: Record<string, Recipe> = {
  createDefinition: creation(definitionsPath, () => aDefinition, 'entities.definition.created'),
  deleteDefinition: after(definitionsPath, aDefinition, ['entities.definition.deleted'], (api) =>
    api.delete(`${definitionsPath}?entityType=${entityType}&key=priority`),
  ),
  createRecord: creation(recordsPath, () => aRecord, 'sales.order.created'),
  updateRecord: after(recordsPath, aRecord, ['sales.order.updated'], (api, id) =>
    api.put(recordsPath, { body: { id, fields: { total: 300 } } }),
  ),
  deleteRecord: after(recordsPath, aRecord, ['sales.order.deleted'], (api, id) =>
    api.delete(`${recordsPath}?id=${id}`),
  ),
  publishEvent: creation(
    '/api/events',
    () => ({ type: 'sales.order.shipped', data: { carrier: 'DHL' }, id: 'shipment-1' }),
    'sales.order.shipped',
  ),
};

const rules: Record<string, Recipe> = {
  createRule: creation(rulesPath, aRule, 'business_rules.rule.created'),
  updateRule: after(rulesPath, aRule(), ['business_rules.rule.updated'], (api, id) =>
    api.put(rulesPath, { body: { id, enabled: false } }),
  ),
  deleteRule: after(rulesPath, aRule(), ['business_rules.rule.deleted'], (api, id) =>
    api.delete(`${rulesPath}?id=${id}`),
  ),
  executeRules: after(rulesPath, anEmittingRule(), ['sales.offer.flagged'], (api) =>
    api.post(executePath, { body: { entityType: 'sales.order', data: { total: 5 } } }),
  ),
  executeRule: after(rulesPath, anEmittingRule(), ['sales.offer.flagged'], (api, id) =>
    api.post(`${executePath}/${id}`, { body: { data: { total: 5 } } }),
  ),
  executeSet: async () => {
    const caller = await aTenant();
    const set = await aStoredSet(caller, {}, [await aStoredRule(caller, anEmittingRule())]);
    return {
      events: ['sales.offer.flagged'],
      send: () => caller.api.post(`${setsPath}/${set.id}/execute`, { body: { data: { total: 5 } } }),
    };
  },
  deleteLogs: async () => {
    const caller = await aTenant();
    await aStoredRule(caller);
    await executed(caller);
    return {
      events: ['business_rules.log.deleted'],
      send: () => caller.api.delete(`${logsPath}?olderThan=0m`),
    };
  },
  createSet: creation(setsPath, aSet, 'business_rules.set.created'),
  updateSet: after(setsPath, aSet(), ['business_rules.set.updated'], (api, id) =>
    api.put(setsPath, { body: { id, enabled: false } }),
  ),
  deleteSet: after(setsPath, aSet(), ['business_rules.set.deleted'], (api, id) =>
    api.delete(`${setsPath}?id=${id}`),
  ),
  addSetMember: async () => {
    const caller = await aTenant();
    const set = await aStoredSet(caller);
    const rule = await aStoredRule(caller);
    return {
      events: ['business_rules.set.updated'],
      send: () => caller.api.post(membersPath(set.id), { body: { ruleId: rule.id } }),
    };
  },
  updateSetMember: ofAMember((api, set, memberId) =>
    api.put(membersPath(set), { body: { memberId, sequence: 5 } }),
  ),
  removeSetMember: ofAMember((api, set, memberId) => api.delete(`${membersPath(set)}?memberId=${memberId}`)),
};

/** A rule that emits an event whenever it is run. */
function anEmittingRule(): Record<string, unknown> {
  const emit = { type: 'EMIT_EVENT', config: { eventName: 'sales.offer.flagged', payload: { by: 'rule' } } };
  return aRule({ successActions: [emit], failureActions: [emit] });
}

/** A request about a member of a set. */
function ofAMember(send: (api: Api, setId: string, memberId: string) => Promise<Answer>): Recipe {
  return async () => {
    const caller = await aTenant();
    const set = await aStoredSet(caller, {}, [await aStoredRule(caller)]);
    const memberId = set.members[0]?.id ?? '';
    return { events: ['business_rules.set.updated'], send: () => send(caller.api, set.id, memberId) };
  };
}

const scheduler: Record<string, Recipe> = {
  createJob: creation(jobsPath, aJob, 'scheduler.job.created'),
  updateJob: after(jobsPath, aJob(), ['scheduler.job.updated'], (api, id) =>
    api.put(jobsPath, { body: { id, isEnabled: false } }),
  ),
  deleteJob: after(jobsPath, aJob(), ['scheduler.job.deleted'], (api, id) =>
    api.delete(`${jobsPath}?id=${id}`),
  ),
  undoDeleteJob: async () => {
    const { api } = await aTenant();
    const id = await idOf(api.post(jobsPath, { body: aJob() }));
    await api.delete(jobsPath, { body: { id } });
    return { events: ['scheduler.job.restored'], send: () => api.post(undoPath, { body: { id } }) };
  },
};

const toggles: Record<string, Recipe> = {
  createToggle: creation(globalPath, aToggle, 'feature_toggles.toggle.created', aSuperAdmin),
  updateToggle: async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    return {
      events: ['feature_toggles.toggle.updated'],
      send: () => admin.api.put(globalPath, { body: { id, defaultValue: true } }),
    };
  },
  deleteToggle: async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    return {
      events: ['feature_toggles.toggle.deleted'],
      send: () => admin.api.delete(globalPath, { body: { id } }),
    };
  },
  setOverride: async () => {
    const admin = await aSuperAdmin();
    const { id: toggleId } = await aStoredToggle(admin);
    return {
      events: ['feature_toggles.override.created'],
      send: () => admin.api.put(overridesPath, { body: { toggleId, isOverride: true, overrideValue: true } }),
    };
  },
  'setOverride, which changes one': async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    await setOverride(admin, id, true);
    return {
      events: ['feature_toggles.override.updated'],
      send: () => setOverride(admin, id, false),
    };
  },
  'setOverride, which takes one away': async () => {
    const admin = await aSuperAdmin();
    const { id } = await aStoredToggle(admin);
    await setOverride(admin, id, true);
    return { events: ['feature_toggles.override.deleted'], send: () => setOverride(admin, id) };
  },
};

const identity: Record<string, Recipe> = {
  createUser: creation(
    usersPath,
    () => ({ email: `${randomUUID()}@example.com`, password: 'Enigma-1942' }),
    'auth.user.created',
  ),
  updateUser: async () => {
    const caller = await aTenant();
    const { id } = await aMember(caller, [await aRole(caller)]);
    return {
      events: ['auth.user.updated'],
      send: () => caller.api.put(usersPath, { body: { id, name: 'Ada', roles: [] } }),
    };
  },
  updateUserAcl: async () => {
    const caller = await aTenant();
    const { id: userId } = await aMember(caller);
    const body = { userId, features: ['webhooks.view'], organizations: [caller.organizationId] };
    return { events: ['auth.user.updated'], send: () => caller.api.put(userAclPath, { body }) };
  },
  deleteUser: async () => {
    const caller = await aTenant();
    const { id } = await aMember(caller, [await aRole(caller)]);
    return {
      events: ['auth.user.deleted'],
      send: () => caller.api.delete(usersPath, { body: { id } }),
    };
  },
  createRole: creation(rolesPath, () => ({ name: 'support' }), 'auth.role.created'),
  updateRole: after(rolesPath, { name: 'support' }, ['auth.role.updated'], (api, id) =>
    api.put(rolesPath, { body: { id, name: 'help desk' } }),
  ),
  updateRoleAcl: async () => {
    const caller = await aTenant();
    const role = await aRole(caller);
    await aMember(caller, [role]);
    const body = { roleId: role.id, features: ['webhooks.view'] };
    return { events: ['auth.role.updated'], send: () => caller.api.put(roleAclPath, { body }) };
  },
  deleteRole: after(rolesPath, { name: 'support' }, ['auth.role.deleted'], (api, id) =>
    api.delete(rolesPath, { body: { id } }),
  ),
  createApiKey: creation(keysPath, () => ({ name: 'import' }), 'api_keys.key.created'),
  rotateApiKey: async () => {
    const caller = await aTenant();
    const { id } = await aNewKey(caller);
    return {
      events: ['api_keys.key.rotated'],
      send: () => caller.api.post(rotatePath(id), { body: {} }),
    };
  },
  deleteApiKey: async () => {
    const caller = await aTenant();
    const { id } = await aNewKey(caller);
    return { events: ['api_keys.key.deleted'], send: () => caller.api.delete(`${keysPath}?id=${id}`) };
  },
};

/** A webhook, and then the request about it. */
const ofWebhook = (events: readonly string[], send: (api: Api, path: string) => Promise<Answer>): Recipe =>
  after(webhooksPath, aWebhookBody(), events, (api, id) => send(api, webhookPath(id)));

const ping = 'webhooks.delivery';
const webhooks: Record<string, Recipe> = {
  createWebhook: creation(webhooksPath, aWebhookBody, 'webhooks.webhook.created'),
  updateWebhook: ofWebhook(['webhooks.webhook.updated'], (api, path) =>
    api.put(path, { body: { maxRetries: 3 } }),
  ),
  deleteWebhook: ofWebhook(['webhooks.webhook.deleted'], (api, path) => api.delete(path)),
  rotateWebhookSecret: ofWebhook(['webhooks.secret.rotated'], (api, path) =>
    api.post(`${path}/rotate-secret`),
  ),
  recoverWebhook: ofWebhook(['webhooks.webhook.recovery_started'], (api, path) =>
    api.post(`${path}/recover`, { body: { since: new Date().toISOString() } }),
  ),
  testWebhook: async () => {
    const { api, path } = await anInactiveWebhook();
    return { events: [`${ping}.enqueued`, `${ping}.failed`], send: () => api.post(`${path}/test`) };
  },
  retryDelivery: async () => {
    const { api, path } = await anInactiveWebhook();
    const { body } = await api.post<{ delivery: { id: string } }>(`${path}/test`);
    return {
      events: [`${ping}.enqueued`],
      send: () => api.post(`${deliveriesPath}/${body.delivery.id}/retry`),
    };
  },
};

const inboundPath = '/api/webhooks/inbound-endpoints';
const anInboundBody = () => ({ name: 'Repository', providerKey: 'github' });
const ofInbound = (event: string, send: (api: Api, path: string) => Promise<Answer>): Recipe =>
  after(inboundPath, anInboundBody(), [`inbound.endpoint.${event}`], (api, id) =>
    send(api, `${inboundPath}/${id}`),
  );
const inbound: Record<string, Recipe> = {
  createInboundEndpoint: creation(inboundPath, anInboundBody, 'inbound.endpoint.created'),
  updateInboundEndpoint: ofInbound('updated', (api, path) => api.put(path, { body: { name: 'Other' } })),
  deleteInboundEndpoint: ofInbound('deleted', (api, path) => api.delete(path)),
  rotateInboundSecret: ofInbound('rotated', (api, path) => api.post(`${path}/rotate-secret`)),
  receiveWebhook: async () => {
    const { api } = await aTenant();
    const secret = 'It is a secret to everybody';
    const id = await idOf(api.post(inboundPath, { body: { ...anInboundBody(), secret } }));
    const headers = {
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update('{}').digest('hex')}`,
    };
    return {
      events: ['webhooks.inbound.received'],
      send: () => send('POST', `/api/webhooks/inbound/${id}`, { body: '{}', headers }),
    };
  },
};

/** Its deliveries are decided at once, without a receiver. */
async function anInactiveWebhook(): Promise<{ api: Api; path: string }> {
  const { api } = await aTenant();
  const path = webhookPath(await idOf(api.post(webhooksPath, { body: aWebhookBody() })));
  await api.put(path, { body: { isActive: false } });
  return { api, path };
}

const closesFirst = (resource: string) => [`${resource}.updated`, `${resource}.deleted`];

const directory: Record<string, Recipe> = {
  createTenant: creation(tenantsPath, () => ({ name: 'acme' }), 'directory.tenant.created', aSuperAdmin),
  updateTenant: after(
    tenantsPath,
    { name: 'acme' },
    ['directory.tenant.updated'],
    (api, id) => api.put(tenantsPath, { body: { id, name: 'acme two' } }),
    aSuperAdmin,
  ),
  deleteTenant: after(
    tenantsPath,
    { name: 'acme' },
    closesFirst('directory.tenant'),
    (api, id) => api.delete(`${tenantsPath}?id=${id}`),
    aSuperAdmin,
  ),
  createOrganization: creation(
    organizationsPath,
    () => ({ name: 'north' }),
    'directory.organization.created',
    aSuperAdmin,
  ),
  updateOrganization: after(
    organizationsPath,
    { name: 'north' },
    ['directory.organization.updated'],
    (api, id) => api.put(organizationsPath, { body: { id, name: 'south' } }),
    aSuperAdmin,
  ),
  deleteOrganization: after(
    organizationsPath,
    { name: 'north' },
    closesFirst('directory.organization'),
    (api, id) => api.delete(`${organizationsPath}?id=${id}`),
    aSuperAdmin,
  ),
  'deleteOrganization, which moves another': async () => {
    const admin = await aSuperAdmin();
    const parentId = await anOrganization(admin, { name: 'north' });
    await anOrganization(admin, { name: 'harbour', parentId });
    const [updated, deleted] = closesFirst('directory.organization');
    return {
      events: [updated, updated, deleted].map(String),
      send: () => admin.api.delete(`${organizationsPath}?id=${parentId}`),
    };
  },
};

/** Recipes by operationId; what stands after a comma is another way to use the same operation. */
export const writeRecipes: Readonly<Record<string, Recipe>> = {
  ...entities,
  ...rules,
  ...scheduler,
  ...toggles,
  ...identity,
  ...directory,
  ...webhooks,
  ...inbound,
  ...notificationRecipes,
  ...integrationRecipes,
  ...attachmentRecipes,
  ...paymentRecipes,
  ...mappingRecipes,
  ...progressRecipes,
  ...syncScheduleRecipes,
  ...syncRecipes,
};

/** Endpoints that are no GET and publish nothing, with the reason. */
export const eventless: Readonly<Record<string, string>> = {
  validateRule: 'It reads: the rule to check travels in the body.',
  checkFeatures: 'It reads: the names to check travel in the body.',
  validateSyncConnection: 'It reads: the connection to try is named in the body.',
  checkToggles: 'It reads: the identifiers to check travel in the body.',
  triggerJob: 'The run that it starts tells of itself, when a worker begins it.',
  beginUpload: 'Nothing is stored yet; the completion tells of the file.',
  receivePaymentEvent: 'What the message changes tells of itself, when it is processed from its queue.',
  logIn: 'A session is no configuration and no data; it begins and ends by itself.',
  refreshSession: 'The session that it prolongs began with a log-in.',
  logOut: 'The session would have ended by itself.',
};
