/** The endpoint that shows how the first rows of an import would be stored. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, textOrNull } from '../../kernel/http/fields.ts';
import { mappingLimits } from './limits.ts';
import { Mapping } from './mappings/mapping-contract.ts';
import { base, syncPath } from './runs/run-contract.ts';
import { entityType, integrationId, recordType, StartRun } from './runs/run-fields-contract.ts';
import { syncLimits } from './runs/run-limits.ts';

export const PreviewImport = z.object({
  integrationId,
  entityType,
  attachmentId: StartRun.shape.attachmentId,
  mapping: z.optional(Mapping).check(about('The mapping to try; by default the one in effect.')),
});
export type PreviewImport = z.infer<typeof PreviewImport>;

const problem = z
  .object({
    field: textOrNull(
      'The field with the problem: of the source, or of the record as `cf_<key>`; null for the whole row.',
      'Amount',
    ),
    message: z.string().check(about('What is wrong, behind the name of the field.', 'is not a number')),
  })
  .check(z.meta({ id: 'SyncRowProblem', description: 'A problem of a row.' }));

const values = (description: string, example: Record<string, unknown>) =>
  z.nullable(z.record(z.string(), z.unknown())).check(about(description, example));

const row = z
  .object({
    externalId: textOrNull('Id of the row at the service, if it has one.', 'C-17'),
    outcome: z
      .enum(['ready', 'held back', 'failed'])
      .check(
        about('Whether the row would be imported; the condition of the mapping holds rows back.', 'ready'),
      ),
    fields: values('Fields of the record as they would be stored; null if the row fails.', { name: 'Ada' }),
    customFields: values('Custom fields of the record; null if the row fails.', { tier: 'gold' }),
    data: z
      .unknown()
      .check(about('The row as it was read; null if it is too large to be shown.', { id: 'C-17' })),
    problems: z.array(problem).check(about('Every problem of the row; empty if there is none.')),
  })
  .check(
    z.meta({ id: 'SyncPreviewRow', description: 'A row of a source, and the record that it would become.' }),
  );
export type PreviewRow = z.infer<typeof row>;

export const ImportPreview = z
  .object({
    recordType,
    columns: z
      .array(z.string())
      .check(
        about('Fields of the first rows, in their order; without rows, those of the header.', ['id', 'name']),
      ),
    mapping: Mapping,
    isSaved: z.boolean().check(about('Whether the mapping is saved.', false)),
    rows: z.array(row).check(about(`The first rows, at most ${syncLimits.previewRows}.`)),
    hasMore: z.boolean().check(about('Whether the source has more rows.', true)),
  })
  .check(z.meta({ id: 'SyncPreview', description: 'How the first rows of an import would be stored.' }));
export type ImportPreview = z.infer<typeof ImportPreview>;

export const previewSyncImport = defineEndpoint({
  ...base,
  ...operation('previewSyncImport', 'POST', `${syncPath}/preview`),
  summary: 'Preview an import',
  description:
    `Reads the first ${syncLimits.previewRows} rows of a source, applies the mapping, and validates the records, without writing anything. ` +
    'Whether a row creates or updates a record is not checked.',
  feature: 'data_sync.run',
  reads: true,
  body: PreviewImport,
  maxBodyBytes: mappingLimits.bytes,
  deepFields: ['mapping.condition'],
  success: returns(ImportPreview, { description: 'The first rows.' }),
  errors: [
    'not_found',
    'sync_adapter_missing',
    'credentials_missing',
    'sync_connection_failed',
    'missing_feature',
  ],
  permissions: { table: ['Query', 'GetItem'], secrets: 'open', files: ['read originals', 'list'] },
  timeoutSeconds: 25,
});
