/** The fields of a run that its caller chooses. */
import * as z from 'zod/mini';
import { about, text, uuid } from '../../../kernel/http/fields.ts';
import { entityTypeProblem } from '../../entities/public-data.ts';
import { integrationLimits } from '../../integrations/public-data.ts';
import { recordTypeOf } from '../keys.ts';
import { syncLimits } from './run-limits.ts';

export const directions = ['import', 'export'] as const;

/** A URL parser treats `.` and `..` as folders. */
const syncTypePattern = /^(?!\.{1,2}$)[A-Za-z0-9_.-]+$/;

/** What is wrong with a sync's name of its records, or undefined. */
export function syncTypeProblem(entityType: string): string | undefined {
  if (!syncTypePattern.test(entityType)) return 'must be letters, digits, `_`, `-` and `.`';
  return entityTypeProblem(recordTypeOf(entityType));
}

const entityTypeExamples = ['crm.customer'];
export const entityType = text(syncLimits.entityType)
  .check(
    z.refine((value) => syncTypeProblem(value) === undefined, {
      error: ({ input }) => syncTypeProblem(String(input)),
    }),
  )
  .check(
    z.meta({
      description:
        'The name of the record type at the integration: letters, digits, `_`, `-` and `.`; file names and URLs ' +
        'contain it unchanged. Records and their events have the type `<module>.<entity>` derived from it ' +
        `(\`recordType\` of a run): \`customers\` becomes \`${recordTypeOf('customers')}\`, \`crm.eu.Customer\` becomes \`${recordTypeOf('crm.eu.Customer')}\`. Names of the ` +
        'platform’s own modules are rejected.',
      examples: entityTypeExamples,
    }),
  );
export const recordType = z.string().check(
  z.meta({
    description: 'Type of its records in the platform and in their events.',
    examples: entityTypeExamples,
  }),
);

const integrationIdExamples = ['sync_s3_files'];
const directionExamples = ['import'];
export const integrationId = text(integrationLimits.id).check(
  z.meta({ description: 'Id of the integration.', examples: integrationIdExamples }),
);
export const direction = z.enum(directions).check(
  z.meta({
    description: '`import` brings records into the platform, `export` takes them out.',
    examples: directionExamples,
  }),
);
/** The kind of a run. */
export const subject = { integrationId, entityType, direction };

export const StartRun = z.object({
  ...subject,
  fullSync: z
    ._default(z.boolean(), false)
    .check(
      about(
        'True starts from the beginning; false continues where the last such run ended, unless the integration has ' +
          'another address or account since. Unchanged records are skipped in both cases.',
        false,
      ),
    ),
  attachmentId: z.optional(
    uuid(
      'Id of the uploaded CSV file to import, of the selected organization: for integrations with `readsUploads`. The caller ' +
        'needs `attachments.view`. Its current version is read.',
    ),
  ),
  batchSize: z
    ._default(z.int().check(z.gte(1), z.lte(syncLimits.batchSize)), syncLimits.defaultBatchSize)
    .check(about('Maximum number of records per batch.', 100)),
  triggeredBy: z.optional(
    text(syncLimits.triggeredBy).check(
      about('Person or program that starts the run; by default the caller.', 'nightly'),
    ),
  ),
  maxFailures: z.optional(
    z
      .int()
      .check(
        z.gte(0),
        about(
          'The run fails once more items than this have failed; without it, failed items never stop a run.',
          100,
        ),
      ),
  ),
});
export type StartRun = z.infer<typeof StartRun>;
