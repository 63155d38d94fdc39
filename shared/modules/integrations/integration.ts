/** Integrations of an organization: pure decisions. Their state, what a change makes of it, what callers see. */

import { InvalidInputError } from '../../kernel/errors/errors.ts';
import { dailyCounts } from '../../kernel/table/daily-counts.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { toIso, toIsoOrNull } from '../../kernel/text/times.ts';
import { credentialsOwner, isEnabled, type Settings, type StoredState } from './connection.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { NotVersionedError } from './errors.ts';
import type { Integration, IntegrationDetail } from './integration-contract.ts';
import { integrationLimits } from './limits.ts';
import {
  bundles,
  credentialTarget,
  findBundle,
  healthCheckOf,
  integrations,
  isOffered,
  needsCredentials,
} from './registry.ts';
import type { IntegrationState } from './state-contract.ts';

// How busy an integration was of late: counts of its log entries per UTC day. Pure.

export interface Analytics {
  lastActivityAt: string | null;
  totalCount: number;
  errorCount: number;
  errorRate: number;
  dailyCounts: number[];
}

/** The last 30 days in figures. */
export function toAnalytics(counts: Readonly<Record<string, unknown>> | undefined, nowMs: number): Analytics {
  const values = (prefix: 'd' | 'e') => dailyCounts(counts, prefix, integrationLimits.analyticsDays, nowMs);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const [daily, errors] = [values('d'), values('e')];
  const [totalCount, errorCount] = [sum(daily), sum(errors)];
  const { lastActivityAtMs } = counts ?? {};
  return {
    lastActivityAt: typeof lastActivityAtMs === 'number' ? toIso(lastActivityAtMs) : null,
    totalCount,
    errorCount,
    errorRate: totalCount === 0 ? 0 : errorCount / totalCount,
    dailyCounts: daily.toReversed(),
  };
}

const ownerOf = (definition: IntegrationDefinition, settings: Settings): StoredState =>
  credentialsOwner(credentialTarget(definition).readFrom, settings);

/** Does it know how to check itself, and has it what that takes? */
export function canBeChecked(definition: IntegrationDefinition, settings: Settings): boolean {
  if (healthCheckOf(definition) === undefined) return false;
  return !needsCredentials(definition) || (ownerOf(definition, settings).credentialKeys ?? []).length > 0;
}

function healthOf(definition: IntegrationDefinition, settings: Settings): Integration['healthStatus'] {
  if (!canBeChecked(definition, settings)) return 'unconfigured';
  return settings.state(definition.id).lastHealthStatus ?? 'unconfigured';
}

/** What a caller changes of a state; time of switching on included. */
export function changedState(
  definition: IntegrationDefinition,
  before: StoredState,
  given: { isEnabled?: boolean | undefined; reauthRequired?: boolean | undefined },
  nowMs: number,
): Partial<StoredState> & { updatedAtMs: number } {
  const turnsOn = given.isEnabled === true && !isEnabled(definition, before);
  return {
    ...(given.isEnabled !== undefined && { isEnabled: given.isEnabled }),
    ...(given.reauthRequired !== undefined && { reauthRequired: given.reauthRequired }),
    ...(turnsOn && { enabledAtMs: nowMs }),
    updatedAtMs: nowMs,
  };
}

/** Throws NotVersionedError, and InvalidInputError for a version that cannot be chosen (any more). */
export function assertVersion(
  { apiVersions = [] }: IntegrationDefinition,
  version: string,
  nowMs: number,
): void {
  if (apiVersions.length === 0) throw new NotVersionedError();
  const offered = apiVersions.filter((one) => isOffered(one, nowMs)).map(({ id }) => id);
  if (!offered.includes(version))
    throw new InvalidInputError(
      { apiVersion: `must be one of: ${offered.join(', ')}` },
      'Unknown integration version',
    );
}

