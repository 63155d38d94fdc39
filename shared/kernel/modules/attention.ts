/**
 * What a module declares in its `attention.ts`: the things of its own that fail now. They are found when they are asked for,
 * in the items that the module stores anyway, so a cause ends when the thing works again.
 */
import type { Feature, superAdminFeature } from '../base/features.ts';
import type { RowScope } from '../table/keys.ts';

/** An organization, a whole tenant (without an organization), or the platform (without a tenant). */
export interface AttentionHome {
  tenantId: string | null;
  organizationId: string | null;
}

export type AttentionLevel = 'organization' | 'tenant' | 'platform';

/** One thing that fails, or a state that a user must end. */
export interface FoundCause {
  /** Names it within its home and kind; the same as long as it fails. */
  key: string;
  title: string;
  message: string | null;
  /** Failures since it last worked, as far as they were read. */
  count: number;
  /** When it began to fail; null if that is not stored. */
  sinceMs: number | null;
  /** Null for a state that lasts. */
  lastSeenMs: number | null;
  /** Changes when it fails again after it has worked, so that the new failure is noticed. */
  occurrence: string;
  /** Id with which operations of the module read it, or its latest failure. */
  resourceId: string;
}

export interface FoundCauses {
  causes: readonly FoundCause[];
  /** False if there was more to read than one request may. */
  isComplete: boolean;
}

export interface AttentionSource {
  /** Only callers with this feature see its causes. */
  feature: Feature | typeof superAdminFeature;
  /** Type of what `resourceId` names: `webhooks.webhook`. */
  resource: string;
  /** Where such things are. */
  levels: readonly AttentionLevel[];
  /** A limited number of requests for organizations of any size. */
  find: (home: AttentionHome, nowMs: number) => Promise<FoundCauses>;
}

/** By kind. */
export type AttentionSources = Readonly<Record<string, AttentionSource>>;

/** The part of a source whose things belong to organizations only. */
export function ofOrganizations(
  find: (scope: RowScope, nowMs: number) => Promise<FoundCauses>,
): Pick<AttentionSource, 'levels' | 'find'> {
  return {
    levels: ['organization'],
    find: async ({ tenantId, organizationId }, nowMs) =>
      tenantId === null || organizationId === null
        ? { causes: [], isComplete: true }
        : find({ tenantId, organizationId }, nowMs),
  };
}
