/**
 * Every key of the single table. No other file writes a `#`.
 *
 * | Access pattern | pk | sk | Function |
 * |---|---|---|---|
 * | Authenticate a key and count it | KEY#<sha256> | KEY | callerKey |
 * | Read a tenant | DIRECTORY#<tenant> | TENANT | tenantKey |
 * | Read an organization / list a tenant's | DIRECTORY#<tenant> | ORG#<organization> | organizationKey |
 * | Let one change of a tenant's tree win | DIRECTORY#<tenant> | TREE | treeKey |
 * | List tenants by name | TENANTS | <name>#<tenant> | tenantListingKey |
 * | Read an API key | TENANT#<tenant>#KEY#<key> | KEY | apiKeyKey |
 * | List a tenant's API keys, newest first | TENANT#<tenant>#KEYS | <inverted ms>#<key> | apiKeyListingKey |
 * | Read a role | TENANT#<tenant>#ROLE#<role> | ROLE | roleKey |
 * | Who holds a role? | TENANT#<tenant>#ROLE#<role> | HOLDER#<KEY or USER>#<id> | roleHolderKey |
 * | Is a role's name taken? | TENANT#<tenant>#ROLENAME#<name> | UNIQUE | roleNameKey |
 * | List roles by name | TENANT#<tenant>#ROLES | <name>#<role> | roleListingKey |
 * | Read a user | TENANT#<tenant>#USER#<user> | USER | userKey |
 * | A user's sessions | TENANT#<tenant>#USER#<user> | SESSION#<sha256> | userSessionKey |
 * | List users by e-mail | TENANT#<tenant>#USERS | <email>#<user> | userListingKey |
 * | Which users have this e-mail address? | EMAIL#<sha256 of the address> | <tenant> | emailKey |
 * | Read a rule | TENANT#<tenant>#ORG#<organization> | RULE#<rule> | ruleKey |
 * | Earlier revisions of a rule | TENANT#<tenant>#ORG#<organization>#RULE#<rule>#REVISIONS | <revision> | ruleRevisionKey |
 * | Is a ruleId taken in the tenant? | TENANT#<tenant>#RULEID#<ruleId> | UNIQUE | ruleIdKey |
 * | List rules by priority, filter, search | TENANT#<tenant>#ORG#<organization>#RULES | <order>#<ruleId> | ruleListingKey |
 * | Which rules are executed for an entity type, in order? | TENANT#<tenant>#ORG#<organization>#ACTIVERULES#<entityType> | <order>#<ruleId> | activeRuleKey |
 * | What rules did, newest first | TENANT#<tenant>#ORG#<organization>#RULELOG | <inverted ms>#<inverted execution>#<inverted part> | ruleLogKey |
 * | Were the rules of an event run already? | TENANT#<tenant>#RULERUN#<event> | RUN | ruleRunKey |
 * | Read a rule set | TENANT#<tenant>#ORG#<organization> | RULESET#<set> | ruleSetKey |
 * | Is a setId taken in the tenant? | TENANT#<tenant>#RULESETID#<setId> | UNIQUE | ruleSetIdKey |
 * | List rule sets by setId | TENANT#<tenant>#ORG#<organization>#RULESETS | <setId> | ruleSetListingKey |
 * | Read a toggle | TOGGLE#<toggle> | TOGGLE | toggleKey |
 * | Check a toggle / is its identifier taken? | TOGGLEIDENTIFIER#<identifier> | TOGGLE | toggleIdentifierKey |
 * | Check a busy toggle: one of its copies | TOGGLEIDENTIFIER#<identifier>#COPY#<copy> | TOGGLE | toggleCopyKey |
 * | List toggles by identifier | TOGGLES | <identifier> | toggleListingKey |
 * | A tenant's value of a toggle | TENANT#<tenant>#OVERRIDE#<slot> | OVERRIDE | overrideKey |
 * | Of which toggles does a tenant have values? | TENANT#<tenant>#OVERRIDES | <slot> | overrideListingKey |
 * | The custom fields of an entity type | TENANT#<tenant>#DEFINITIONS | <entityType> | definitionsKey |
 * | Read an entity record | TENANT#<tenant>#ORG#<organization> | RECORD#<record> | recordKey |
 * | Is an externalId taken? | TENANT#<tenant>#ORG#<organization>#EXTERNALID#<entityType>#<externalId> | UNIQUE | externalIdKey |
 * | List records of a type, newest first | TENANT#<tenant>#ORG#<organization>#RECORDS#<entityType> | <inverted ms>#<record> | recordListingKey |
 * | Read a webhook | TENANT#<tenant>#ORG#<organization> | WEBHOOK#<webhook> | webhookKey |
 * | How do a webhook's attempts fare? | TENANT#<tenant>#WEBHOOK#<webhook> | HEALTH | webhookHealthKey |
 * | Slots of a webhook with a rate limit | TENANT#<tenant>#WEBHOOK#<webhook> | SLOTS#<limit> | webhookSlotsKey |
 * | List webhooks, newest first | TENANT#<tenant>#ORG#<organization>#WEBHOOKS | <inverted ms>#<webhook> | webhookListingKey |
 * | Deleted webhooks whose log is still there | TENANT#<tenant>#ORG#<organization>#WEBHOOKS#DELETED | <webhook> | deletedWebhookKey |
 * | Who subscribes in a tenant / an organization? | TENANT#<tenant>#SUBSCRIPTIONS | <organization>#<webhook> | subscriptionKey |
 * | Are an organization's webhooks switched on? | TENANT#<tenant>#SUBSCRIPTIONS | <organization>#SWITCH | webhookSwitchKey |
 * | Deliveries of a webhook, newest first; claim one | TENANT#<tenant>#WEBHOOK#<webhook>#DELIVERIES | <inverted ms>#<delivery> | deliveryKey |
 * | Requests of an organization's rules to URLs of their own, newest first | TENANT#<tenant>#ORG#<organization>#CALLS | <inverted ms>#<delivery> | deliveryKey |
 * | Where is the delivery with this id? | TENANT#<tenant>#DELIVERY#<delivery> | DELIVERY | deliveryLocatorKey |
 * | Attempts of a delivery | TENANT#<tenant>#DELIVERY#<delivery> | ATTEMPT#<number> | attemptKey |
 * | The body that all deliveries of an event have | TENANT#<tenant>#PAYLOAD#<event> | PAYLOAD | payloadKey |
 * | Where does a provider's message go? | INBOUND#<endpoint> | ENDPOINT | inboundEndpointKey |
 * | List inbound endpoints, newest first | TENANT#<tenant>#ORG#<organization>#INBOUND | <inverted ms>#<endpoint> | inboundListingKey |
 * | Did this message come before? / what came | TENANT#<tenant>#INBOUND#<endpoint>#<sha256 of the message's id> | RECEIPT | inboundReceiptKey |
 * | Did these bytes come a moment ago under another id? | TENANT#<tenant>#INBOUND#<endpoint>#<sha256 of the bytes> | BYTES | inboundBytesKey |
 * | Read a scheduled job | TENANT#<tenant or platform>#JOB#<job> | JOB | jobKey |
 * | A job's runs, newest first | TENANT#<tenant or platform>#JOB#<job> | RUN#<inverted ms>#<suffix> | runKey |
 * | List an organization's jobs, newest first | TENANT#<tenant>#ORG#<organization>#JOBS | <inverted ms>#<job> | jobListingKey |
 * | List the jobs of a tenant as a whole, or of the platform | TENANT#<tenant or platform>#JOBS | <inverted ms>#<job> | jobListingKey |
 * | Which jobs fire? per shard | SCHEDULED#<shard> | <tenant or platform>#<job> | scheduledKey |
 * | A user's or key's own notifications, newest first; read one | TENANT#<tenant>#INBOX#<user:… or api_key:…> | <notification> | inboxKey |
 * | What a reader made of a notification | TENANT#<tenant>#INBOX#<user:… or api_key:…> | <notification>#STATE | readerStateKey |
 * | Notifications for the holders of a feature | TENANT#<tenant>#NOTICES | <organization or TENANT>#<notification> | noticeKey |
 * | Was a notification made for this cause before? | TENANT#<tenant>#NOTIFIED#<cause> | UNIQUE | notifiedKey |
 * | An organization's integrations: state and figures of each | TENANT#<tenant>#ORG#<organization>#INTEGRATIONS | STATE#<integration> / COUNTS#<integration> | integrationStateKey, integrationCountsKey |
 * | The sealed credentials of an integration or a bundle | TENANT#<tenant>#ORG#<organization>#CREDENTIALS | <integration> | integrationCredentialsKey |
 * | What did an integration do, newest first | TENANT#<tenant>#ORG#<organization>#INTEGRATIONLOG#<integration> | <inverted ms>#<id> | integrationLogKey |
 * | Read an attachment | TENANT#<tenant>#ATTACHMENT#<attachment> | ATTACHMENT | attachmentKey |
 * | Which sizes of an image are stored? | TENANT#<tenant>#ATTACHMENT#<attachment> | THUMBNAILS | thumbnailsKey |
 * | The text of an attachment, if it is long | TENANT#<tenant>#ATTACHMENT#<attachment> | TEXT | attachmentTextKey |
 * | How far is extraction, and by which words is it found? | TENANT#<tenant>#ATTACHMENT#<attachment> | EXTRACTION | extractionKey |
 * | Which attachments have a word in their text, newest first | TENANT#<tenant>#ORG#<organization>#WORD#<word> | <inverted ms>#<attachment> | wordKey |
 * | Attachments that are not as the words' items say | TENANT#<tenant>#ORG#<organization>#UNINDEXED | <attachment> | unindexedKey |
 * | How many pages of a tenant were recognized in a month? | TENANT#<tenant>#PAGES | <yyyy-mm> | recognizedPagesKey |
 * | How many bytes of images' sizes did a tenant keep in a month? | TENANT#<tenant>#KEPTSIZES | <yyyy-mm> | keptSizesKey |
 * | Versions of a file before the current one, the oldest first | TENANT#<tenant>#ATTACHMENT#<attachment> | VERSION#<number> | attachmentVersionKey |
 * | Whose is the attachment with this id? | ATTACHMENT#<attachment> | LOCATOR | attachmentLocatorKey |
 * | Under which links is a file shared? | TENANT#<tenant>#ATTACHMENT#<attachment> | SHARE#<link> | shareLinkKey |
 * | Which file does a share link open? | SHARE#<sha256 of its secret> | GRANT | shareGrantKey |
 * | List an organization's attachments, newest first | TENANT#<tenant>#ORG#<organization>#ATTACHMENTS | <inverted ms>#<attachment> | attachmentListingKey |
 * | List a record's attachments, newest first | TENANT#<tenant>#ORG#<organization>#RECORDFILES#<sha256 of entity and record> | <inverted ms>#<attachment> | recordFileListingKey |
 * | Which tags do an organization's attachments have? | TENANT#<tenant>#ORG#<organization>#TAGS | <tag>#<shard> | tagKey |
 * | Storage partitions of a tenant / what super admins changed of the default ones | TENANT#<tenant or platform>#PARTITIONS | <code> | partitionKey |
 * | How much does a tenant store? | TENANT#<tenant>#STORAGE | USAGE | storageUsageKey |
 * | A file that a client uploads to the bucket itself | TENANT#<tenant>#UPLOAD#<attachment> | UPLOAD | uploadKey |
 * | Files that are being stored or removed / left over, per shard | FILEWORK#<shard> | <attachment> | fileWorkKey |
 * | Whose integrations are to be checked? | HEALTHCHECKS | <tenant>#<organization>#<integration> | healthCheckKey |
 * | Read a payment transaction | TENANT#<tenant>#PAYMENT#<transaction> | PAYMENT | paymentKey |
 * | Refunds of a transaction, and its disputes | TENANT#<tenant>#PAYMENT#<transaction> | REFUND#<refund> / DISPUTE#<dispute> | paymentRefundKey, paymentDisputeKey |
 * | What happened to a transaction, newest first | TENANT#<tenant>#PAYMENT#<transaction> | HISTORY#<inverted ms>#<id> | paymentHistoryKey |
 * | Was this event of a provider processed before? | TENANT#<tenant>#PAYMENTEVENT#<sha256 of provider and event> | UNIQUE | paymentEventKey |
 * | What became of an operation with this id? | TENANT#<tenant>#PAYMENTOPERATION#<sha256 of organization and id> | OPERATION | paymentOperationKey |
 * | List an organization's transactions, newest first | TENANT#<tenant>#ORG#<organization>#PAYMENTS | <inverted ms>#<transaction> | paymentListingKey |
 * | Whose transaction is this? | PAYMENTID#<transaction> | PAYMENT | paymentLocatorKey |
 * | Whose session of a payment provider is this? | PAYMENTSESSION#<provider>#<session> | <tenant>#<transaction> | paymentSessionKey |
 * | Read a customer of a payment provider, by the caller’s own reference | TENANT#<tenant>#ORG#<organization>#PAYMENTCUSTOMER#<sha256 of provider and reference> | CUSTOMER | paymentCustomerKey |
 * | Which transactions are to be looked after? per shard | PAYMENTDUE#<shard> | <ms>#<tenant>#<transaction> | paymentDueKey |
 * | Read a sync run | TENANT#<tenant>#SYNCRUN#<run> | RUN | syncRunKey |
 * | What did a batch of a run write, and who may go on with it? | TENANT#<tenant>#SYNCRUN#<run>#BATCH#<number> | CHUNK#<id> / LANE#<lane> | syncChunkKey, syncLaneKey |
 * | Items that a run could not take over, in their order | TENANT#<tenant>#SYNCRUN#<run>#FAILURES | <batch>#<item> | syncFailureKey |
 * | List an organization's sync runs, newest first | TENANT#<tenant>#ORG#<organization>#SYNCRUNS | <inverted ms>#<run> | syncRunListingKey |
 * | Which run is at work here, and how far did the last one come? | TENANT#<tenant>#ORG#<organization>#SYNCS | LOCK#<integration>#<entityType>#<direction> / CURSOR#… | syncLockKey, syncCursorKey |
 * | Which syncs are scheduled, and when did each run last? | TENANT#<tenant>#ORG#<organization>#SYNCSCHEDULES | <integration>#<entityType>#<direction> | syncScheduleKey |
 * | Which record is an item of an integration? | TENANT#<tenant>#ORG#<organization>#SYNCED#<integration>#<entityType>#<externalId> | RECORD | syncedKey |
 * | Read the mapping of an integration's entity type | TENANT#<tenant>#ORG#<organization> | SYNCMAPPING#<mapping> | syncMappingKey |
 * | List mappings, newest first | TENANT#<tenant>#ORG#<organization>#SYNCMAPPINGS | <inverted ms>#<mapping> | syncMappingListingKey |
 * | Was a run started by a request with this key? | TENANT#<tenant>#SYNCREQUEST#<sha256 of organization and key> | REQUEST | syncRequestKey |
 * | Which runs are not over? per shard | SYNCACTIVE#<shard> | <tenant>#<run> | activeSyncRunKey |
 * | Read a job of background work | TENANT#<tenant>#ORG#<organization> | PROGRESS#<job> | progressKey |
 * | Jobs that go on, newest first | TENANT#<tenant>#ORG#<organization>#PROGRESS#ACTIVE | <inverted ms>#<job> | progressListingKey |
 * | Parts of jobs that go on, newest first | TENANT#<tenant>#ORG#<organization>#PROGRESS#PARTS | <inverted ms>#<job> | progressListingKey |
 * | Jobs that have ended, newest first | TENANT#<tenant>#ORG#<organization>#PROGRESS#ENDED | <inverted ms>#<job> | progressListingKey |
 * | Jobs that have just ended, the last one first | TENANT#<tenant>#ORG#<organization>#PROGRESS#RECENT | <inverted ms of the end>#<job> | recentProgressKey |
 * | Which jobs might have lost their worker? per shard | PROGRESSWATCH#<shard> | <tenant>#<organization>#<job> | progressWatchKey |
 * | Which key does the canary call with? | CANARY | CANARY | canaryKey |
 * | How far is a migration of items? | MIGRATION | SEGMENT#<segment> | migrationKey |
 * | Are there counters in their former place? | MIGRATION | COUNTERS | countersMovedKey |
 * | Are there values of tenants without listing items? | MIGRATION | OVERRIDES | overridesListedKey |
 * | Count the rows of a list exactly | <list partition>#COUNT | <shard> | counterKey |
 * | Counters in their former place | <list partition>#COUNT#<shard> | COUNT | formerCounterKey |
 * | How many of the things are there that have a limit? per shard | <partition>#USAGE#<shard> | USAGE | usageKey |
 *
 * | An event waiting to be published / left over, per shard | OUTBOX#<shard> | <ms>#<tenant>#<event> | outboxKey |
 * | Was an event with this id published before? | TENANT#<tenant>#EVENTID#<id> | UNIQUE | eventIdKey |
 * | What browsers of a tenant are told, in order | TENANT#<tenant>#FEED | <position> | feedKey |
 * | How far is a tenant's feed, and does anybody listen? | TENANT#<tenant>#STREAMS | FEED | feedHeadKey |
 * | Who has a place among a tenant's open streams? | TENANT#<tenant>#STREAMS | PLACES | streamPlacesKey |
 * | How much of a queue's worker does a tenant hold? | TENANT#<tenant>#SHARES | <queue> | tenantShareKey |
 * | Was an event put into the feed before? | TENANT#<tenant>#FEEDEVENT#<event> | UNIQUE | feedEventKey |
 * | Who changed what, newest first | TENANT#<tenant>#AUDIT | <inverted ms>#<id> | auditKey |
 * | Authenticate a session | SESSION#<sha256> | SESSION | sessionKey |
 * | How often did something happen lately? | LIMIT#<policy>#<sha256 of its subject> | LIMIT | limitKey |
 * | The data key that a tenant's secrets are sealed with | DATAKEY#<tenant> | KEY#<generation> | dataKeyKey |
 * | Was a tenant erased? | ERASED#<sha256 of the tenant's id> | TENANT | erasedKey |
 *
 * Locators are the only items outside a tenant's partitions: KEY, SESSION, EMAIL, INBOUND, SCHEDULED, HEALTHCHECKS,
 * ATTACHMENT, PAYMENTID, PAYMENTSESSION, PAYMENTDUE, PROGRESSWATCH, SYNCACTIVE and TENANTS. OUTBOX and FILEWORK items
 * name their tenant and live for moments; LIMIT items hold counters only, and expire; ERASED items tell nothing to
 * whoever does not know the id; CANARY and MIGRATION are the deployment's own. DATAKEY
 * items lie apart so that IAM can let functions read them and nothing else. TOGGLE, TOGGLEIDENTIFIER and TOGGLES belong
 * to the whole deployment.
 */
