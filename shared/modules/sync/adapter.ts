/**
 * The interface of a sync adapter, which reads batches from a service and writes batches to it. The batch
 * handler applies the mapping, writes records, counts, logs and stores the progress of a run. An adapter
 * keeps no state between calls and never accesses the table. A team adds its adapters in
 * `shared/extensions/sync-adapters.ts`, see ADAPTERS.md.
 */

import { valueAt, withValueAt } from '../../kernel/base/field-path.ts';
import { isNumeric } from '../../kernel/base/json.ts';
import { truncate } from '../../kernel/base/text.ts';
import { InvalidInputError, requireFound } from '../../kernel/errors/errors.ts';
import { anyName, findJsonProblem, jsonProblemText } from '../../kernel/http/caller-json.ts';
import {
  AuthorizationFailedError,
  RetryLaterError,
  SourceError,
} from '../../kernel/outbound/service-errors.ts';
import { userAgentOf } from '../../kernel/outbound/user-agent.ts';
import type { IntegrationDefinition } from '../integrations/public-data.ts';
import { type Credentials, findIntegration } from '../integrations/public-data.ts';
import { SyncAdapterMissingError } from './errors.ts';
import type { Mapping } from './mappings/mapping-contract.ts';
import { syncLimits } from './runs/run-limits.ts';

export { AuthorizationFailedError, RetryLaterError, SourceError };

/** The `User-Agent` of adapter calls. */
export const syncUserAgent = userAgentOf('Sync');

export type SyncDirection = 'import' | 'export';

/** The input of a call that reads or writes a batch. */
export interface SyncContext {
  scope: Readonly<{ tenantId: string; organizationId: string }>;
  integrationId: string;
  runId: string;
  entityType: string;
  /** Decrypted. Errors and messages must not contain them. */
  credentials: Credentials;
  /** The version of the provider's API in effect; null for integrations without versions. */
  apiVersion: string | null;
  /** The field of source items that is the external id: `id`, unless the mapping names another. */
  idField: string;
  /** The fields of source items that the mapping names: in a file, each is a column. */
  fieldPaths?: readonly string[];
  /** The uploaded file that the run reads; absent unless the adapter reads uploads (`readsUploads`). */
  attachmentId?: string | undefined;
  /** The first rows are read to be shown, and nothing is written. */
  isPreview?: true;
  /** Aborts before the invocation times out. */
  signal: AbortSignal;
  nowMs: number;
}

/** One source record as it was read, before the mapping. */
export interface SourceItem {
  externalId: string;
  data: Readonly<Record<string, unknown>>;
}

/**
 * Input that is not a record, such as a line that cannot be parsed or a row without an id. It counts as
 * failed.
 */
export interface BadItem {
  externalId: string | null;
  /** What is wrong, and where. */
  error: string;
  /** The input, shortened, so that a person can correct it. */
  data?: unknown;
}

export interface ImportBatch {
  items: readonly (SourceItem | BadItem)[];
  /** Fields that the source names without items, such as the header of a file. */
  columns?: readonly string[] | undefined;
  /** Where the next batch begins, in the adapter's own format. After the last batch: where the next run begins. */
  cursor: string | null;
  hasMore: boolean;
  /** Estimated number of items of the whole run. */
  totalEstimate?: number | undefined;
  /** For the integration's log. */
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
  /** The record's id in the service, if known. */
  externalId?: string | undefined;
  error?: string | undefined;
}

export interface ExportBatch {
  items: readonly ExportItem[];
  /** The cursor that the adapter returned for the previous batch; null for the first. */
  cursor: string | null;
  /** This batch, which may be empty, is the last. */
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
  /** The `providerKey` of the integrations that use this adapter. */
  providerKey: string;
  directions: readonly SyncDirection[];
  /** Absent: every `<module>.<entity>` that a team defines. */
  supportedEntities?: readonly string[];
  /**
   * False for a target that every run rewrites as a whole, such as a file: unchanged records are exported,
   * too.
   */
  exportsChangesOnly?: boolean;
  /** Each run reads an uploaded file, which its start names, from the beginning. */
  readsUploads?: boolean;
  /**
   * Reads at most `batchSize` items after `cursor` (null: from the start). After a crash it is called again
   * with the same cursor. Throws AuthorizationFailedError, SourceError, RetryLaterError; any other error is
   * retried.
   */
  readBatch?(
    context: SyncContext,
    request: { cursor: string | null; batchSize: number },
  ): Promise<ImportBatch>;
  /** Writes a batch. Must be idempotent. Throws like `readBatch`. */
  writeBatch?(context: SyncContext, batch: ExportBatch): Promise<ExportResult>;
  /** Removes temporary data of a cancelled or failed export. Must be idempotent. */
  cleanUpExport?(context: SyncContext, cursor: string | null): Promise<void>;
  /** Checks the connection before a run starts. Throws only for defects. */
  validateConnection?(
    context: Omit<SyncContext, 'runId'>,
    direction: SyncDirection,
  ): Promise<ConnectionResult>;
  /** The mapping in effect until a mapping is saved. Absent: every field keeps its name. */
  defaultMapping?(entityType: string): Mapping;
}

