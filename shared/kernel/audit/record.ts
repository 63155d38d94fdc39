/**
 * Records a change as an event for other systems and an audit entry for people, both written in the transaction of the
 * change. All configuration writes of modules use it.
 */
import { randomUUID } from 'node:crypto';
import type { SignIn } from '../auth/sign-in.ts';
import { canonicalJson, toJson } from '../base/json.ts';
import type { Principal } from '../base/principal.ts';
import { type DomainEvent, outboxWrite } from '../events/outbox.ts';
import { auditKey } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import { auditLimits } from './limits.ts';

export interface Change {
  /** Null for resources of the whole platform, such as a toggle. */
  tenantId: string | null;
  organizationId: string | null;
  /** `<module>.<entity>`: `business_rules.rule`. */
  resource: string;
  resourceId: string;
  action: 'created' | 'updated' | 'deleted' | (string & {});
  /** Revision after the change. */
  version: number;
  /** Data of the event; tenant and organization are added. Never secrets. */
  data: Record<string, unknown>;
  /** The change in the audit trail: field → value before and after. Never secrets. */
  changes?: Record<string, { before?: unknown; after?: unknown }> | undefined;
}

/** The identity of a changed resource. */
export type Changed = Pick<Change, 'resource' | 'resourceId' | 'version'>;

export interface ChangeContext {
  principal: Pick<Principal, 'subject'> & Partial<Pick<Principal, 'tenantId'>>;
  /** How the caller's session was started; absent without a session. */
  signIn?: Pick<SignIn, 'method' | 'factors'> | undefined;
  nowMs: number;
  /**
   * Set for a creation with an `Idempotency-Key` (`shared/kernel/http/create-once.ts`). `name` is the same for equal
   * requests with the same key. `remember` returns the writes that let later ones find the changed resource; they belong
   * to the transaction of the change.
   */
  once?: { name: string; remember: (changed: Changed) => Write[] } | undefined;
  /** The request that makes the change; absent outside of requests. */
  requestId?: string | undefined;
  /** Collects texts for the caller about ignored parts of the request (`shared/kernel/http/warnings.ts`). */
  warnings?: string[] | undefined;
  /** Whether unknown names are refused instead (`shared/kernel/http/warnings.ts`). */
  isStrict?: boolean | undefined;
}

/** A kind of thing whose changes are recorded. */
export interface RecordedKind<Row> {
  /** Name in events and in the audit trail: `business_rules.set`. */
  name: string;
  /** The data of events. Never secrets. */
  eventData(row: Row): Record<string, unknown>;
  /** The fields whose changes the audit trail shows. Never secrets. */
  audited(row: Row): Record<string, unknown>;
}

/** A thing without an organization belongs to the whole tenant; one without a tenant belongs to the platform. */
interface RecordedRow {
  id: string;
  tenantId?: string | null;
  organizationId?: string | null;
  revision: number;
}

/** Describes the change from `before` (undefined for a new thing) to `after`; `more` is added to the data of the event. */
export function changeOf<Row extends RecordedRow>(
  kind: RecordedKind<Row>,
  action: Change['action'],
  before: Row | undefined,
  after: Row,
  more: Record<string, unknown> = {},
): Change {
  const { tenantId = null, organizationId = null, id, revision } = after;
  return {
    ...{ tenantId, organizationId, resource: kind.name, resourceId: id, action, version: revision },
    data: { ...kind.eventData(after), ...more },
    changes: rowChanges(action, before && kind.audited(before), kind.audited(after)),
  };
}

/** Describes the deletion of `row`: its audit entry has every field, so that a reader sees what is gone. */
export function deletionOf<Row extends RecordedRow>(kind: RecordedKind<Row>, row: Row): Change {
  return changeOf(kind, 'deleted', row, { ...row, revision: row.revision + 1 });
}

/** What the entry of a new or deleted thing says itself. */
const ofEntry = ['id', 'tenantId', 'organizationId', 'createdAt', 'createdBy'];

/** The changed fields of a row, for the audit entry; of a new or deleted row, the fields that its entry has not itself. */
export function rowChanges(
  action: Change['action'],
  before: object | undefined,
  after: object,
  hidden: readonly string[] = [],
): ReturnType<typeof differences> {
  const isDeleted = action === 'deleted';
  const ofWhole = isDeleted || before === undefined ? ofEntry : [];
  const others = [...hidden, 'updatedAt', 'updatedBy', ...ofWhole];
  return differences({ ...before }, isDeleted ? {} : { ...after }, others);
}

/** Fields that differ between two versions of a resource, for the audit entry. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  hidden: readonly string[] = ['updatedAt', 'updatedBy'],
): Record<string, { before?: unknown; after?: unknown }> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter(
    (name) =>
      !hidden.includes(name) && canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null),
  );
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]));
}

const omitted = { note: 'too large to keep' };
const bytesOf = (value: unknown): number => Buffer.byteLength(toJson(value));

/** The JSON of a change within the limit: a note replaces the largest fields until it fits. */
function changesText(changes: NonNullable<Change['changes']>): string {
  const kept: Record<string, unknown> = { ...changes };
  const fields = Object.entries(changes).map(([name, change]) => ({ name, bytes: bytesOf(change) }));
  let bytes = bytesOf(changes);
  for (const field of fields.toSorted((a, b) => b.bytes - a.bytes)) {
    if (bytes <= auditLimits.changesBytes) break;
    kept[field.name] = omitted;
    bytes += bytesOf(omitted) - field.bytes;
  }
  // A caller's fields may also have too many names.
  return toJson(bytes <= auditLimits.changesBytes ? kept : { '*': omitted });
}

function auditWrite(change: Change, eventId: string, context: ChangeContext): Write {
  const { principal, signIn, nowMs, requestId } = context;
  const [actorType, actorId] = principal.subject.split(':', 2);
  return {
    put: {
      ...auditKey(change, nowMs, eventId),
      id: eventId,
      entity: 'audit',
      v: 1,
      action: change.action,
      resource: change.resource,
      resourceId: change.resourceId,
      organizationId: change.organizationId,
      actorType,
      actorId,
      method: signIn?.method,
      factors: signIn?.factors,
      requestId,
      changes: changesText(change.changes ?? {}),
      createdAtMs: nowMs,
      ttl: Math.floor(nowMs / 1000) + auditLimits.retentionDays * 86_400,
    },
  };
}

/** Returns the writes that record a change; add them to its transaction. `id` is that of its event. */
export function recordChange(change: Change, context: ChangeContext, id: string = randomUUID()): Write[] {
  const { tenantId, organizationId } = change;
  const event: DomainEvent = {
    id,
    type: `${change.resource}.${change.action}`,
    tenantId,
    organizationId,
    occurredAtMs: context.nowMs,
    version: change.version,
    data: { ...change.data, id: change.resourceId, tenantId, organizationId },
  };
  return [outboxWrite(event), auditWrite(change, id, context), ...(context.once?.remember(change) ?? [])];
}