import { hash } from 'node:crypto';
import type { Scope, TenantScope } from '../auth/principal.ts';

export interface SortKeyRange {
  from: string;
  to: string;
}

export interface Key {
  pk: string;
  sk: string;
}

/** Where one row lives: its tenant and its one organization. */
export type RowScope = Pick<Scope, 'tenantId' | 'organizationId'>;

/** The last moment that sorts among the others, in the year 2286. */
const latestMs = 9_999_999_999_999;
/** Milliseconds as text that sorts newest first; what lies beyond either end counts as the end. */
const newestFirst = (ms: number): string =>
  String(latestMs - Math.min(Math.max(0, ms), latestMs)).padStart(13, '0');

/** The parts that a key's text was put together of, for tools that look at items of every kind. */
export const partsOf = (text: string): string[] => text.split('#');

export const erasedKey = ({ tenantId }: TenantScope): Key => ({
  pk: `ERASED#${hash('sha256', tenantId, 'hex')}`,
  sk: 'TENANT',
});

export const callerKey = (secretSha256: string): Key => ({ pk: `KEY#${secretSha256}`, sk: 'KEY' });

export const tenantKey = ({ tenantId }: TenantScope): Key => ({ pk: `DIRECTORY#${tenantId}`, sk: 'TENANT' });