export function isBadItem(item: SourceItem | BadItem): item is BadItem {
  return 'error' in item;
}

/** Finds an adapter by the `providerKey` of an integration. */
export type FindAdapter = (providerKey: string | undefined) => SyncAdapter | undefined;

/** Returns a function that finds an adapter in this list. */
export const finderOf =
  (adapters: readonly SyncAdapter[]): FindAdapter =>
  (providerKey) =>
    adapters.find((one) => one.providerKey === providerKey);

/** The adapter of an integration: null if it cannot sync, undefined if the integration does not exist. */
export type AdapterOfIntegration = (integrationId: string) => SyncAdapter | null | undefined;

/** Returns the integration and its adapter. Throws NotFoundError, SyncAdapterMissingError. */
export function adapterOf(
  integrationId: string,
  findAdapter: FindAdapter,
): { definition: IntegrationDefinition; adapter: SyncAdapter } {
  const definition = requireFound(findIntegration(integrationId), 'Integration');
  const adapter = findAdapter(definition.providerKey);
  if (adapter === undefined) throw new SyncAdapterMissingError();
  return { definition, adapter };
}

/** Throws InvalidInputError for a direction or entity type that the adapter does not support. */
export function assertSupported(
  { directions, supportedEntities }: SyncAdapter,
  { direction, entityType }: { direction: SyncDirection; entityType: string },
): void {
  if (!directions.includes(direction))
    throw new InvalidInputError({ direction: `must be one of: ${directions.join(', ')}` });
  if (supportedEntities !== undefined && !supportedEntities.includes(entityType))
    throw new InvalidInputError({ entityType: `must be one of: ${supportedEntities.join(', ')}` });
}

/** Throws InvalidInputError for an adapter whose runs each need an uploaded file. */
export function assertMayBeScheduled({ readsUploads }: SyncAdapter): void {
  if (readsUploads)
    throw new InvalidInputError({ integrationId: 'reads uploaded files, and cannot be scheduled' });
}

// Conversion between a service's items and the platform's records, shared by adapters.

/** Characters of an id that identify a bad item. */
const maxIdCharacters = 500;

type Data = Readonly<Record<string, unknown>>;

/** What is wrong with JSON from a file or a service; undefined if it would also be accepted in a request body. */
function problemOf(value: unknown): string | undefined {
  const problem = findJsonProblem(value, { forbidden: anyName });
  return problem && jsonProblemText(problem);
}

/**
 * Converts a value of a service to an item. Its id is the value of `idField`: a non-empty text or a number.
 * The error of a bad item contains `position`. Returns undefined if the value is not an object.
 */
export function toSourceItem(
  value: unknown,
  idField: string,
  position: string,
): SourceItem | BadItem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const data = value as Record<string, unknown>;
  const id = valueAt(data, idField);
  const externalId = typeof id === 'string' ? id.trim() : isNumeric(id) ? String(id) : '';
  const problem = problemOf(data);
  // Omits the data, because it cannot be stored.
  if (problem !== undefined)
    return { externalId: truncate(externalId, maxIdCharacters) || null, error: `${position} ${problem}.` };
  if (externalId === '') return { externalId: null, error: `${position} has no ${idField}.`, data };
  return { externalId, data };
}

/**
 * A record's data with its id as the first field, under the service's name for it; replaces a field of that
 * name.
 */
export function withId(data: Data, idField: string, id: string): Data {
  if (idField.includes('.')) return withValueAt(data, idField, id) ?? data;
  const { [idField]: _, ...rest } = data;
  return { [idField]: id, ...rest };
}

// Calls of adapters.

/** An error of the service, not of the platform. */
export class AdapterError extends Error {
  override name = 'AdapterError';
}

/** Errors that adapters throw deliberately. */
const runErrors = [AuthorizationFailedError, SourceError, RetryLaterError];

/**
 * Returns the result of an adapter call. Throws AdapterError for every error that adapters do not throw
 * deliberately.
 */
export async function ofAdapter<T>(work: Promise<T> | undefined): Promise<T> {
  try {
    if (work === undefined) throw new SourceError('The adapter does not support this direction.');
    return await work;
  } catch (error) {
    if (runErrors.some((type) => error instanceof type)) throw error;
    throw new AdapterError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Throws SourceError for a cursor that the run cannot store unchanged: the source would receive another one, and an import
 * would not see that it repeats.
 */
export function withStorableCursor<Result extends { cursor: string | null }>(result: Result): Result {
  if (result.cursor?.isWellFormed() === false)
    throw new SourceError('The cursor of the batch is not valid Unicode.');
  if (Buffer.byteLength(result.cursor ?? '') > syncLimits.cursorBytes)
    throw new SourceError(`The cursor of the batch has more than ${syncLimits.cursorBytes} bytes.`);
  return result;
}

/** The result of a connection check whose call failed. Contains only texts that are written for users. */
export function connectionFailure(error: unknown): ConnectionResult {
  if (error instanceof AuthorizationFailedError || error instanceof SourceError)
    return { ok: false, message: error.message };
  return { ok: false, message: 'The service is unreachable.' };
}
