/**
 * Keys of the single table: the shared parts and the kernel's own keys. Those of a module are in its `keys.ts`. No
 * other file writes a `#`.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Authenticate a key and count it | KEY#<sha256> | KEY | callerKey |
 * | Read a tenant | DIRECTORY#<tenant> | TENANT | tenantKey |
 * | Read an organization / list a tenant's | DIRECTORY#<tenant> | ORG#<organization> | organizationKey |
 * | Read a user | TENANT#<tenant>#USER#<user> | USER | userKey |
 * | A user's sessions | TENANT#<tenant>#USER#<user> | SESSION#<sha256> | userSessionKey |
 * | The API keys whose secret a user knows | TENANT#<tenant>#USER#<user> | APIKEY#<tenant or platform>#<key> | ownedKeyKey |
 * | The second factors of a user | TENANT#<tenant>#FACTORS#<user> | FACTORS | userFactorsKey |
 * | Read an attachment | TENANT#<tenant>#ATTACHMENT#<attachment> | ATTACHMENT | attachmentKey |
 * | Hourly counts of an organization | TENANT#<tenant or platform>#ORG#<organization>#HOURS | <day>#<series> | hourlyCountsKey |
 * | Hourly counts of a tenant / of one resource | TENANT#<tenant or platform>[#<kind>#<id>]#HOURS | <day>#<series> | hourlyCountsKey |
 * | Count the rows of a list exactly | <list partition>#COUNT | <shard> | counterKey |
 * | Find the rows of a list by the beginning of their names | <list partition>#NAMES | <name>  #<id> | nameKey |
 * | Count resources with a limit, per shard | <partition>#USAGE#<shard> | USAGE | usageKey |
 * | An event waiting to be published / left over, per shard | OUTBOX#<shard> | <ms>#<tenant>#<organization>#<event> | outboxKey |
 * | Was an event with this id published before? | TENANT#<tenant>#EVENTID#<organization>#<id> | UNIQUE | eventIdKey |
 * | What did an earlier request with this `Idempotency-Key` create? | TENANT#<tenant or platform>#REQUEST#<sha256 of organization, operation, caller and key> | REQUEST | requestKey |
 * | The last error of a dead letter | TENANT#<tenant or platform>#DEADLETTERS | <message id of SQS> | deadLetterKey |
 * | A tenant's share of a queue's worker | TENANT#<tenant>#SHARES | <queue> | tenantShareKey |
 * | Who changed what, newest first | TENANT#<tenant>#AUDIT | <inverted ms>#<id> | auditKey |
 * | List what an event has led to, oldest first | TENANT#<tenant>#CAUSE#<name of the first event> | <ms>#<kind>#<id> | storyEdgeKey |
 * | Authenticate a session | SESSION#<sha256> | SESSION | sessionKey |
 * | Count recent events for a rate limit | LIMIT#<policy>#<sha256 of its subject> | LIMIT | limitKey |
 * | When was a session last used? | LIMIT#user-idle#<sha256> | LIMIT | limitKey |
 * | The data key of a tenant's secrets | DATAKEY#<tenant> | KEY#<generation> | dataKeyKey |
 * | Was a tenant erased? | ERASED#<sha256 of the tenant's id> | TENANT | erasedKey |
 *
 * Locators are the only items outside a tenant's partitions: KEY, SESSION, EMAIL, INBOUND, SCHEDULED, JOBDUE, HEALTHCHECKS,
 * SIGNINDOMAIN, SIGNINSTATE, LOGINCHALLENGE, ATTACHMENT, PAYMENTID, PAYMENTSESSION, PAYMENTDUE, PROGRESSWATCH, SYNCACTIVE and TENANTS. OUTBOX, FILEWORK and
 * FILEPLACED items name their tenant and live for moments; LIMIT items hold counters and times only, and expire; ERASED items reveal nothing
 * without the id; CANARY is the deployment's own. DATAKEY items have their own partitions, so that IAM
 * can restrict functions to them. TOGGLE, TOGGLEIDENTIFIER and TOGGLES belong to the whole deployment.
 */
import { hash } from 'node:crypto';
import type { Scope, TenantScope } from '../base/principal.ts';