export const tenantListPartition = 'TENANTS';
export const tenantListingKey = ({ tenantId }: TenantScope, name: string): Key => ({
  pk: tenantListPartition,
  sk: `${name.toLowerCase()}#${tenantId}`,
});

export const treeKey = ({ tenantId }: TenantScope): Key => ({ pk: `DIRECTORY#${tenantId}`, sk: 'TREE' });

export const organizationKey = ({ tenantId }: TenantScope, organizationId: string): Key => ({
  pk: `DIRECTORY#${tenantId}`,
  sk: `ORG#${organizationId}`,
});
export const organizationsPrefix = 'ORG#';

export const apiKeyKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#KEY#${id}`,
  sk: 'KEY',
});
export const apiKeyListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#KEYS`;
export const apiKeyListingKey = (scope: TenantScope, createdAtMs: number, id: string): Key => ({
  pk: apiKeyListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});

export const roleKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ROLE#${id}`,
  sk: 'ROLE',
});
export const roleHoldersPrefix = 'HOLDER#';
export const roleHolderKey = (scope: TenantScope, roleId: string, kind: 'KEY' | 'USER', id: string): Key => ({
  pk: roleKey(scope, roleId).pk,
  sk: `${roleHoldersPrefix}${kind}#${id}`,
});
export const roleNameKey = ({ tenantId }: TenantScope, name: string): Key => ({
  pk: `TENANT#${tenantId}#ROLENAME#${name.toLowerCase()}`,
  sk: 'UNIQUE',
});
export const roleListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#ROLES`;
export const roleListingKey = (scope: TenantScope, name: string, id: string): Key => ({
  pk: roleListPartition(scope),
  sk: `${name.toLowerCase()}#${id}`,
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
export const userListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#USERS`;
export const userListingKey = (scope: TenantScope, email: string, id: string): Key => ({
  pk: userListPartition(scope),
  sk: `${email.toLowerCase()}#${id}`,
});
/** Log-in starts with an address and no tenant; the hash keeps addresses out of key metrics and logs. */
export const emailPartition = (emailSha256: string): string => `EMAIL#${emailSha256}`;
export const emailKey = (emailSha256: string, { tenantId }: TenantScope): Key => ({
  pk: emailPartition(emailSha256),
  sk: tenantId,
});

export const ruleKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `RULE#${id}`,
});

