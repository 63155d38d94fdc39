/**
 * What a sync adapter is to the platform: how batches are read from a service and written to it. The engine applies
 * the mapping, writes records, counts, logs and remembers how far a run has come; an adapter keeps nothing between
 * calls and never touches the table. A team adds its own in `shared/extensions/sync-adapters.ts`, see ADAPTERS.md.
 */

import { InvalidInputError, NotFoundError } from '../../kernel/errors/errors.ts';
import { anyName, findJsonProblem, maxJsonLevels } from '../../kernel/http/caller-json.ts';
import {
  AuthorizationFailedError,
  RetryLaterError,
  SourceError,
} from '../../kernel/outbound/service-errors.ts';
import { version } from '../../kernel/settings/version.ts';
import { valueAt, withValueAt } from '../../kernel/text/field-path.ts';
import { truncate } from '../../kernel/text/text.ts';
import type { IntegrationDefinition } from '../integrations/public-contract.ts';
import { type Credentials, findIntegration } from '../integrations/public-light.ts';
import { SyncAdapterMissingError } from './errors.ts';
import type { Mapping } from './mappings/mapping-contract.ts';
import { syncLimits } from './runs/run-limits.ts';

export { AuthorizationFailedError, RetryLaterError, SourceError };

/** How calls of adapters name themselves to services. */
export const syncUserAgent = `Platform-Modules-Sync/${version}`;

export type SyncDirection = 'import' | 'export';

/** What a batch is read or written with. */
export interface SyncContext {
  scope: Readonly<{ tenantId: string; organizationId: string }>;
  integrationId: string;
  runId: string;
  entityType: string;
  /** Opened. No text of theirs may appear in errors and messages. */
  credentials: Credentials;
  /** The version of the provider's API in effect; null for integrations without versions. */
  apiVersion: string | null;
  /** The field of source items that is the external id: `id`, unless the mapping names another. */
  idField: string;
  /** Ends with the invocation. */
  signal: AbortSignal;
  nowMs: number;
}

/** One source record as it was read, before the mapping. */
export interface SourceItem {
  externalId: string;
  data: Readonly<Record<string, unknown>>;
}

/** What was read but is no record: a line that cannot be parsed, a row without an id. It counts as failed. */
export interface BadItem {
  externalId: string | null;
  /** For people: what is wrong, and where. */
  error: string;
  /** What was read, shortened, for the people who mend it. */
  data?: unknown;
}

export interface ImportBatch {
  items: readonly (SourceItem | BadItem)[];
  /** Where the next batch begins, in the adapter's own words. After the last batch: where the next run begins. */
  cursor: string | null;
  hasMore: boolean;
  /** How many items the whole run will read, as far as is known. */
  totalEstimate?: number | undefined;
  /** For the log of the integration. */
  message?: string | undefined;
}

/** One record to write, after the mapping. */
export interface ExportItem {
  localId: string;
  externalId: string | null;
  data: Readonly<Record<string, unknown>>;
}

export interface ExportOutcome {
  localId: string;
  status: 'success' | 'error' | 'skipped';
  /** The id that the record has there, when it is known. */
  externalId?: string | undefined;
  error?: string | undefined;
}

export interface ExportBatch {
  items: readonly ExportItem[];
  /** The adapter's own, from the batch before; null with the first. */
  cursor: string | null;
  /** Nothing comes after this batch, which may be empty. */
  isLast: boolean;
  /** From 0. */
  batchIndex: number;
}

export interface ExportResult {
  results: readonly ExportOutcome[];
  cursor: string | null;
}

export interface ConnectionResult {
  ok: boolean;
  message?: string | undefined;
  details?: Record<string, unknown> | undefined;
}

export interface SyncAdapter {
  /** The `providerKey` of the integrations that it serves. */
  providerKey: string;
  directions: readonly SyncDirection[];
  /** Absent: every `<module>.<entity>` of a team. */
  supportedEntities?: readonly string[];
  /** False: a target that is rewritten whole each time, such as a file; unchanged records are not left out of it. */
  exportsChangesOnly?: boolean;
  /**
   * Reads at most `batchSize` items after `cursor` (null: from the start). Called again with the same cursor after a
   * crash. Throws AuthorizationFailedError, SourceError, RetryLaterError; after any other error it is tried again.
   */
  readBatch?(
    context: SyncContext,
    request: { cursor: string | null; batchSize: number },
  ): Promise<ImportBatch>;
  /** Writes a batch. Repeating one must be harmless. Throws as `readBatch` does. */
  writeBatch?(context: SyncContext, batch: ExportBatch): Promise<ExportResult>;
  /** Tidies up what a cancelled or failed export leaves. Repeating it must be harmless. */
  cleanUpExport?(context: SyncContext, cursor: string | null): Promise<void>;
  /** Would a run work? Asked before one is started; throws nothing but for defects. */
  validateConnection?(
    context: Omit<SyncContext, 'runId'>,
    direction: SyncDirection,
  ): Promise<ConnectionResult>;
  /** The mapping in effect until one is saved. Absent: every field under its own name. */
  defaultMapping?(entityType: string): Mapping;
}

