/** Contracts of requests that change or delete several resources by id. */
import * as z from 'zod/mini';
import { about, count, uuid } from '../http/fields.ts';

/** Maximum number of ids of one request. */
export const maxBulkIds = 100;

/** The field `ids` of such a call. */
export function bulkIds(what: string) {
  return z
    .array(uuid(`Id of a ${what}.`))
    .check(
      z.minLength(1),
      z.maxLength(maxBulkIds),
      about(`Ids of the ${what}s, 1 to ${maxBulkIds}; duplicates are ignored.`, [
        '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
      ]),
    );
}

const BulkResult = z
  .object({
    id: uuid('The id, as it was sent.'),
    status: z
      .enum(['changed', 'unchanged', 'failed'])
      .check(
        about(
          '`unchanged`: it already had this state, and nothing was written. `failed`: `error` says why; the ' +
            'other ids are still processed.',
          'changed',
        ),
      ),
    error: z.optional(z.string()).check(about('Why it failed.', 'Rule not found.')),
    code: z
      .optional(z.string())
      .check(about('The error code that a request for this id alone would return.', 'not_found')),
    details: z
      .optional(z.record(z.string(), z.string()))
      .check(about('Field → what is wrong with it.', { defaultValue: 'must be a string or null' })),
  })
  .check(
    z.meta({
      id: 'BulkResult',
      description: 'The result for one id of a bulk request.',
      examples: [{ id: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10', status: 'changed' }],
    }),
  );

export const BulkResponse = z
  .object({
    results: z.array(BulkResult).check(about('One result per id, in the order of the request.')),
    changed: count('How many were changed.', 1),
    unchanged: count('How many already had this state.', 0),
    failed: count('How many failed.', 0),
  })
  .check(z.meta({ id: 'BulkResponse', description: 'The result for each id of a bulk request.' }));
export type BulkResponse = z.infer<typeof BulkResponse>;

/** Shared part of the descriptions of bulk operations. */
export const bulkDescription =
  'Each id has its own transaction, event and audit entry; if one fails, the others continue. The response is ' +
  '200 with one result per id. Repeating the request changes nothing more. The last write wins. The request ' +
  'counts once against rate limits and costs one read of all ids per selected organization and one transaction ' +
  'per changed row.';

/** Additional description of bulk deletions. */
export const bulkDeletionDescription = `${bulkDescription} An id that does not exist, or no longer exists, has the result \`unchanged\`.`;