/** What a rule was before its present revision. */
export const ruleRevisionKey = (
  { tenantId, organizationId }: RowScope,
  id: string,
  revision: number,
): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}#RULE#${id}#REVISIONS`,
  sk: String(revision).padStart(10, '0'),
});
export const ruleIdKey = ({ tenantId }: TenantScope, ruleId: string): Key => ({
  pk: `TENANT#${tenantId}#RULEID#${ruleId}`,
  sk: 'UNIQUE',
});

export const ruleListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#RULES`;

/** By priority, highest first, then by ruleId: the order in which rules are listed and executed. */
const ruleOrder = (priority: number, ruleId: string): string =>
  `${String(9999 - priority).padStart(4, '0')}#${ruleId}`;
export const ruleListingKey = (scope: RowScope, priority: number, ruleId: string): Key => ({
  pk: ruleListPartition(scope),
  sk: ruleOrder(priority, ruleId),
});

/** The enabled rules of an entity type, in the order of their execution. */
export const activeRulePartition = ({ tenantId, organizationId }: RowScope, entityType: string): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#ACTIVERULES#${entityType}`;
export const activeRuleKey = (
  scope: RowScope,
  { entityType, priority, ruleId }: { entityType: string; priority: number; ruleId: string },
): Key => ({ pk: activeRulePartition(scope, entityType), sk: ruleOrder(priority, ruleId) });

export const ruleLogPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#RULELOG`;
/** Digits that sort the other way round. */
const inverted = (digits: string): string => digits.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
/**
 * `execution` tells executions of the same millisecond apart; a long one has several parts. Both are digits: the
 * order of the keys is the opposite of that of the ids.
 */
export const ruleLogKey = (
  scope: RowScope,
  { atMs, execution, part }: { atMs: number; execution: string; part: string },
): Key => ({
  pk: ruleLogPartition(scope),
  sk: `${newestFirst(atMs)}#${inverted(execution)}#${inverted(part)}`,
});

export const ruleRunKey = ({ tenantId }: TenantScope, eventId: string): Key => ({
  pk: `TENANT#${tenantId}#RULERUN#${eventId}`,
  sk: 'RUN',
});

export const ruleSetKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `RULESET#${id}`,
});
export const ruleSetIdKey = ({ tenantId }: TenantScope, setId: string): Key => ({
  pk: `TENANT#${tenantId}#RULESETID#${setId}`,
  sk: 'UNIQUE',
});
export const ruleSetListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#RULESETS`;
export const ruleSetListingKey = (scope: RowScope, setId: string): Key => ({
  pk: ruleSetListPartition(scope),
  sk: setId,
});

export const toggleKey = (id: string): Key => ({ pk: `TOGGLE#${id}`, sk: 'TOGGLE' });
export const toggleIdentifierKey = (identifier: string): Key => ({
  pk: `TOGGLEIDENTIFIER#${identifier}`,
  sk: 'TOGGLE',
});
/**
 * Copies of what checks read of a busy toggle, beside the original: a partition takes 3 000 checks a second. May be changed
 * at any time: a toggle's row records how many copies there are.
 */
export const toggleCopies = 15;
/** `copy` counts from 1. */
export const toggleCopyKey = (identifier: string, copy: number): Key => ({
  pk: `TOGGLEIDENTIFIER#${identifier}#COPY#${copy}`,
  sk: 'TOGGLE',
});
export const toggleListPartition = 'TOGGLES';
export const toggleListingKey = (identifier: string): Key => ({ pk: toggleListPartition, sk: identifier });

/** `slot` is the toggle's `overrideSlot`: a name for its overrides that a new identifier does not change. */
export const overrideKey = ({ tenantId }: TenantScope, slot: string): Key => ({
  pk: `TENANT#${tenantId}#OVERRIDE#${slot}`,
  sk: 'OVERRIDE',
});
export const overrideListPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#OVERRIDES`;
export const overrideListingKey = (scope: TenantScope, slot: string): Key => ({
  pk: overrideListPartition(scope),
  sk: slot,
});
/** The listing item's key of the tenant's value at a key; undefined for keys of other items. */
export function overrideListingOf({ pk, sk }: Key): Key | undefined {
  const [, tenantId = '', kind, slot] = pk.split('#');
  if (kind !== 'OVERRIDE' || slot === undefined || sk !== 'OVERRIDE') return undefined;
  return overrideListingKey({ tenantId }, slot);
}

export const counterPartition = (listPartition: string): string => `${listPartition}#COUNT`;
export const counterKey = (listPartition: string, shard: number): Key => ({
  pk: counterPartition(listPartition),
  sk: String(shard).padStart(4, '0'),
});
/** Where counts were kept before: a partition for each shard, which only reads by key reach. */
export const formerCounterKey = (listPartition: string, shard: number): Key => ({
  pk: `${counterPartition(listPartition)}#${shard}`,
  sk: 'COUNT',
});
const formerCounter = /^(.+)#COUNT#(\d+)$/;
/** The list and the shard of a counter that is where counts were kept before; undefined for any other item. */
export function formerCounterOf({ pk, sk }: Key): { listPartition: string; shard: number } | undefined {
  const [, listPartition, shard] = formerCounter.exec(pk) ?? [];
  return sk === 'COUNT' && listPartition !== undefined ? { listPartition, shard: Number(shard) } : undefined;
}
export const countersMovedKey: Key = { pk: 'MIGRATION', sk: 'COUNTERS' };
export const overridesListedKey: Key = { pk: 'MIGRATION', sk: 'OVERRIDES' };

/** Of a limit on how many things there are: few, because a create tries them one after the other. */
export const usageShards = 4;
export const usageKey = (partition: string, shard: number): Key => ({
  pk: `${partition}#USAGE#${shard}`,
  sk: 'USAGE',
});

/**
 * An event costs three write units here, of which a partition takes 1 000 a second: 192 partitions take 64 000 changes a
 * second of all tenants, and no tenant's burst meets one partition's end. May be raised at any time, never lowered: events
 * are removed where they were found.
 */
