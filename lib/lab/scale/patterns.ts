/**
 * Units that requests of the load mix use on single partitions, and the number of partitions that share them. A
 * partition allows 1 000 write and 3 000 read units per second. DynamoDB splits a hot partition, but never below one
 * item, and splitting does not help where keys only grow: the newest end stays in one partition.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */

import { maxPerSecond } from '../../../shared/kernel/auth/rate-window.ts';
import { counterShards, maxCounterShards } from '../../../shared/kernel/table/counters.ts';
import { outboxShards, usageShards } from '../../../shared/kernel/table/keys.ts';
import { placementShards } from '../../../shared/modules/attachments/keys.ts';
import { paymentDueShards } from '../../../shared/modules/payments/keys.ts';
import { progressWatchShards } from '../../../shared/modules/progress/keys.ts';
import { jobDueShards, scheduledShards } from '../../../shared/modules/scheduler/keys.ts';
import { activeSyncShards } from '../../../shared/modules/sync/keys.ts';
import { mix } from '../bench/load/mix.ts';

export const partitionLimits = { readUnits: 3_000, writeUnits: 1_000 } as const;

/** Whose requests share the same partitions. */
export type Owner = 'all tenants' | 'a tenant' | 'an API key' | 'a list' | 'a toggle' | 'a webhook' | 'a job';

export interface AccessPattern {
  name: string;
  module: string;
  owner: Owner;
  /** Units of one use, in all partitions together; a write in a transaction costs two. */
  readUnits: number;
  writeUnits: number;
  /** Partitions among which the uses are spread evenly. */
  partitions: number;
  /** Maximum number of uses per second, where the platform refuses more. */
  maxUses?: number;
  /** Uses per hundred requests of the mix. */
  uses: number;
  /** What to change when this limit is reached. */
  change: string;
}

/** Share of these operations per hundred requests of the mix. */
export const sharesOf = (...operations: readonly string[]): number =>
  operations.reduce((sum, operation) => sum + (mix[operation] ?? 0), 0);

const keyed = 100 - sharesOf('receiveWebhook');
const changes = sharesOf('createRecord', 'uploadAttachment', 'createPaymentSession', 'startSyncRun');
export const events = changes + sharesOf('publishEvent', 'receiveWebhook');

/** Write units of an event of a record of 1 KB in the log, and of an edge that is not in a transaction. A test measures them. */
export const logUnits = { entry: 2, edge: 1 } as const;