export interface SortKeyRange {
  from: string;
  to: string;
}

export interface Key {
  pk: string;
  sk: string;
}

/** Tenant and organization of a row. */
export type RowScope = Pick<Scope, 'tenantId' | 'organizationId'>;

/** The last sortable moment, in the year 2286. */
const latestMs = 9_999_999_999_999;
/** Milliseconds as text that sorts newest first, clamped to the valid range. */
export const newestFirst = (ms: number): string =>
  String(latestMs - Math.min(Math.max(0, ms), latestMs)).padStart(13, '0');

/** The parts of a key's text, for tools that read items of every kind. */
export const partsOf = (text: string): string[] => text.split('#');

export const erasedKey = ({ tenantId }: TenantScope): Key => ({
  pk: `ERASED#${hash('sha256', tenantId, 'hex')}`,
  sk: 'TENANT',
});

export const callerKey = (secretSha256: string): Key => ({ pk: `KEY#${secretSha256}`, sk: 'KEY' });

export const tenantKey = ({ tenantId }: TenantScope): Key => ({ pk: `DIRECTORY#${tenantId}`, sk: 'TENANT' });

export const tenantListPartition = 'TENANTS';

export const organizationKey = ({ tenantId }: TenantScope, organizationId: string): Key => ({
  pk: `DIRECTORY#${tenantId}`,
  sk: `ORG#${organizationId}`,
});

export const userKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#USER#${id}`,
  sk: 'USER',
});
export const userSessionsPrefix = 'SESSION#';
export const userSessionKey = (scope: TenantScope, userId: string, sessionSha256: string): Key => ({
  pk: userKey(scope, userId).pk,
  sk: `${userSessionsPrefix}${sessionSha256}`,
});

export const ownedKeysPrefix = 'APIKEY#';
/** `keyTenantId` is null for a key of the platform. */
export const ownedKeyKey = (
  owner: TenantScope & { userId: string },
  keyTenantId: string | null,
  keyId: string,
): Key => ({
  pk: userKey(owner, owner.userId).pk,
  sk: `${ownedKeysPrefix}${keyTenantId ?? 'platform'}#${keyId}`,
});

/** The partition's own name lets IAM grant what proves identities, without users and sessions. */
export const userFactorsKey = ({ tenantId }: TenantScope, userId: string): Key => ({
  pk: `TENANT#${tenantId}#FACTORS#${userId}`,
  sk: 'FACTORS',
});

export const attachmentKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ATTACHMENT#${id}`,
  sk: 'ATTACHMENT',
});

export const counterPartition = (listPartition: string): string => `${listPartition}#COUNT`;
export const counterKey = (listPartition: string, shard: number): Key => ({
  pk: counterPartition(listPartition),
  sk: String(shard).padStart(4, '0'),
});

export const namesPartition = (listPartition: string): string => `${listPartition}#NAMES`;

/** Two blanks after a text sort it before longer texts that begin with it and a blank. */
const beforeLonger = (text: string): string => `${text}  `;

/** The place of a text in a list, before `#<id>`, in any case of its letters. */
export const textOrder = (text: string): string => beforeLonger(text.toLowerCase());

/** `name` has single blanks (`comparedName`), so that a whole name is found however many longer names there are. */
export const nameKey = (listPartition: string, name: string, id: string): Key => ({
  pk: namesPartition(listPartition),
  sk: `${beforeLonger(name)}#${id}`,
});

/** Shards of a limit: few, because a create tries them one after the other. */
export const usageShards = 4;
export const usageKey = (partition: string, shard: number): Key => ({
  pk: `${partition}#USAGE#${shard}`,
  sk: 'USAGE',
});

/**
 * An event costs three write units here, and a partition allows 1 000 per second: 192 partitions allow 64 000 changes
 * per second of all tenants, and a tenant's burst is spread. May be raised at any time, but never lowered: events are
 * removed where they were found.
 */
