/**
 * One way to tell that something changed: the event for other systems and the audit entry for people, both
 * written in the transaction of the change itself. Every module's configuration writes go through here.
 */
import { randomUUID } from 'node:crypto';
import type { Principal } from '../auth/principal.ts';
import { type DomainEvent, outboxWrite } from '../events/outbox.ts';
import { toJson } from '../http/json.ts';
import { auditKey } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import { keepChanges } from './changes-text.ts';
import { auditLimits } from './limits.ts';

export interface Change {
  /** Null for what belongs to the platform as a whole, a toggle for instance. */
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
  /** What the audit trail shows of the change: field → value before and after. Never secrets. */
  changes?: Record<string, { before?: unknown; after?: unknown }> | undefined;
}

export interface ChangeContext {
  principal: Pick<Principal, 'subject'>;
  nowMs: number;
  /** The request that makes the change; absent outside of requests. */
  requestId?: string | undefined;
  /** Sink of texts for the caller about parts of the request that had no effect (`shared/kernel/http/warnings.ts`). */
  warnings?: string[] | undefined;
}

/** Fields that differ between two versions of a resource, for the audit entry. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  hidden: readonly string[] = ['updatedAt', 'updatedBy'],
): Record<string, { before?: unknown; after?: unknown }> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter(
    (name) => !hidden.includes(name) && toJson(before[name] ?? null) !== toJson(after[name] ?? null),
  );
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]));
}

/** The audit entry keeps what was changed, but not an essay: large values are cut with a note. */
function changesText(changes: Change['changes']): string {
  const text = toJson(changes ?? {});
  if (Buffer.byteLength(text) <= auditLimits.changesBytes) return text;
  const note = { note: 'too large to keep' };
  const names = toJson(Object.fromEntries(Object.keys(changes ?? {}).map((name) => [name, note])));
  // The names of a caller's fields may themselves be too many.
  return Buffer.byteLength(names) <= auditLimits.changesBytes ? names : toJson({ '*': note });
}

function auditWrite(change: Change, eventId: string, { principal, nowMs, requestId }: ChangeContext): Write {
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
      requestId,
      ...keepChanges(changesText(change.changes)),
      createdAtMs: nowMs,
      ttl: Math.floor(nowMs / 1000) + auditLimits.retentionDays * 86_400,
    },
  };
}

/** The writes that record a change; put them into the transaction that makes it. */
export function recordChange(change: Change, context: ChangeContext): Write[] {
  const id = randomUUID();
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
  return [outboxWrite(event), auditWrite(change, id, context)];
}