export const outboxShards = 192;
export const outboxPartition = (shard: number): string => `OUTBOX#${shard}`;
/** Ids of events are unique within a tenant only: callers may choose them. */
export const outboxKey = (event: { tenantId: string | null; id: string; occurredAtMs: number }): Key => ({
  pk: outboxPartition(shardOfText(event.id, outboxShards)),
  sk: `${event.occurredAtMs}#${event.tenantId ?? 'platform'}#${event.id}`,
});
/** Of a text that callers may have chosen. */
const shardOfText = (text: string, shards: number): number =>
  [...text].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7) % shards;
/** Of a random UUID. */
const shardOfUuid = (id: string, shards: number): number => Number.parseInt(id.slice(0, 4), 16) % shards;
/** Of a UUID, as rows imply that were written before rows recorded their shard. */
const formerShardOfUuid = (id: string, shards: number): number =>
  Number.parseInt(id.slice(0, 2), 16) % shards;
/** Where the events of a shard lie that happened at or before a time. */
export const outboxRange = (untilMs: number): SortKeyRange => ({ from: '0', to: `${untilMs}#~` });

export const eventIdKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#EVENTID#${id}`,
  sk: 'UNIQUE',
});

export const feedPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#FEED`;
/** Wide enough for every whole number that JavaScript has. */
const positionDigits = 16;
export const feedKey = (scope: TenantScope, position: number): Key => ({
  pk: feedPartition(scope),
  sk: String(position).padStart(positionDigits, '0'),
});
export const feedHeadKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#STREAMS`,
  sk: 'FEED',
});
export const streamPlacesKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#STREAMS`,
  sk: 'PLACES',
});
export const tenantShareKey = ({ tenantId }: TenantScope, queue: string): Key => ({
  pk: `TENANT#${tenantId}#SHARES`,
  sk: queue,
});
export const feedEventKey = ({ tenantId }: TenantScope, eventId: string): Key => ({
  pk: `TENANT#${tenantId}#FEEDEVENT#${eventId}`,
  sk: 'UNIQUE',
});

/** The trail of a tenant, or, with null, the platform's own: no tenant can be called so, ids are UUIDs. */
export const auditPartition = ({ tenantId }: { tenantId: string | null }): string =>
  `TENANT#${tenantId ?? 'platform'}#AUDIT`;
export const auditKey = (scope: { tenantId: string | null }, atMs: number, id: string): Key => ({
  pk: auditPartition(scope),
  sk: `${newestFirst(atMs)}#${id}`,
});
/** Where entries of a newest-first partition between two times lie, both included. */
export const newestFirstRange = (fromMs: number, toMs: number): SortKeyRange => ({
  from: newestFirst(toMs),
  to: `${newestFirst(fromMs)}#~`,
});

export const sessionKey = (sessionSha256: string): Key => ({ pk: `SESSION#${sessionSha256}`, sk: 'SESSION' });

export const limitKey = (policy: string, subjectSha256: string): Key => ({
  pk: `LIMIT#${policy}#${subjectSha256}`,
  sk: 'LIMIT',
});

export const dataKeyKey = ({ tenantId }: TenantScope, generation: number): Key => ({
  pk: `DATAKEY#${tenantId}`,
  sk: `KEY#${generation}`,
});

export const definitionsKey = ({ tenantId }: TenantScope, entityType: string): Key => ({
  pk: `TENANT#${tenantId}#DEFINITIONS`,
  sk: entityType,
});

export const recordKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `RECORD#${id}`,
});
export const externalIdKey = (
  { tenantId, organizationId }: RowScope,
  entityType: string,
  externalId: string,
): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}#EXTERNALID#${entityType}#${externalId}`,
  sk: 'UNIQUE',
});
export const recordListPartition = ({ tenantId, organizationId }: RowScope, entityType: string): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#RECORDS#${entityType}`;
export const recordListingKey = (
  scope: RowScope,
  entityType: string,
  createdAtMs: number,
  id: string,
): Key => ({
  pk: recordListPartition(scope, entityType),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});

export const webhookKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `WEBHOOK#${id}`,
});
export const webhookHealthKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#WEBHOOK#${id}`,
  sk: 'HEALTH',
});
/** Slots are numbered by the limit, so another limit has other slots. */
export const webhookSlotsKey = ({ tenantId }: TenantScope, id: string, limitPerMinute: number): Key => ({
  pk: `TENANT#${tenantId}#WEBHOOK#${id}`,
  sk: `SLOTS#${limitPerMinute}`,
});
export const webhookListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#WEBHOOKS`;
export const webhookListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: webhookListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
export const deletedWebhooksPartition = (scope: RowScope): string => `${webhookListPartition(scope)}#DELETED`;
export const deletedWebhookKey = (scope: RowScope, id: string): Key => ({
  pk: deletedWebhooksPartition(scope),
  sk: id,
});

export const subscriptionsPartition = ({ tenantId }: TenantScope): string =>
  `TENANT#${tenantId}#SUBSCRIPTIONS`;
/** Everything of one organization in the tenant's subscriptions. */
export const subscriptionsPrefix = (organizationId: string): string => `${organizationId}#`;
export const subscriptionKey = (scope: RowScope, webhookId: string): Key => ({
  pk: subscriptionsPartition(scope),
  sk: `${subscriptionsPrefix(scope.organizationId)}${webhookId}`,
});
/** Beside the subscriptions, so that one Query answers both. Upper case: no id of a webhook is. */
export const webhookSwitchKey = (scope: RowScope): Key => ({
  pk: subscriptionsPartition(scope),
  sk: `${subscriptionsPrefix(scope.organizationId)}SWITCH`,
});

export const deliveriesPartition = ({ tenantId }: TenantScope, webhookId: string): string =>
  `TENANT#${tenantId}#WEBHOOK#${webhookId}#DELIVERIES`;
/** Deliveries that belong to no webhook. */
export const callsPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#CALLS`;
export const deliveryKey = (
  scope: RowScope,
  { webhookId, madeAtMs, id }: { webhookId: string | null; madeAtMs: number; id: string },
): Key => ({
  pk: webhookId === null ? callsPartition(scope) : deliveriesPartition(scope, webhookId),
  sk: `${newestFirst(madeAtMs)}#${id}`,
});
export const deliveryPartition = ({ tenantId }: TenantScope, id: string): string =>
  `TENANT#${tenantId}#DELIVERY#${id}`;
export const deliveryLocatorKey = (scope: TenantScope, id: string): Key => ({
  pk: deliveryPartition(scope, id),
  sk: 'DELIVERY',
});
export const attemptKey = (scope: TenantScope, id: string, attemptNumber: number): Key => ({
  pk: deliveryPartition(scope, id),
  sk: `ATTEMPT#${String(attemptNumber).padStart(6, '0')}`,
});
export const payloadKey = ({ tenantId }: TenantScope, payloadId: string): Key => ({
  pk: `TENANT#${tenantId}#PAYLOAD#${payloadId}`,
  sk: 'PAYLOAD',
});

