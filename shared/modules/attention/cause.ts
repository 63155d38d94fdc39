/** Causes as callers see them: what was found, and what people have decided about it. Pure. */
import { superAdminFeature } from '../../kernel/base/features.ts';
import { hasFeature, type Principal } from '../../kernel/base/principal.ts';
import { toIso, toIsoOrNull } from '../../kernel/base/times.ts';
import type { AttentionHome, AttentionSource, FoundCause } from '../../kernel/modules/attention.ts';
import type { Cause } from './contract.ts';

/** What a user decided about an occurrence of a cause. */
export interface Decision {
  kind: string;
  key: string;
  occurrence: string;
  /** Null for an acknowledgement. */
  mutedUntilMs: number | null;
  decidedBy: string;
  decidedAtMs: number;
}

/** Whether the caller sees the causes of a source. */
export function maySee(principal: Principal, { feature }: AttentionSource): boolean {
  return feature === superAdminFeature ? principal.isSuperAdmin : hasFeature(principal, feature);
}

/** The decision that still holds: it is about this failure, not an earlier one, and its time is not over. */
export function heldDecision(
  { occurrence }: Pick<FoundCause, 'occurrence'>,
  decision: Decision | undefined,
  nowMs: number,
): Decision | undefined {
  if (decision?.occurrence !== occurrence) return undefined;
  const { mutedUntilMs } = decision;
  return mutedUntilMs === null || nowMs < mutedUntilMs ? decision : undefined;
}

/** Home of a cause in its id. A tenant's own causes have no organization. */
const homeText = ({ tenantId, organizationId }: AttentionHome): string =>
  organizationId ?? (tenantId === null ? 'platform' : 'tenant');

/** `<kind>:<organization, tenant or platform>:<key>`. */
export const causeId = (kind: string, home: AttentionHome, key: string): string =>
  `${kind}:${homeText(home)}:${key}`;

const idPattern = /^([a-z_]+):(platform|tenant|[0-9a-f-]{36}):(.+)$/s;

export interface CauseName {
  kind: string;
  home: AttentionHome;
  key: string;
}

/** The parts of an id, for a caller who has selected this tenant. Undefined for other texts. */
export function causeNamed(id: string, tenantId: string | undefined): CauseName | undefined {
  const [, kind, place, key] = idPattern.exec(id) ?? [];
  if (kind === undefined || place === undefined || key === undefined) return undefined;
  if (place === 'platform') return { kind, key, home: { tenantId: null, organizationId: null } };
  if (tenantId === undefined) return undefined;
  return { kind, key, home: { tenantId, organizationId: place === 'tenant' ? null : place } };
}

/** A cause as the API returns it. */
export function toCause(
  { kind, home, source }: { kind: string; home: AttentionHome; source: AttentionSource },
  found: FoundCause,
  decision: Decision | undefined,
): Cause {
  const { key, title, message, count, resourceId } = found;
  const { mutedUntilMs = null } = decision ?? {};
  return {
    ...{ id: causeId(kind, home, key), kind, title, message, count },
    since: toIsoOrNull(found.sinceMs),
    lastSeenAt: toIsoOrNull(found.lastSeenMs),
    state: decision === undefined ? 'open' : mutedUntilMs === null ? 'acknowledged' : 'muted',
    mutedUntil: toIsoOrNull(mutedUntilMs),
    decidedBy: decision?.decidedBy ?? null,
    decidedAt: decision === undefined ? null : toIso(decision.decidedAtMs),
    ...{ resource: source.resource, resourceId, feature: source.feature, ...home },
  };
}

const rank = { open: 0, muted: 1, acknowledged: 2 } as const;

/** When it was last noticed. A state that lasts is as old as its beginning. */
const timeOf = ({ lastSeenAt, since }: Cause): string => lastSeenAt ?? since ?? '';

/** Open causes first, then the latest. */
export function compareCauses(a: Cause, b: Cause): number {
  const [timeA, timeB] = [timeOf(a), timeOf(b)];
  return rank[a.state] - rank[b.state] || (timeA < timeB ? 1 : timeA > timeB ? -1 : a.id < b.id ? -1 : 1);
}
