import {
  bodyOf,
  both,
  continued,
  idMadeBy,
  madeBy,
  sample,
  sampleAfter,
  shownAs,
} from '../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

/** What the documented guard decides about orders. */
export const exampleOrders = {
  passing: { total: 50, customer: { creditLimit: 10_000 } },
  blocked: { total: 12_500, customer: { creditLimit: 10_000 } },
} as const;

const entityType = 'sales.order';
const { passing, blocked } = exampleOrders;
const execution = { entityId: 'SO-1001', eventType: 'created', data: blocked, explain: true };

const createRule = sample(contract.createRule, {
  request: (unique) => ({ body: { ...contract.ruleExample, ruleId: unique(contract.ruleExample.ruleId) } }),
  events: ['business_rules.rule.created'],
});
const rule = idMadeBy(createRule);
const changedRule = continued(rule, (client, { id }) =>
  client.call(contract.updateRule, { body: { id, enabled: false } }),
);
const deletedRule = continued(rule, (client, query) => client.call(contract.deleteRule, { query }));

/** The rule of an entity type that no other rule has. */
const creationForType = (more: Record<string, unknown> = {}) =>
  sample(contract.createRule, {
    request: (unique) => {
      const own = { ruleId: unique(contract.ruleExample.ruleId), entityType: unique(entityType) };
      return { body: { ...contract.ruleExample, ...own, ...more } };
    },
  });
const typeWithRule = (more?: Record<string, unknown>) =>
  madeBy(creationForType(more), ({ id }, request) => ({
    id: String(id),
    entityType: String(bodyOf(request).entityType),
  }));
const ruled = typeWithRule();
const emit = { type: 'EMIT_EVENT', config: { eventName: 'sales.offer.flagged', payload: { by: 'rule' } } };
const emitting = typeWithRule({ failureActions: [emit] });
const emitted = { variant: 'whose rule emits an event', events: ['sales.offer.flagged'] };
const silent = { withoutEvents: 'Events come from the actions of rules; this rule only blocks.' };

const executeRules = sampleAfter(ruled, contract.executeRules, {
  request: (refs) => ({ body: { entityType: refs.entityType, ...execution } }),
  ...silent,
});
const log = madeBy(executeRules, ({ logIds }) => ({ id: String(Object(logIds)[0]) }));

const createSet = sample(contract.createSet, {
  request: (unique) => ({ body: { setId: unique('CHECKOUT'), setName: 'Checks before checkout' } }),
  events: ['business_rules.set.created'],
});
const set = idMadeBy(createSet);
const setAndRule = both(
  set,
  madeBy(createRule, ({ id }) => ({ ruleId: String(id) })),
);
const addMember = sampleAfter(setAndRule, contract.addSetMember, {
  request: ({ id, ruleId }) => ({ params: { id }, body: { ruleId, sequence: 10 } }),
  events: ['business_rules.set.updated'],
});
const member = madeBy(addMember, ({ id }, { params }) => ({ memberId: String(id), id: String(params?.id) }));
const emittingMember = madeBy(
  sampleAfter(
    both(
      set,
      madeBy(creationForType({ failureActions: [emit] }), ({ id }) => ({ ruleId: String(id) })),
    ),
    contract.addSetMember,
    { request: ({ id, ruleId }) => ({ params: { id }, body: { ruleId } }) },
  ),
  (_, { params }) => ({ id: String(params?.id) }),
);

/** In documents those of the last quarter are kept; what is really deleted is what the sample has logged. */
const old = shownAs({ olderThan: '90d' }, () => ({ olderThan: '0m' }));

export const ruleSamples = [
  sample(contract.listOperators),
  sample(contract.validateRule, {
    request: () => ({
      body: { ruleType: 'GUARD', conditionExpression: contract.conditionExample, data: passing },
    }),
    withoutEvents: 'It reads: the rule to check is in the body.',
  }),
  executeRules,
  sampleAfter(emitting, contract.executeRules, {
    request: (refs) => ({ body: { entityType: refs.entityType, data: blocked } }),
    ...emitted,
  }),
  sampleAfter(rule, contract.executeRule, {
    request: ({ id }) => ({ params: { ruleId: id }, body: execution }),
    ...silent,
  }),
  sampleAfter(emitting, contract.executeRule, {
    request: ({ id }) => ({ params: { ruleId: id }, body: { data: blocked } }),
    ...emitted,
  }),
  sample(contract.listLogs),
  sampleAfter(log, contract.getLog, { request: (params) => ({ params }) }),
  sample(contract.getLogStats),
  sample(contract.exportLogs),
  sampleAfter(both(log, old), contract.deleteLogs, {
    request: ({ olderThan }) => ({ query: { olderThan } }),
    events: ['business_rules.log.deleted'],
  }),
  sample(contract.listRules),
  sampleAfter(rule, contract.getRule, { request: (params) => ({ params }) }),
  createRule,
  sampleAfter(rule, contract.updateRule, {
    request: ({ id }) => ({ body: { id, enabled: false } }),
    events: ['business_rules.rule.updated'],
  }),
  sampleAfter(rule, contract.deleteRule, {
    request: (query) => ({ query }),
    events: ['business_rules.rule.deleted'],
  }),
  sampleAfter(changedRule, contract.listRuleRevisions, { request: (params) => ({ params }) }),
  sampleAfter(changedRule, contract.getRuleRevision, {
    request: ({ id }) => ({ params: { id, revision: '1' } }),
  }),
  sampleAfter(changedRule, contract.compareRuleRevisions, {
    request: (params) => ({ params, query: { from: '1', to: '2' } }),
  }),
  sampleAfter(changedRule, contract.restoreRuleRevision, {
    request: ({ id }) => ({ params: { id, revision: '1' } }),
    events: ['business_rules.rule.updated'],
  }),
  sampleAfter(deletedRule, contract.restoreRule, {
    request: (params) => ({ params }),
    events: ['business_rules.rule.restored'],
  }),
  sampleAfter(rule, contract.bulkUpdateRules, {
    request: ({ id }) => ({ body: { ids: [id], enabled: false } }),
    events: ['business_rules.rule.updated'],
  }),
  sampleAfter(rule, contract.bulkDeleteRules, {
    request: ({ id }) => ({ body: { ids: [id] } }),
    events: ['business_rules.rule.deleted'],
  }),
  sample(contract.listSets),
  sampleAfter(set, contract.getSet, { request: (params) => ({ params }) }),
  createSet,
  sampleAfter(set, contract.updateSet, {
    request: ({ id }) => ({ body: { id, enabled: false } }),
    events: ['business_rules.set.updated'],
  }),
  sampleAfter(set, contract.deleteSet, {
    request: (query) => ({ query }),
    events: ['business_rules.set.deleted'],
  }),
  sampleAfter(member, contract.executeSet, {
    request: ({ id }) => ({ params: { id }, body: execution }),
    ...silent,
  }),
  sampleAfter(emittingMember, contract.executeSet, {
    request: (params) => ({ params, body: { data: blocked } }),
    ...emitted,
  }),
  addMember,
  sampleAfter(member, contract.updateSetMember, {
    request: ({ id, memberId }) => ({ params: { id }, body: { memberId, sequence: 20 } }),
    events: ['business_rules.set.updated'],
  }),
  sampleAfter(member, contract.removeSetMember, {
    request: ({ id, memberId }) => ({ params: { id }, query: { memberId } }),
    events: ['business_rules.set.updated'],
  }),
];