export function toState(definition: IntegrationDefinition, state: StoredState): IntegrationState {
  return {
    isEnabled: isEnabled(definition, state),
    reauthRequired: state.reauthRequired ?? false,
    apiVersion: state.apiVersion ?? null,
    lastHealthStatus: state.lastHealthStatus ?? null,
    lastHealthCheckedAt: toIsoOrNull(state.lastHealthCheckedAtMs),
    lastHealthLatencyMs: state.lastHealthLatencyMs ?? null,
    enabledAt: toIsoOrNull(state.enabledAtMs),
    updatedAt: toIsoOrNull(state.updatedAtMs),
  };
}

/** An integration as lists show it. */
export function toRow(definition: IntegrationDefinition, settings: Settings, nowMs: number): Integration {
  const state = settings.state(definition.id);
  const { lastHealthStatus, updatedAt, reauthRequired, ...shown } = toState(definition, state);
  const { id, title, description, category, tags, hub, providerKey, bundleId, author, company, version } =
    definition;
  const hasCredentials = (ownerOf(definition, settings).credentialKeys ?? []).length > 0;
  const lacksCredentials = needsCredentials(definition) && !hasCredentials;
  return {
    id,
    title,
    description: description ?? null,
    category: category ?? null,
    tags: [...(tags ?? [])],
    hub: hub ?? null,
    providerKey: providerKey ?? null,
    bundleId: bundleId ?? null,
    author: author ?? null,
    company: company ?? null,
    version: version ?? null,
    hasCredentials,
    credentialsNeeded: shown.isEnabled && (lacksCredentials || reauthRequired),
    ...shown,
    reauthRequired,
    healthStatus: healthOf(definition, settings),
    stateUpdatedAt: updatedAt,
    analytics: toAnalytics(settings.counts(id), nowMs),
  };
}

/** Where a provider sends its messages; null for one that sends none. */
function webhookUrlOf(definition: IntegrationDefinition, home: WebhookHome): string | null {
  const paths = credentialTarget(definition).fields.map(({ helpDetails }) => helpDetails?.endpointPath);
  const path = paths.find((one) => typeof one === 'string');
  if (path === undefined) return null;
  const url = new URL(path, home.origin);
  url.searchParams.set('tenantId', home.tenantId);
  url.searchParams.set('organizationId', home.organizationId);
  return url.href;
}

/** Whose integration it is, and under which address the API is reached. */
export type WebhookHome = RowScope & { origin: string };

/** An integration with its definition and its siblings. */
export function toDetail(
  definition: IntegrationDefinition,
  settings: Settings,
  home: WebhookHome,
  nowMs: number,
): IntegrationDetail {
  const bundle = findBundle(definition.bundleId);
  const siblings = integrations.filter((one) => bundle !== undefined && one.bundleId === bundle.id);
  const { credentialKeys = [], credentialsUpdatedAtMs } = ownerOf(definition, settings);
  return {
    ...toRow(definition, settings, nowMs),
    integration: definition,
    ...(bundle && { bundle }),
    bundleIntegrations: siblings.map((one) => {
      const state = toState(one, settings.state(one.id));
      return { ...one, isEnabled: state.isEnabled, state };
    }),
    state: toState(definition, settings.state(definition.id)),
    credentialsKeys: credentialKeys.toSorted(),
    credentialsUpdatedAt: toIsoOrNull(credentialsUpdatedAtMs),
    webhookUrl: webhookUrlOf(definition, home),
  };
}

/** The bundles of some rows, with how many of the rows are in each. */
export function bundleSummaries(rows: readonly Integration[]) {
  return bundles.flatMap(({ id, title, description, icon }) => {
    const own = rows.filter(({ bundleId }) => bundleId === id);
    if (own.length === 0) return [];
    const enabledCount = own.filter((row) => row.isEnabled).length;
    return [{ id, title, description, icon: icon ?? null, integrationCount: own.length, enabledCount }];
  });
}
