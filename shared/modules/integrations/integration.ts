/** State changes and API shapes of an organization's integrations. Pure. */

import { toIso, toIsoOrNull } from '../../kernel/base/times.ts';
import { InvalidInputError } from '../../kernel/errors/errors.ts';
import { dailyCounts } from '../../kernel/table/counts.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
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
  isAvailable,
  needsCredentials,
} from './registry.ts';
import type { IntegrationState } from './state-contract.ts';

// Recent activity of an integration: its log entries per UTC day.

export interface Analytics {
  lastActivityAt: string | null;
  totalCount: number;
  errorCount: number;
  errorRate: number;
  dailyCounts: number[];
}

/** Returns the activity of the last 30 days. */
export function toAnalytics(counts: Readonly<Record<string, unknown>> | undefined, nowMs: number): Analytics {
  const values = (prefix: 'd' | 'e') => dailyCounts(counts, prefix, integrationLimits.analyticsDays, nowMs);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
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

/** Returns whether a health check is declared and the required credentials are saved. */
export function canBeChecked(definition: IntegrationDefinition, settings: Settings): boolean {
  if (healthCheckOf(definition) === undefined) return false;
  return !needsCredentials(definition) || (ownerOf(definition, settings).credentialKeys ?? []).length > 0;
}

function healthOf(definition: IntegrationDefinition, settings: Settings): Integration['healthStatus'] {
  if (!canBeChecked(definition, settings)) return 'unconfigured';
  const { lastHealthStatus, lastHealthCheckedAtMs = 0 } = settings.state(definition.id);
  const { credentialsUpdatedAtMs = 0 } = ownerOf(definition, settings);
  // A check with earlier credentials says nothing about the current ones.
  if (lastHealthCheckedAtMs < credentialsUpdatedAtMs) return 'unconfigured';
  return lastHealthStatus ?? 'unconfigured';
}

/** Returns the changed values of a state, with the time at which it was enabled. */
export function changedState(
  definition: IntegrationDefinition,
  before: StoredState,
  input: { isEnabled?: boolean | undefined; reauthRequired?: boolean | undefined },
  nowMs: number,
): Partial<StoredState> & { updatedAtMs: number } {
  const isNewlyEnabled = input.isEnabled === true && !isEnabled(definition, before);
  return {
    ...(input.isEnabled !== undefined && { isEnabled: input.isEnabled }),
    ...(input.reauthRequired !== undefined && { reauthRequired: input.reauthRequired }),
    ...(isNewlyEnabled && { enabledAtMs: nowMs }),
    updatedAtMs: nowMs,
  };
}

/** Throws NotVersionedError, and InvalidInputError for a version that cannot be selected. */
export function assertVersion(
  { apiVersions = [] }: IntegrationDefinition,
  version: string,
  nowMs: number,
): void {
  if (apiVersions.length === 0) throw new NotVersionedError();
  const available = apiVersions.filter((candidate) => isAvailable(candidate, nowMs)).map(({ id }) => id);
  if (!available.includes(version))
    throw new InvalidInputError(
      { apiVersion: `must be one of: ${available.join(', ')}` },
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

/** Converts an integration to a row of the list. */
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

/** Returns the URL to which a provider sends its webhooks; null for a provider without webhooks. */
function webhookUrlOf(definition: IntegrationDefinition, target: WebhookTarget): string | null {
  const paths = credentialTarget(definition).fields.map(({ helpDetails }) => helpDetails?.endpointPath);
  const path = paths.find((value) => typeof value === 'string');
  if (path === undefined) return null;
  const url = new URL(path, target.origin);
  url.searchParams.set('tenantId', target.tenantId);
  url.searchParams.set('organizationId', target.organizationId);
  return url.href;
}

/** Organization of an integration, and public origin of the API. */
export type WebhookTarget = RowScope & { origin: string };

/** Converts an integration to its details, with definition, bundle and the other integrations of the bundle. */
export function toDetail(
  definition: IntegrationDefinition,
  settings: Settings,
  target: WebhookTarget,
  nowMs: number,
): IntegrationDetail {
  const bundle = findBundle(definition.bundleId);
  const siblings = integrations.filter(({ bundleId }) => bundle !== undefined && bundleId === bundle.id);
  const { credentialKeys = [], credentialsUpdatedAtMs } = ownerOf(definition, settings);
  return {
    ...toRow(definition, settings, nowMs),
    integration: definition,
    ...(bundle && { bundle }),
    bundleIntegrations: siblings.map((sibling) => {
      const state = toState(sibling, settings.state(sibling.id));
      return { ...sibling, isEnabled: state.isEnabled, state };
    }),
    state: toState(definition, settings.state(definition.id)),
    credentialsKeys: credentialKeys.toSorted(),
    credentialsUpdatedAt: toIsoOrNull(credentialsUpdatedAtMs),
    webhookUrl: webhookUrlOf(definition, target),
  };
}

/** Returns the bundles of these rows with their counts. */
export function bundleSummaries(rows: readonly Integration[]) {
  return bundles.flatMap(({ id, title, description, icon }) => {
    const members = rows.filter(({ bundleId }) => bundleId === id);
    if (members.length === 0) return [];
    const enabledCount = members.filter((row) => row.isEnabled).length;
    return [{ id, title, description, icon: icon ?? null, integrationCount: members.length, enabledCount }];
  });
}
