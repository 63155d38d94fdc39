/** Integrations of an organization: pure decisions. Their state, what a change makes of it, what callers see. */

import { InvalidInputError } from '../../kernel/errors/errors.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { NotVersionedError } from './errors.ts';
import type { Integration, IntegrationDetail } from './integration-contract.ts';
import { integrationLimits } from './limits.ts';
import {
  bundles,
  credentialTarget,
  defaultVersion,
  findBundle,
  healthCheckOf,
  integrations,
  isOffered,
  needsCredentials,
} from './registry.ts';
import type { IntegrationState } from './state-contract.ts';

// How busy an integration was of late: counts of its log entries per UTC day. Pure.

const { analyticsDays } = integrationLimits;
const dayMs = 86_400_000;

/** Counts as they lie in the table: `d20260301` entries, `e20260301` errors. */
export type DailyCounts = Readonly<Record<string, unknown>>;

export interface Analytics {
  lastActivityAt: string | null;
  totalCount: number;
  errorCount: number;
  errorRate: number;
  dailyCounts: number[];
}

const dayName = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

const names = (prefix: 'd' | 'e', nowMs: number, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `${prefix}${dayName(nowMs - (from + index) * dayMs)}`);

/** What some entries add to the counts, and which counts are too old to be kept. */
export function countChange(
  entries: { total: number; errors: number },
  nowMs: number,
): { amounts: Record<string, number>; outdated: string[] } {
  const today = dayName(nowMs);
  // The item expires after as many idle days, so nothing older than twice their number is left over.
  const old = (prefix: 'd' | 'e') => names(prefix, nowMs, analyticsDays, 2 * analyticsDays + 2);
  return {
    amounts: {
      [`d${today}`]: entries.total,
      ...(entries.errors > 0 && { [`e${today}`]: entries.errors }),
    },
    outdated: [...old('d'), ...old('e')],
  };
}

/** The last 30 days in figures. */
export function toAnalytics(counts: DailyCounts | undefined, nowMs: number): Analytics {
  const values = (prefix: 'd' | 'e') =>
    names(prefix, nowMs, 0, analyticsDays).map((name) => Number(counts?.[name] ?? 0));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const [daily, errors] = [values('d'), values('e')];
  const [totalCount, errorCount] = [sum(daily), sum(errors)];
  const { lastActivityAtMs } = counts ?? {};
  return {
    lastActivityAt: typeof lastActivityAtMs === 'number' ? new Date(lastActivityAtMs).toISOString() : null,
    totalCount,
    errorCount,
    errorRate: totalCount === 0 ? 0 : errorCount / totalCount,
    dailyCounts: daily.toReversed(),
  };
}

export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

/** What is stored of an integration, or of a bundle; what was never set is absent. */
export interface StoredState {
  id: string;
  isEnabled?: boolean;
  apiVersion?: string;
  reauthRequired?: boolean;
  enabledAtMs?: number;
  updatedAtMs?: number;
  lastHealthStatus?: HealthStatus;
  lastHealthCheckedAtMs?: number;
  lastHealthLatencyMs?: number;
  /** Names of its own credentials. */
  credentialKeys?: string[];
  credentialsUpdatedAtMs?: number;
  /** Grows with each save of its own credentials; 0 before the first. */
  credentialsRevision: number;
  /** Grows with each change of the rest, health excepted; 0 before the first. */
  revision: number;
}

/** Everything that is stored of an organization's integrations. */
export interface Settings {
  state(id: string): StoredState;
  counts(id: string): Readonly<Record<string, unknown>> | undefined;
}

const moment = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

export function isEnabled({ defaultState }: IntegrationDefinition, state: StoredState): boolean {
  return state.isEnabled ?? defaultState?.isEnabled ?? false;
}

/** The version in effect: the chosen one as long as it is declared. */
export function effectiveVersion(
  definition: IntegrationDefinition,
  { apiVersion }: StoredState,
): string | null {
  const isDeclared = definition.apiVersions?.some(({ id }) => id === apiVersion);
  return isDeclared ? (apiVersion ?? null) : defaultVersion(definition);
}

/** Whose credentials an integration has: the first of its owners with any. */
export function credentialsOwner(readFrom: readonly [string, ...string[]], settings: Settings): StoredState {
  const owners = readFrom.map((id) => settings.state(id));
  return owners.find(({ credentialKeys = [] }) => credentialKeys.length > 0) ?? settings.state(readFrom[0]);
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
    lastHealthCheckedAt: moment(state.lastHealthCheckedAtMs),
    lastHealthLatencyMs: state.lastHealthLatencyMs ?? null,
    enabledAt: moment(state.enabledAtMs),
    updatedAt: moment(state.updatedAtMs),
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
    credentialsUpdatedAt: moment(credentialsUpdatedAtMs),
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