export function isBadItem(item: SourceItem | BadItem): item is BadItem {
  return 'error' in item;
}

/** Finds an adapter by the `providerKey` of an integration. */
export type FindAdapter = (providerKey: string | undefined) => SyncAdapter | undefined;

/** Finds among these adapters. */
export const finderOf =
  (adapters: readonly SyncAdapter[]): FindAdapter =>
  (providerKey) =>
    adapters.find((one) => one.providerKey === providerKey);

/** The adapter of an integration: null when it syncs nothing, undefined when there is no such integration. */
export type AdapterOfIntegration = (integrationId: string) => SyncAdapter | null | undefined;

/** The integration and its adapter. Throws NotFoundError, SyncAdapterMissingError. */
export function adapterOf(
  integrationId: string,
  findAdapter: FindAdapter,
): { definition: IntegrationDefinition; adapter: SyncAdapter } {
  const definition = findIntegration(integrationId);
  if (definition === undefined) throw new NotFoundError('Integration');
  const adapter = findAdapter(definition.providerKey);
  if (adapter === undefined) throw new SyncAdapterMissingError();
  return { definition, adapter };
}

/** Throws InvalidInputError for what the adapter cannot do. */
export function assertSupported(
  { directions, supportedEntities }: SyncAdapter,
  { direction, entityType }: { direction: SyncDirection; entityType: string },
): void {
  if (!directions.includes(direction))
    throw new InvalidInputError({ direction: `must be one of: ${directions.join(', ')}` });
  if (supportedEntities !== undefined && !supportedEntities.includes(entityType))
    throw new InvalidInputError({ entityType: `must be one of: ${supportedEntities.join(', ')}` });
}

// Source items that adapters find in what a service gives them, and records as they give them to it.

/** So much of an id names a bad item. */
const maxIdCharacters = 500;

type Data = Readonly<Record<string, unknown>>;

/** What is wrong with JSON that came from a file or a service; undefined when it is accepted, as in a body. */
function problemOf(value: unknown): string | undefined {
  const problem = findJsonProblem(value, { forbidden: anyName });
  if (problem === undefined) return undefined;
  if (problem.kind === 'too_deep') return `nests more than ${maxJsonLevels} levels deep in ${problem.field}`;
  return `has text that is not valid Unicode in ${problem.field}`;
}

/**
 * The item that a value of a service is, by the field that is its id: a text that is not empty, or a number. A bad one
 * names the `place` where it was. Undefined for what is no object.
 */
export function toSourceItem(
  value: unknown,
  idField: string,
  place: string,
): SourceItem | BadItem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const data = value as Record<string, unknown>;
  const id = valueAt(data, idField);
  const externalId = typeof id === 'string' ? id.trim() : Number.isFinite(id) ? String(id) : '';
  const problem = problemOf(data);
  // Without its data, which is what cannot be kept.
  if (problem !== undefined)
    return { externalId: truncate(externalId, maxIdCharacters) || null, error: `${place} ${problem}.` };
  if (externalId === '') return { externalId: null, error: `${place} has no ${idField}.`, data };
  return { externalId, data };
}

/** A record's data with its id under the service's name for it, first, in place of a field of that name. */
export function withId(data: Data, idField: string, id: string): Data {
  if (idField.includes('.')) return withValueAt(data, idField, id) ?? data;
  const { [idField]: _, ...rest } = data;
  return { [idField]: id, ...rest };
}

// Calls of adapters.

/** What went wrong at the service rather than here. */
export class AdapterError extends Error {
  override name = 'AdapterError';
}

/** What an adapter throws on purpose. */
const runErrors = [AuthorizationFailedError, SourceError, RetryLaterError];

/** The result of an adapter. Throws AdapterError for what an adapter does not throw on purpose. */
export async function ofAdapter<T>(work: Promise<T> | undefined): Promise<T> {
  try {
    if (work === undefined) throw new SourceError('The adapter does not go in this direction.');
    return await work;
  } catch (error) {
    if (runErrors.some((type) => error instanceof type)) throw error;
    throw new AdapterError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Throws SourceError for a cursor that is too large to be stored with the run. */
export function withStorableCursor<Result extends { cursor: string | null }>(result: Result): Result {
  if (Buffer.byteLength(result.cursor ?? '') > syncLimits.cursorBytes)
    throw new SourceError(`The cursor of the batch has more than ${syncLimits.cursorBytes} bytes.`);
  return result;
}

/** What a check answers when its call failed; only texts that are meant for people are returned. */
export function connectionFailure(error: unknown): ConnectionResult {
  if (error instanceof AuthorizationFailedError || error instanceof SourceError)
    return { ok: false, message: error.message };
  return { ok: false, message: 'The service cannot be reached.' };
}
