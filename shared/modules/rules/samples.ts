import { samplesOf } from '../../kernel/resources/manifest.ts';
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
import * as authoringContract from './authoring/authoring-contract.ts';
import * as bulkContract from './authoring/bulk-contract.ts';
import * as historyContract from './authoring/history-contract.ts';
import * as languageContract from './authoring/language-contract.ts';
import * as playgroundContract from './authoring/playground-contract.ts';
import * as ruleContract from './authoring/rule-contract.ts';
import { conditionExample } from './authoring/rule-fields-contract.ts';
import * as executionContract from './execution/execution-contract.ts';
import * as logContract from './log/log-contract.ts';
import { ruleSets } from './sets/rule-sets.ts';
import * as setExecutionContract from './sets/set-execution-contract.ts';
import * as setMemberContract from './sets/set-member-contract.ts';

/** Orders with the documented guard's decision. */
export const exampleOrders = {
  passing: { total: 50, customer: { creditLimit: 10_000 } },
  blocked: { total: 12_500, customer: { creditLimit: 10_000 } },
} as const;

const entityType = 'sales.order';
const { passing, blocked } = exampleOrders;
const execution = { entityId: 'SO-1001', eventType: 'created', data: blocked, explain: true };

const createRule = sample(ruleContract.createRule, {
  request: (unique) => ({
    body: { ...ruleContract.ruleExample, ruleId: unique(ruleContract.ruleExample.ruleId) },
  }),
  events: ['business_rules.rule.created'],
});
const rule = idMadeBy(createRule);
const changedRule = continued(rule, (client, { id }) =>
  client.call(ruleContract.updateRule, { body: { id, enabled: false } }),
);
const deletedRule = continued(rule, (client, query) => client.call(ruleContract.deleteRule, { query }));

/** A rule of an entity type that no other rule has. */
const creationForType = (more: Record<string, unknown> = {}) =>
  sample(ruleContract.createRule, {
    request: (unique) => {
      const own = { ruleId: unique(ruleContract.ruleExample.ruleId), entityType: unique(entityType) };
      return { body: { ...ruleContract.ruleExample, ...own, ...more } };
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
const emitted = { variant: 'of a rule that emits an event', events: ['sales.offer.flagged'] };
const silent = { withoutEvents: 'Events come from the actions of rules; this rule only blocks.' };

const executeRules = sampleAfter(ruled, executionContract.executeRules, {
  request: (refs) => ({ body: { entityType: refs.entityType, ...execution } }),
  ...silent,
});
const log = madeBy(executeRules, ({ logIds }) => ({ id: String(Object(logIds)[0]) }));

const setSamples = samplesOf(ruleSets);
const set = idMadeBy(setSamples.create);
const setAndRule = both(
  set,
  madeBy(createRule, ({ id }) => ({ ruleId: String(id) })),
);
const addMember = sampleAfter(setAndRule, setMemberContract.addSetMember, {
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
    setMemberContract.addSetMember,
    { request: ({ id, ruleId }) => ({ params: { id }, body: { ruleId } }) },
  ),
  (_, { params }) => ({ id: String(params?.id) }),
);

/** Documents show `90d`; the sample deletes the entries that it has logged itself. */
const old = shownAs({ olderThan: '90d' }, () => ({ olderThan: '0m' }));

export const ruleSamples = [
  sample(languageContract.listOperators),
  sample(authoringContract.validateRule, {
    request: () => ({
      body: { ruleType: 'GUARD', conditionExpression: conditionExample, data: passing },
    }),
    withoutEvents: 'A read: the body contains the rule to check.',
  }),
  sample(playgroundContract.evaluateExpression, {
    request: () => ({ body: { expression: 'total * 0.23', data: { total: 100 } } }),
    withoutEvents: 'A read: the body contains the expression.',
  }),
  executeRules,
  sampleAfter(emitting, executionContract.executeRules, {
    request: (refs) => ({ body: { entityType: refs.entityType, data: blocked } }),
    ...emitted,
  }),
  sampleAfter(rule, executionContract.executeRule, {
    request: ({ id }) => ({ params: { ruleId: id }, body: execution }),
    ...silent,
  }),
  sampleAfter(emitting, executionContract.executeRule, {
    request: ({ id }) => ({ params: { ruleId: id }, body: { data: blocked } }),
    ...emitted,
  }),
  sample(logContract.listLogs),
  sampleAfter(log, logContract.getLog, { request: (params) => ({ params }) }),
  sample(logContract.getLogStats),
  sampleAfter(both(log, old), logContract.deleteLogs, {
    request: ({ olderThan }) => ({ query: { olderThan } }),
    events: ['business_rules.log.deleted'],
  }),
  sample(ruleContract.listRules),
  sampleAfter(rule, ruleContract.getRule, { request: (params) => ({ params }) }),
  createRule,
  sampleAfter(rule, ruleContract.updateRule, {
    request: ({ id }) => ({ body: { id, enabled: false } }),
    events: ['business_rules.rule.updated'],
  }),
  sampleAfter(rule, ruleContract.takeOverRule, {
    request: (params) => ({ params }),
    events: ['business_rules.rule.updated'],
  }),
  sampleAfter(rule, ruleContract.deleteRule, {
    request: (query) => ({ query }),
    events: ['business_rules.rule.deleted'],
  }),
  sampleAfter(changedRule, historyContract.listRuleRevisions, { request: (params) => ({ params }) }),
  sampleAfter(changedRule, historyContract.getRuleRevision, {
    request: ({ id }) => ({ params: { id, revision: '1' } }),
  }),
  sampleAfter(changedRule, historyContract.compareRuleRevisions, {
    request: (params) => ({ params, query: { from: '1', to: '2' } }),
  }),
  sampleAfter(changedRule, historyContract.restoreRuleRevision, {
    request: ({ id }) => ({ params: { id, revision: '1' } }),
    events: ['business_rules.rule.updated'],
  }),
  sampleAfter(deletedRule, historyContract.restoreRule, {
    request: (params) => ({ params }),
    events: ['business_rules.rule.restored'],
  }),
  sampleAfter(rule, bulkContract.bulkUpdateRules, {
    request: ({ id }) => ({ body: { ids: [id], enabled: false } }),
    events: ['business_rules.rule.updated'],
  }),
  sampleAfter(rule, bulkContract.bulkDeleteRules, {
    request: ({ id }) => ({ body: { ids: [id] } }),
    events: ['business_rules.rule.deleted'],
  }),
  ...Object.values(setSamples),
  sampleAfter(member, setExecutionContract.executeSet, {
    request: ({ id }) => ({ params: { id }, body: execution }),
    ...silent,
  }),
  sampleAfter(emittingMember, setExecutionContract.executeSet, {
    request: (params) => ({ params, body: { data: blocked } }),
    ...emitted,
  }),
  addMember,
  sampleAfter(member, setMemberContract.updateSetMember, {
    request: ({ id, memberId }) => ({ params: { id }, body: { memberId, sequence: 20 } }),
    events: ['business_rules.set.updated'],
  }),
  sampleAfter(member, setMemberContract.removeSetMember, {
    request: ({ id, memberId }) => ({ params: { id }, query: { memberId } }),
    events: ['business_rules.set.updated'],
  }),
];