/** Providers name no tenant: the endpoint's id, which nobody can guess, leads to it. */
export const inboundEndpointKey = (endpointId: string): Key => ({
  pk: `INBOUND#${endpointId}`,
  sk: 'ENDPOINT',
});
export const inboundListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#INBOUND`;
export const inboundListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: inboundListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
export const inboundReceiptKey = (
  { tenantId }: TenantScope,
  endpointId: string,
  messageSha256: string,
): Key => ({ pk: `TENANT#${tenantId}#INBOUND#${endpointId}#${messageSha256}`, sk: 'RECEIPT' });

export const inboundBytesKey = ({ tenantId }: TenantScope, endpointId: string, bytesSha256: string): Key => ({
  pk: `TENANT#${tenantId}#INBOUND#${endpointId}#${bytesSha256}`,
  sk: 'BYTES',
});

/** Whose a job is: a tenant's, or with null the platform's own, which lies under a name that no tenant has. */
type JobScope = { tenantId: string | null };
const jobTenant = ({ tenantId }: JobScope): string => `TENANT#${tenantId ?? 'platform'}`;

export const jobKey = (scope: JobScope, id: string): Key => ({
  pk: `${jobTenant(scope)}#JOB#${id}`,
  sk: 'JOB',
});
/** `suffix` tells runs of the same millisecond apart. */
export const runKey = (scope: JobScope, jobId: string, atMs: number, suffix = ''): Key => ({
  pk: jobKey(scope, jobId).pk,
  sk: `RUN#${newestFirst(atMs)}#${suffix}`,
});
/** Where the runs of a job lie, in its partition. */
export const runRange: SortKeyRange = { from: 'RUN#', to: 'RUN#~' };

/** Where a tenant's jobs are counted, whatever organization they belong to. */
export const jobUsagePartition = (tenantId: string): string => `TENANT#${tenantId}#JOBS`;
export const jobListPartition = ({
  tenantId,
  organizationId,
}: JobScope & { organizationId: string | null }): string =>
  organizationId === null
    ? `${jobTenant({ tenantId })}#JOBS`
    : `${jobTenant({ tenantId })}#ORG#${organizationId}#JOBS`;
export const jobListingKey = (
  scope: JobScope & { organizationId: string | null },
  createdAtMs: number,
  id: string,
): Key => ({ pk: jobListPartition(scope), sk: `${newestFirst(createdAtMs)}#${id}` });

/** Shards that are read one after the other, so that no partition has every write of every job. */
export const scheduledShards = 16;
export const scheduledPartition = (shard: number): string => `SCHEDULED#${shard}`;
export const scheduledKey = ({ tenantId }: JobScope, id: string): Key => ({
  pk: scheduledPartition(Number.parseInt(id.slice(0, 2), 16) % scheduledShards),
  sk: `${tenantId ?? 'platform'}#${id}`,
});

export const inboxPartition = ({ tenantId }: TenantScope, subject: string): string =>
  `TENANT#${tenantId}#INBOX#${subject}`;
export const inboxKey = (scope: TenantScope, subject: string, notificationId: string): Key => ({
  pk: inboxPartition(scope, subject),
  sk: notificationId,
});
/** Beside the notifications of the reader, so that one Query answers both. */
export const readerStateKey = (scope: TenantScope, subject: string, notificationId: string): Key => ({
  pk: inboxPartition(scope, subject),
  sk: `${notificationId}#STATE`,
});

/** Where a notice counts: one organization, or with null the whole tenant. */
export type NoticeScope = TenantScope & { readonly organizationId: string | null };
export const noticesPartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#NOTICES`;
/** Upper case for the whole tenant: no id of an organization is. */
export const noticesPrefix = (organizationId: string | null): string => `${organizationId ?? 'TENANT'}#`;
export const noticeKey = (scope: NoticeScope, notificationId: string): Key => ({
  pk: noticesPartition(scope),
  sk: `${noticesPrefix(scope.organizationId)}${notificationId}`,
});
export const notifiedKey = ({ tenantId }: TenantScope, cause: string): Key => ({
  pk: `TENANT#${tenantId}#NOTIFIED#${cause}`,
  sk: 'UNIQUE',
});

export const integrationsPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#INTEGRATIONS`;
export const integrationStateKey = (scope: RowScope, integrationId: string): Key => ({
  pk: integrationsPartition(scope),
  sk: `STATE#${integrationId}`,
});
export const integrationCountsKey = (scope: RowScope, integrationId: string): Key => ({
  pk: integrationsPartition(scope),
  sk: `COUNTS#${integrationId}`,
});
/** Apart from the states: lists read those, and never what is sealed. */
export const integrationCredentialsKey = (
  { tenantId, organizationId }: RowScope,
  integrationId: string,
): Key => ({ pk: `TENANT#${tenantId}#ORG#${organizationId}#CREDENTIALS`, sk: integrationId });
export const integrationLogPartition = (
  { tenantId, organizationId }: RowScope,
  integrationId: string,
): string => `TENANT#${tenantId}#ORG#${organizationId}#INTEGRATIONLOG#${integrationId}`;
export const integrationLogKey = (
  scope: RowScope,
  integrationId: string,
  createdAtMs: number,
  id: string,
): Key => ({ pk: integrationLogPartition(scope, integrationId), sk: `${newestFirst(createdAtMs)}#${id}` });
/** Of all tenants: a schedule looks at what is switched on, and knows nobody's name. */
export const healthChecksPartition = 'HEALTHCHECKS';
export const healthCheckKey = ({ tenantId, organizationId }: RowScope, integrationId: string): Key => ({
  pk: healthChecksPartition,
  sk: `${tenantId}#${organizationId}#${integrationId}`,
});

export const attachmentKey = ({ tenantId }: TenantScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ATTACHMENT#${id}`,
  sk: 'ATTACHMENT',
});
export const thumbnailsKey = (scope: TenantScope, id: string): Key => ({
  pk: attachmentKey(scope, id).pk,
  sk: 'THUMBNAILS',
});
/** Whoever asks for a public file has no tenant: the id, which nobody can guess, leads to it. */
export const attachmentLocatorKey = (id: string): Key => ({ pk: `ATTACHMENT#${id}`, sk: 'LOCATOR' });
export const attachmentVersionPrefix = 'VERSION#';
export const attachmentVersionKey = (scope: TenantScope, id: string, version: number): Key => ({
  pk: attachmentKey(scope, id).pk,
  sk: `${attachmentVersionPrefix}${String(version).padStart(10, '0')}`,
});
export const shareLinkPrefix = 'SHARE#';
export const shareLinkKey = (scope: TenantScope, attachmentId: string, id: string): Key => ({
  pk: attachmentKey(scope, attachmentId).pk,
  sk: `${shareLinkPrefix}${id}`,
});
/** A link is opened without a tenant: the hash of its secret leads to the item. */
export const shareGrantKey = (secretHash: string): Key => ({ pk: `SHARE#${secretHash}`, sk: 'GRANT' });
export const attachmentListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#ATTACHMENTS`;
export const attachmentListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: attachmentListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
/** Names of entities and records are free text of any form, so that only their hash can be part of a key. */
export const recordFilesPartition = (
  { tenantId, organizationId }: RowScope,
  { entityId, recordId }: { entityId: string; recordId: string },
): string => {
  const record = hash('sha256', JSON.stringify([entityId, recordId]), 'hex');
  return `TENANT#${tenantId}#ORG#${organizationId}#RECORDFILES#${record}`;
};
export const recordFileListingKey = (
  scope: RowScope,
  record: { entityId: string; recordId: string },
  createdAtMs: number,
  id: string,
): Key => ({ pk: recordFilesPartition(scope, record), sk: `${newestFirst(createdAtMs)}#${id}` });

