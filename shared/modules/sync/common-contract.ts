/** What the contracts of sync runs and of connections share. */

import * as z from 'zod/mini';
import { text, uuid } from '../../kernel/http/fields.ts';
import { entityTypeProblem } from '../entities/public-contract.ts';
import { integrationLimits } from '../integrations/public-contract.ts';
import { recordTypeOf } from './keys.ts';
import { syncLimits } from './runs/run-limits.ts';

export const base = { module: 'sync', auth: 'caller', scope: 'organization' } as const;

export const syncPath = '/api/data_sync';
export const runsPath = `${syncPath}/runs`;
export const runPath = `${runsPath}/{id}`;

export const directions = ['import', 'export'] as const;
export const runStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled', 'paused'] as const;

export const exampleRun = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
export const exampleJob = '8e1c1f7e-3a52-4a27-9a1b-7d9d0a5b2c44';

export const runId = z.object({ id: uuid('Id of the run.') });

/** A URL would take a name that is `.` or `..` for a folder. */
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
/** What a run is about. */
export const subject = { integrationId, entityType, direction };

export const ok = z.literal(true).check(z.meta({ description: 'Always true.', examples: [true] }));

export const wordOrNull = (description: string, example: string | null) =>
  z.nullable(z.string()).check(z.meta({ description, examples: [example] }));
export const count = (description: string, example: number) =>
  z.int().check(z.meta({ description, examples: [example] }));
export const countOrNull = (description: string, example: number | null) =>
  z.nullable(z.int()).check(z.meta({ description, examples: [example] }));
