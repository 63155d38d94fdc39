/** Shows how the first rows of an import would be stored, without writing. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { toJson } from '../../kernel/base/json.ts';
import { truncate } from '../../kernel/base/text.ts';
import { assertConditionExpressions } from '../../kernel/conditions/condition-expressions.ts';
import type { Actor } from '../../kernel/http/operation.ts';
import { withoutSecrets } from '../../kernel/secrets/redact.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import type { Definition } from '../entities/public.ts';
import {
  type BadItem,
  connectionFailure,
  ofAdapter,
  type SourceItem,
  type SyncAdapter,
  type SyncContext,
} from './adapter.ts';
import { definitionsOf } from './batches/import-batch.ts';
import { mapBatch, type Planning, planItem } from './batches/import-plan.ts';
import { connectAdapter } from './connection-service.ts';
import type { BatchDependencies } from './dependencies.ts';
import { SyncConnectionError } from './errors.ts';
import { recordTypeOf } from './keys.ts';
import { defaultMapping, idFieldOf, type RowFilter, rowFilterOf } from './mappings/mapping.ts';
import type { Mapping } from './mappings/mapping-contract.ts';
import type { ImportPreview, PreviewImport, PreviewRow } from './preview-contract.ts';
import { syncLimits } from './runs/run-limits.ts';
import { fileOf } from './runs/uploaded-file.ts';

interface PreviewContext {
  run: Planning['run'];
  mapping: Mapping;
  filter: RowFilter;
  definitions: readonly Definition[];
  context: ChangeContext;
}

/** Nothing is known of a row's record: it is validated as a new one. */
const nothingStored: Planning['stored'] = { synced: new Map(), matches: new Map(), records: new Map() };

function shownData(data: unknown): unknown {
  if (data === undefined) return null;
  return Buffer.byteLength(toJson(data)) <= syncLimits.failedDataBytes ? data : null;
}

/** The record that an item would become, or its problems. Pure. */
function previewRow(
  item: SourceItem | BadItem,
  { run, mapping, filter, definitions, context }: PreviewContext,
): PreviewRow {
  const { incoming, failures, heldBack } = mapBatch(mapping, [item], filter);
  const shown = {
    externalId: item.externalId,
    data: shownData(item.data),
    ...{ fields: null, customFields: null, problems: [] },
  };
  if (heldBack > 0) return { ...shown, outcome: 'held back' };
  const [row] = incoming;
  const planned =
    row &&
    planItem(
      {
        ...{ run, definitions, context, stored: nothingStored },
        matchValueOf: () => undefined,
        taken: new Set(),
      },
      row,
    );
  const failure = planned && 'failure' in planned ? planned.failure : failures[0];
  if (failure !== undefined || row === undefined) {
    const { problems, error = '' } = failure ?? {};
    return { ...shown, outcome: 'failed', problems: [...(problems ?? [{ field: null, message: error }])] };
  }
  const { fields, customFields } = row.mapped;
  return { ...shown, outcome: 'ready', fields, customFields };
}

/** The fields of the rows, each once, in the order in which they appear; without any, those that the source names. */
function columnsOf(items: readonly (SourceItem | BadItem)[], named: readonly string[]): string[] {
  const names = items.flatMap(({ data }) =>
    typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.keys(data) : [],
  );
  return [...new Set(names.length > 0 ? names : named)];
}

/** The first rows of the source. Throws SyncConnectionError with a text without secrets. */
async function firstRows(adapter: SyncAdapter, context: SyncContext, secrets: readonly string[]) {
  try {
    return await ofAdapter(adapter.readBatch?.(context, { cursor: null, batchSize: syncLimits.previewRows }));
  } catch (error) {
    const { message = '' } = connectionFailure(error);
    throw new SyncConnectionError(truncate(withoutSecrets(message, secrets), syncLimits.errorText));
  }
}

/**
 * Previews an import. Throws NotFoundError, SyncAdapterMissingError, InvalidInputError, MissingFeatureError,
 * CredentialsMissingError and SyncConnectionError.
 */
export const previewSyncImport =
  ({ findAdapter, findMapping }: Pick<BatchDependencies, 'findAdapter' | 'findMapping'>) =>
  async (
    { scope, context }: Actor<RowScope>,
    { integrationId, entityType, attachmentId, mapping: given }: PreviewImport,
  ): Promise<ImportPreview> => {
    await assertConditionExpressions({ 'mapping.condition': given?.condition });
    const { tenantId, organizationId } = scope;
    const run = { tenantId, organizationId, integrationId, entityType };
    const { adapter, connection } = await connectAdapter(
      scope,
      { integrationId, entityType, direction: 'import' },
      findAdapter,
      (found) => fileOf(found, attachmentId, context.principal),
    );
    const saved = given ? undefined : await findMapping(scope, integrationId, entityType);
    const mapping = given ?? saved ?? adapter.defaultMapping?.(entityType) ?? defaultMapping;
    const { credentials, apiVersion, secrets } = connection;
    const { items, columns, hasMore } = await firstRows(
      adapter,
      {
        scope: { tenantId, organizationId },
        ...{ integrationId, entityType, credentials, apiVersion },
        runId: randomUUID(),
        attachmentId,
        idField: idFieldOf(mapping),
        isPreview: true,
        signal: AbortSignal.timeout(syncLimits.validateMs),
        nowMs: context.nowMs,
      },
      secrets,
    );
    const rows = items.slice(0, syncLimits.previewRows);
    const filter = await rowFilterOf(mapping, context.nowMs);
    const definitions = await definitionsOf(run);
    return {
      recordType: recordTypeOf(entityType),
      columns: columnsOf(rows, columns ?? []),
      mapping,
      isSaved: saved !== undefined,
      rows: rows.map((item) => previewRow(item, { run, mapping, filter, definitions, context })),
      hasMore: hasMore || items.length > rows.length,
    };
  };