/** A tag that many files have is counted in several items, so that parallel uploads do not meet on one. */
const tagShards = 4;
export const tagsPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#TAGS`;
export const tagKey = (scope: RowScope, tag: string, attachmentId: string): Key => ({
  pk: tagsPartition(scope),
  sk: `${tag}#${Number.parseInt(attachmentId.slice(0, 2), 16) % tagShards}`,
});

/** Of a tenant, or with null of the platform, which lies under a name that no tenant has. */
export const partitionsPartition = ({ tenantId }: { tenantId: string | null }): string =>
  `TENANT#${tenantId ?? 'platform'}#PARTITIONS`;
export const partitionKey = (scope: { tenantId: string | null }, code: string): Key => ({
  pk: partitionsPartition(scope),
  sk: code,
});

export const storageUsageKey = ({ tenantId }: TenantScope): Key => ({
  pk: `TENANT#${tenantId}#STORAGE`,
  sk: 'USAGE',
});
export const uploadKey = ({ tenantId }: TenantScope, attachmentId: string): Key => ({
  pk: `TENANT#${tenantId}#UPLOAD#${attachmentId}`,
  sk: 'UPLOAD',
});
/** May be raised at any time, never lowered: work records its shard. */
export const fileWorkShards = 64;
export const fileWorkPartition = (shard: number): string => `FILEWORK#${shard}`;
export const fileWorkShardOf = (attachmentId: string): number => shardOfText(attachmentId, fileWorkShards);
/** The shard of work that was begun before work recorded its shard. */
export const formerFileWorkShardOf = (attachmentId: string): number => shardOfText(attachmentId, 16);
export const fileWorkKey = ({ attachmentId, shard }: { attachmentId: string; shard: number }): Key => ({
  pk: fileWorkPartition(shard),
  sk: attachmentId,
});

export const attachmentTextKey = (scope: TenantScope, id: string): Key => ({
  pk: attachmentKey(scope, id).pk,
  sk: 'TEXT',
});
export const extractionKey = (scope: TenantScope, id: string): Key => ({
  pk: attachmentKey(scope, id).pk,
  sk: 'EXTRACTION',
});
/** `word` is folded and holds letters and digits only (shared/modules/attachments/extraction/words.ts). */
export const wordPartition = ({ tenantId, organizationId }: RowScope, word: string): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#WORD#${word}`;
export const wordKey = (scope: RowScope, word: string, createdAtMs: number, id: string): Key => ({
  pk: wordPartition(scope, word),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
export const unindexedPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#UNINDEXED`;
export const unindexedKey = (scope: RowScope, id: string): Key => ({ pk: unindexedPartition(scope), sk: id });
export const keptSizesKey = ({ tenantId }: TenantScope, month: string): Key => ({
  pk: `TENANT#${tenantId}#KEPTSIZES`,
  sk: month,
});
export const recognizedPagesKey = ({ tenantId }: TenantScope, month: string): Key => ({
  pk: `TENANT#${tenantId}#PAGES`,
  sk: month,
});

/** A transaction and everything that belongs to it. */
export const paymentPartition = ({ tenantId }: TenantScope, id: string): string =>
  `TENANT#${tenantId}#PAYMENT#${id}`;
export const paymentKey = (scope: TenantScope, id: string): Key => ({
  pk: paymentPartition(scope, id),
  sk: 'PAYMENT',
});
export const paymentRefundKey = (scope: TenantScope, id: string, refundId: string): Key => ({
  pk: paymentPartition(scope, id),
  sk: `REFUND#${refundId}`,
});
export const paymentDisputeKey = (scope: TenantScope, id: string, disputeId: string): Key => ({
  pk: paymentPartition(scope, id),
  sk: `DISPUTE#${disputeId}`,
});
const paymentHistoryPrefix = 'HISTORY#';
export const paymentHistoryKey = (scope: TenantScope, id: string, atMs: number, entryId: string): Key => ({
  pk: paymentPartition(scope, id),
  sk: `${paymentHistoryPrefix}${newestFirst(atMs)}#${entryId}`,
});
export const paymentEventKey = ({ tenantId }: TenantScope, eventSha256: string): Key => ({
  pk: `TENANT#${tenantId}#PAYMENTEVENT#${eventSha256}`,
  sk: 'UNIQUE',
});
export const paymentOperationKey = ({ tenantId }: TenantScope, operationSha256: string): Key => ({
  pk: `TENANT#${tenantId}#PAYMENTOPERATION#${operationSha256}`,
  sk: 'OPERATION',
});
export const paymentListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#PAYMENTS`;
export const paymentListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: paymentListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
/** The provider's customer behind a caller's own reference. */
export const paymentCustomerKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}#PAYMENTCUSTOMER#${id}`,
  sk: 'CUSTOMER',
});
/** Only who asks for a transaction of another tenant reads it: that is refused otherwise than an unknown one. */
export const paymentLocatorKey = (id: string): Key => ({ pk: `PAYMENTID#${id}`, sk: 'PAYMENT' });
/** A provider's message names its own id of a payment, and no tenant that could be believed. */
export const paymentSessionPartition = (providerKey: string, sessionId: string): string =>
  `PAYMENTSESSION#${providerKey}#${sessionId}`;
export const paymentSessionKey = (
  { tenantId, id }: TenantScope & { id: string },
  providerKey: string,
  sessionId: string,
): Key => ({ pk: paymentSessionPartition(providerKey, sessionId), sk: `${tenantId}#${id}` });

/**
 * Sweeps read some partitions each instead of one that every payment writes to. May be raised at any time, never lowered:
 * a payment's row records the shard in which its item is stored, so that the item is found there.
 */
export const paymentDueShards = 64;
export const paymentDuePartition = (shard: number): string => `PAYMENTDUE#${shard}`;
export const paymentDueShardOf = (id: string): number => shardOfUuid(id, paymentDueShards);
export const formerPaymentDueShardOf = (id: string): number => formerShardOfUuid(id, 4);
const dueTime = (ms: number): string => String(ms).padStart(13, '0');
export const paymentDueKey = (
  { tenantId, id, dueShard = paymentDueShardOf(id) }: TenantScope & { id: string; dueShard?: number },
  dueAtMs: number,
): Key => ({ pk: paymentDuePartition(dueShard), sk: `${dueTime(dueAtMs)}#${tenantId}#${id}` });
/** Everything that is due by then. */
export const paymentDueRange = (untilMs: number): SortKeyRange => ({
  from: dueTime(0),
  to: `${dueTime(untilMs)}#~`,
});