/** The table's access patterns that can become hot, the hottest of each module. */
export const patterns: readonly AccessPattern[] = [
  {
    name: 'authenticate and count a key',
    ...{ module: 'identity', owner: 'an API key', partitions: 1, uses: keyed },
    ...{ readUnits: 0, writeUnits: 1, maxUses: maxPerSecond },
    change: 'another key for each service of the tenant',
  },
  {
    name: 'publish an event through the outbox',
    ...{ module: 'events', owner: 'all tenants', partitions: outboxShards, uses: events },
    ...{ readUnits: 0, writeUnits: 3 },
    change: 'more shards: `outboxShards`; items are found in any shard',
  },
  {
    name: 'log an event',
    ...{ module: 'events', owner: 'a tenant', partitions: 1, uses: events },
    ...{ readUnits: 0, writeUnits: logUnits.entry },
    change:
      'a partition for each of some shards, merged when the log is read; messages wait in the queue until then',
  },
  {
    name: 'add an effect to a story',
    ...{ module: 'events', owner: 'a list', partitions: 1, uses: 0 },
    ...{ readUnits: 0, writeUnits: 2 * logUnits.edge },
    change: 'none: the effects of one first event are throttled and repeated',
  },
  {
    name: 'append to the audit trail',
    ...{ module: 'audit', owner: 'a tenant', partitions: 1, uses: changes },
    ...{ readUnits: 0, writeUnits: 2 },
    change: 'a partition for each of some shards, merged when the trail is read',
  },
  {
    name: 'append to the audit trail',
    ...{ module: 'entities', owner: 'a list', partitions: 1, uses: sharesOf('createRecord') },
    ...{ readUnits: 0, writeUnits: 2 },
    change: 'imports in batches, or the list in shards that are merged',
  },
  {
    name: 'read the first page of a list',
    ...{ module: 'rules', owner: 'a list', partitions: 1, uses: sharesOf('listRules') },
    ...{ readUnits: 2, writeUnits: 0 },
    change: 'a cache of a second in the function',
  },
  {
    name: 'count a row of a list',
    ...{ module: 'lists', owner: 'a list', partitions: counterShards, uses: sharesOf('createRecord') },
    ...{ readUnits: 0, writeUnits: 2 },
    change: `grows automatically to ${maxCounterShards} shards`,
  },
  {
    name: 'check a toggle',
    ...{
      module: 'toggles',
      owner: 'a toggle',
      partitions: 1,
      uses: sharesOf('checkBooleanToggle'),
    },
    ...{ readUnits: 1, writeUnits: 0 },
    change: 'evaluating all toggles at once in the client, which listens for changes',
  },
  {
    name: "update a tenant's stored bytes",
    ...{ module: 'attachments', owner: 'a tenant', partitions: 1, uses: sharesOf('uploadAttachment') },
    ...{ readUnits: 0, writeUnits: 2 },
    change: 'the account in shards with parts of the quota',
  },
  {
    name: 'watch a stored file',
    ...{ module: 'attachments', owner: 'all tenants', partitions: placementShards },
    ...{ uses: sharesOf('uploadAttachment'), readUnits: 0, writeUnits: 3 },
    change: 'more shards: `placementShards`; items are found in any shard',
  },
  {
    name: 'record when a payment is due for a check',
    ...{ module: 'payments', owner: 'all tenants', partitions: paymentDueShards },
    ...{ uses: sharesOf('createPaymentSession'), readUnits: 0, writeUnits: 4 },
    change: 'more shards: `paymentDueShards`; items are found in any shard',
  },
  {
    name: 'record an active sync run',
    ...{ module: 'sync', owner: 'all tenants', partitions: activeSyncShards },
    ...{ uses: sharesOf('startSyncRun'), readUnits: 0, writeUnits: 4 },
    change: 'more shards: `activeSyncShards`; items are found in any shard',
  },
  {
    name: 'enforce the limit of sync runs',
    ...{ module: 'sync', owner: 'a tenant', partitions: usageShards, uses: sharesOf('startSyncRun') },
    ...{ readUnits: 0, writeUnits: 4 },
    change: 'none: the limit itself is far lower',
  },
  {
    name: 'log executed rules, newest first',
    ...{ module: 'rules', owner: 'a list', partitions: 1, uses: sharesOf('executeRules') },
    ...{ readUnits: 0, writeUnits: 2 },
    change: 'the log of an organization in shards that are merged when it is read',
  },
  {
    name: 'watch background work',
    ...{ module: 'progress', owner: 'all tenants', partitions: progressWatchShards, uses: 0 },
    ...{ readUnits: 0, writeUnits: 4 },
    change: 'more shards: `progressWatchShards`; items are found in any shard',
  },
  {
    name: 'schedule a job',
    ...{ module: 'scheduler', owner: 'all tenants', partitions: scheduledShards, uses: 0 },
    ...{ readUnits: 0, writeUnits: 4 },
    change: 'shards that rows record, as those of payments are',
  },
  {
    name: 'plan the next minute of a job that the tick fires',
    ...{ module: 'scheduler', owner: 'all tenants', partitions: jobDueShards, uses: 0 },
    ...{ readUnits: 0.5, writeUnits: 4 },
    change: 'more shards: `jobDueShards`; items are found in any shard',
  },
  {
    name: 'enable or disable an integration',
    ...{ module: 'integrations', owner: 'all tenants', partitions: 1, uses: 0 },
    ...{ readUnits: 0, writeUnits: 2 },
    change: 'shards that rows record, as those of payments are',
  },
  {
    name: 'notify the holders of a feature',
    ...{ module: 'notifications', owner: 'a tenant', partitions: 1, uses: 0 },
    ...{ readUnits: 0, writeUnits: 2 },
    change: 'a partition for each organization',
  },
  {
    // An attempt and its result are counted on one item, each in a transaction.
    name: 'count the e-mails of a day',
    ...{ module: 'email', owner: 'a tenant', partitions: 1, uses: 0 },
    ...{ readUnits: 0, writeUnits: 4 },
    change: 'the count in shards that are summed up',
  },
  {
    // The latest 500 failed runs, eventually consistent, by pages that refresh themselves.
    name: 'find the jobs that fail',
    ...{ module: 'attention', owner: 'a list', partitions: 1, uses: 0 },
    ...{ readUnits: 30, writeUnits: 0 },
    change: 'a cache of some seconds in the function',
  },
  {
    // Eight names, eventually consistent.
    name: 'find the names of a list that begin with a text',
    ...{ module: 'search', owner: 'a list', partitions: 1, uses: 0 },
    ...{ readUnits: 0.5, writeUnits: 0 },
    change: 'a cache of some seconds in the function',
  },
  {
    name: "number the events for a tenant's browsers",
    ...{ module: 'broadcast', owner: 'a tenant', partitions: 1, uses: 0 },
    ...{ readUnits: 1, writeUnits: 2 },
    change: 'a feed for each organization; batches of events share a write already',
  },
  {
    name: 'create or rename a tenant',
    ...{ module: 'directory', owner: 'all tenants', partitions: 1, uses: 0 },
    ...{ readUnits: 0, writeUnits: 4 },
    change: 'none: tenants are created by hand',
  },
  {
    name: 'log a delivery',
    ...{
      module: 'webhooks',
      owner: 'a webhook',
      partitions: 1,
      uses: sharesOf('createRecord', 'receiveWebhook'),
    },
    ...{ readUnits: 0, writeUnits: 4 },
    change: 'several webhooks with the same URL, each for some of the events',
  },
  {
    name: 'add a delivery to the list of its organization',
    ...{
      module: 'webhooks',
      owner: 'a list',
      partitions: 1,
      uses: sharesOf('createRecord', 'receiveWebhook'),
    },
    ...{ readUnits: 0, writeUnits: 2 },
    change: 'the list in shards that are merged when it is read',
  },
  {
    name: 'record a run',
    ...{ module: 'scheduler', owner: 'a job', partitions: 1, uses: 0 },
    ...{ readUnits: 1, writeUnits: 4 },
    change: 'none: a job runs at most every second',
  },
];