export const outboxShards = 192;
export const outboxPartition = (shard: number): string => `OUTBOX#${shard}`;
/** Ids of events are only unique within an organization: callers may choose them. */
export const outboxKey = (event: {
  tenantId: string | null;
  organizationId: string | null;
  id: string;
  occurredAtMs: number;
}): Key => ({
  pk: outboxPartition(shardOfText(event.id, outboxShards)),
  sk: `${event.occurredAtMs}#${event.tenantId ?? 'platform'}#${event.organizationId ?? ''}#${event.id}`,
});
/** Shard of a text that callers may have chosen. */
export const shardOfText = (text: string, shards: number): number =>
  [...text].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7) % shards;
/** Shard of a random UUID. */
export const shardOfUuid = (id: string, shards: number): number =>
  Number.parseInt(id.slice(0, 4), 16) % shards;
/** Key range of a shard's events at or before a time. */
export const outboxRange = (untilMs: number): SortKeyRange => ({ from: '0', to: `${untilMs}#~` });

export const eventIdKey = (
  { tenantId, organizationId }: { tenantId: string; organizationId: string | null },
  id: string,
): Key => ({
  pk: `TENANT#${tenantId}#EVENTID#${organizationId === null ? '' : `${organizationId}#`}${id}`,
  sk: 'UNIQUE',
});

/** `name` is a hash of what identifies the request: callers choose their keys. */
export const requestKey = ({ tenantId }: { tenantId: string | null }, name: string): Key => ({
  pk: `TENANT#${tenantId ?? 'platform'}#REQUEST#${name}`,
  sk: 'REQUEST',
});

export const tenantShareKey = ({ tenantId }: TenantScope, queue: string): Key => ({
  pk: `TENANT#${tenantId}#SHARES`,
  sk: queue,
});

/** The audit trail of a tenant, or, with null, the platform's own: tenant ids are UUIDs, so none has this name. */
export const auditPartition = ({ tenantId }: { tenantId: string | null }): string =>
  `TENANT#${tenantId ?? 'platform'}#AUDIT`;
export const auditKey = (scope: { tenantId: string | null }, atMs: number, id: string): Key => ({
  pk: auditPartition(scope),
  sk: `${newestFirst(atMs)}#${id}`,
});
/** Key range of a newest-first partition between two times, both included. */
export const newestFirstRange = (fromMs: number, toMs: number): SortKeyRange => ({
  from: newestFirst(toMs),
  to: `${newestFirst(fromMs)}#~`,
});

export const deadLetterKey = (tenantId: string | null, messageId: string): Key => ({
  pk: `TENANT#${tenantId ?? 'platform'}#DEADLETTERS`,
  sk: messageId,
});

export const storyPartition = ({ tenantId }: TenantScope, story: string): string =>
  `TENANT#${tenantId}#CAUSE#${story}`;
export const storyEdgeKey = (
  scope: TenantScope,
  story: string,
  { atMs, kind, id }: { atMs: number; kind: string; id: string },
): Key => ({
  pk: storyPartition(scope, story),
  sk: `${String(atMs).padStart(13, '0')}#${kind}#${id}`,
});

/** Owner of hourly counts: an organization, a tenant, the platform, or one resource of a tenant. */
export const hourlyCountsPartition = ({
  tenantId,
  organizationId,
  of,
}: {
  tenantId: string | null;
  organizationId: string | null;
  of?: { kind: string; id: string };
}): string => {
  const owner = of ?? (organizationId === null ? undefined : { kind: 'ORG', id: organizationId });
  return `TENANT#${tenantId ?? 'platform'}${owner ? `#${owner.kind}#${owner.id}` : ''}#HOURS`;
};
export const hourlyCountsKey = (
  owner: Parameters<typeof hourlyCountsPartition>[0],
  day: string,
  series: string,
): Key => ({ pk: hourlyCountsPartition(owner), sk: `${day}#${series}` });

export const sessionKey = (sessionSha256: string): Key => ({ pk: `SESSION#${sessionSha256}`, sk: 'SESSION' });

export const limitKey = (policy: string, subjectSha256: string): Key => ({
  pk: `LIMIT#${policy}#${subjectSha256}`,
  sk: 'LIMIT',
});

export const dataKeyKey = ({ tenantId }: TenantScope, generation: number): Key => ({
  pk: `DATAKEY#${tenantId}`,
  sk: `KEY#${generation}`,
});