const syncRunPartition = ({ tenantId }: TenantScope, id: string): string =>
  `TENANT#${tenantId}#SYNCRUN#${id}`;
export const syncRunKey = (scope: TenantScope, id: string): Key => ({
  pk: syncRunPartition(scope, id),
  sk: 'RUN',
});
/** Everything about one batch of a run. */
export const syncBatchPartition = (scope: TenantScope, runId: string, batch: number): string =>
  `${syncRunPartition(scope, runId)}#BATCH#${batch}`;
export const syncChunksPrefix = 'CHUNK#';
export const syncChunkKey = (scope: TenantScope, runId: string, batch: number, chunkId: string): Key => ({
  pk: syncBatchPartition(scope, runId, batch),
  sk: `${syncChunksPrefix}${chunkId}`,
});
export const syncLaneKey = (scope: TenantScope, runId: string, batch: number, lane: number): Key => ({
  pk: syncBatchPartition(scope, runId, batch),
  sk: `LANE#${lane}`,
});
const sortable = (number: number, digits: number): string => String(number).padStart(digits, '0');
export const syncFailuresPartition = (scope: TenantScope, runId: string): string =>
  `${syncRunPartition(scope, runId)}#FAILURES`;
/** All failures of one batch begin with it. */
export const syncFailuresPrefix = (batch: number): string => `${sortable(batch, 10)}#`;
export const syncFailureKey = (scope: TenantScope, runId: string, batch: number, item: number): Key => ({
  pk: syncFailuresPartition(scope, runId),
  sk: `${syncFailuresPrefix(batch)}${sortable(item, 6)}`,
});
export const syncFailureRange: SortKeyRange = { from: '0', to: ':' };
export const syncRunListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#SYNCRUNS`;
export const syncRunListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: syncRunListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});

/** What a run is about: only one of a kind is at work in an organization. */
export interface SyncSubject {
  integrationId: string;
  entityType: string;
  direction: string;
}
export const syncsPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#SYNCS`;
/** The locks of all runs of one integration. */
export const syncLocksPrefix = (integrationId: string): string => `LOCK#${integrationId}#`;
export const syncLockKey = (scope: RowScope, { integrationId, entityType, direction }: SyncSubject): Key => ({
  pk: syncsPartition(scope),
  sk: `${syncLocksPrefix(integrationId)}${entityType}#${direction}`,
});
export const syncCursorKey = (
  scope: RowScope,
  { integrationId, entityType, direction }: SyncSubject,
): Key => ({ pk: syncsPartition(scope), sk: `CURSOR#${integrationId}#${entityType}#${direction}` });
export const syncSchedulesPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#SYNCSCHEDULES`;
export const syncScheduleKey = (
  scope: RowScope,
  { integrationId, entityType, direction }: SyncSubject,
): Key => ({ pk: syncSchedulesPartition(scope), sk: `${integrationId}#${entityType}#${direction}` });
export const syncMappingKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `SYNCMAPPING#${id}`,
});
export const syncMappingListPartition = ({ tenantId, organizationId }: RowScope): string =>
  `TENANT#${tenantId}#ORG#${organizationId}#SYNCMAPPINGS`;
export const syncMappingListingKey = (scope: RowScope, createdAtMs: number, id: string): Key => ({
  pk: syncMappingListPartition(scope),
  sk: `${newestFirst(createdAtMs)}#${id}`,
});
/** The external id comes last: it is free text. */
export const syncedKey = (
  { tenantId, organizationId }: RowScope,
  { integrationId, entityType }: Pick<SyncSubject, 'integrationId' | 'entityType'>,
  externalId: string,
): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}#SYNCED#${integrationId}#${entityType}#${externalId}`,
  sk: 'RECORD',
});
export const syncRequestKey = ({ tenantId }: TenantScope, requestSha256: string): Key => ({
  pk: `TENANT#${tenantId}#SYNCREQUEST#${requestSha256}`,
  sk: 'REQUEST',
});
/**
 * Of all tenants: the sweep that recovers stalled runs knows no tenant. May be raised at any time, never lowered: a run's
 * row records the shard in which its item is stored.
 */
export const activeSyncShards = 32;
/** Where a tenant's runs that are not over are counted. */
export const syncUsagePartition = ({ tenantId }: TenantScope): string => `TENANT#${tenantId}#SYNCRUNS`;
export const activeSyncPartition = (shard: number): string => `SYNCACTIVE#${shard}`;
export const activeSyncShardOf = (id: string): number => shardOfUuid(id, activeSyncShards);
export const formerActiveSyncShardOf = (id: string): number => formerShardOfUuid(id, 4);
export const activeSyncRunKey = (
  { tenantId, activeShard }: TenantScope & { activeShard?: number },
  id: string,
): Key => ({
  pk: activeSyncPartition(activeShard ?? activeSyncShardOf(id)),
  sk: `${tenantId}#${id}`,
});

export const progressKey = ({ tenantId, organizationId }: RowScope, id: string): Key => ({
  pk: `TENANT#${tenantId}#ORG#${organizationId}`,
  sk: `PROGRESS#${id}`,
});
/** Lists of jobs: those that go on lie apart, so that no look at them reads the history. */
export type ProgressList = 'ACTIVE' | 'PARTS' | 'ENDED';
export const progressPartition = (
  { tenantId, organizationId }: RowScope,
  list: ProgressList | 'RECENT',
): string => `TENANT#${tenantId}#ORG#${organizationId}#PROGRESS#${list}`;
export const progressListingKey = (
  scope: RowScope,
  list: ProgressList,
  createdAtMs: number,
  id: string,
): Key => ({ pk: progressPartition(scope, list), sk: `${newestFirst(createdAtMs)}#${id}` });
export const recentProgressKey = (scope: RowScope, endedAtMs: number, id: string): Key => ({
  pk: progressPartition(scope, 'RECENT'),
  sk: `${newestFirst(endedAtMs)}#${id}`,
});
/** Everything that ended since then. */
export const recentProgressRange = (sinceMs: number): SortKeyRange => ({
  from: newestFirst(latestMs),
  to: `${newestFirst(sinceMs)}#~`,
});

/**
 * Sweeps read some partitions each instead of one that every job writes to. May be raised at any time, never lowered: a
 * job's row records the shard in which its item is stored.
 */
export const progressWatchShards = 16;
export const progressWatchPartition = (shard: number): string => `PROGRESSWATCH#${shard}`;
export const progressWatchShardOf = (id: string): number => shardOfUuid(id, progressWatchShards);
export const formerProgressWatchShardOf = (id: string): number => formerShardOfUuid(id, 4);
export const progressWatchKey = (
  { tenantId, organizationId, watchShard }: RowScope & { watchShard?: number },
  id: string,
): Key => ({
  pk: progressWatchPartition(watchShard ?? progressWatchShardOf(id)),
  sk: `${tenantId}#${organizationId}#${id}`,
});

/** Where the canary finds its key, sealed, and what it watches. */
export const canaryKey: Key = { pk: 'CANARY', sk: 'CANARY' };

/** How far one of the parts is in which a migration reads the table. */
export const migrationKey = (segment: number): Key => ({ pk: 'MIGRATION', sk: `SEGMENT#${segment}` });