/** Partitions of the patterns before they were spread, by name. */
const formerPartitions: Readonly<Record<string, number>> = {
  'publish an event through the outbox': 16,
  'watch a stored file': 16,
  'record when a payment is due for a check': 4,
  'record an active sync run': 4,
};

/** What each of them wrote then, where it was something else. */
const formerWriteUnits: Readonly<Record<string, number>> = { 'watch a stored file': 4 };

/** The design before these patterns were spread, for comparison. */
export const formerPatterns: readonly AccessPattern[] = patterns.map((pattern) => {
  const { name, partitions, writeUnits } = pattern;
  return {
    ...pattern,
    partitions: formerPartitions[name] ?? partitions,
    writeUnits: formerWriteUnits[name] ?? writeUnits,
  };
});

/** Uses per second of the pattern's partitions before the platform refuses or DynamoDB throttles. */
export function maxUsesPerSecond({ readUnits, writeUnits, partitions, maxUses }: AccessPattern): number {
  const byReads = readUnits === 0 ? Number.POSITIVE_INFINITY : partitionLimits.readUnits / readUnits;
  const byWrites = writeUnits === 0 ? Number.POSITIVE_INFINITY : partitionLimits.writeUnits / writeUnits;
  return Math.min(partitions * Math.min(byReads, byWrites), maxUses ?? Number.POSITIVE_INFINITY);
}

/** Requests per second of the mix at this limit; Infinity for patterns that the mix does not use. */
export function maxRequestsPerSecond(pattern: AccessPattern): number {
  return pattern.uses === 0 ? Number.POSITIVE_INFINITY : (maxUsesPerSecond(pattern) * 100) / pattern.uses;
}

/** Whether all tenants share it: a toggle belongs to the whole deployment. */
export const isOfAll = (owner: Owner): boolean => owner === 'all tenants' || owner === 'a toggle';

/** The design load of one tenant, or of all of them, in requests per second. */
export const wantedRequestsPerSecond = (owner: Owner): number => (isOfAll(owner) ? 100_000 : 1_000);
/** The factor for uneven load. */
export const headroom = 2;

/** Patterns with a limit below the design load. */
export const wallsOf = (all: readonly AccessPattern[]): readonly AccessPattern[] =>
  all.filter((pattern) => maxRequestsPerSecond(pattern) < headroom * wantedRequestsPerSecond(pattern.owner));
