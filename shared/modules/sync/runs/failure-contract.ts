/** What a run could not take over. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
import { paging, text, timestamp } from '../../../kernel/http/fields.ts';
import { listOf, searchFilter } from '../../../kernel/lists/list.ts';
import { base, count, runId, runPath, wordOrNull } from '../common-contract.ts';
import { syncLimits } from './run-limits.ts';

export const SyncFailure = z
  .object({
    batch: count('Batch that it was in, from 1.', 1),
    externalId: wordOrNull(
      `Id of the item at the service, if it has one; its first ${syncLimits.errorText} characters.`,
      'C-17',
    ),
    localId: wordOrNull('Id of the record, if there is one.', null),
    error: z.string().check(
      z.meta({
        description: `Why it failed, in at most ${syncLimits.errorText} characters.`,
        examples: ['email must be an e-mail address'],
      }),
    ),
    data: z.unknown().check(
      z.meta({
        description: 'The item as it was read, shortened; null when it cannot be shown.',
        examples: [{ id: 'C-17', email: 'ada' }],
      }),
    ),
    createdAt: timestamp('When it failed.'),
  })
  .check(z.meta({ id: 'SyncFailure', description: 'An item that a run could not take over.' }));
export type SyncFailure = z.infer<typeof SyncFailure>;

export const ListFailures = z.object({
  ...paging(),
  id: z
    .optional(text(syncLimits.errorText))
    .check(z.meta({ description: 'Only the item with this externalId.', examples: ['C-17'] })),
  ...searchFilter('externalId, localId or error'),
});
export type ListFailures = z.infer<typeof ListFailures>;

export const listSyncFailures = defineEndpoint({
  ...base,
  operationId: 'listSyncFailures',
  method: 'GET',
  path: `${runPath}/failures`,
  summary: 'List failed items of a sync run',
  description:
    `Returns the failed items of a run in the order of processing. They are kept for ${syncLimits.failureDays} days; \`?format=csv\` ` +
    'downloads all of them.',
  feature: 'data_sync.view',
  params: runId,
  query: ListFailures,
  success: {
    status: 200,
    description: 'One page of failed items.',
    result: z.object({
      ...listOf(SyncFailure).shape,
      totalIsExact: z.boolean().check(
        z.meta({
          description:
            'False when there are more than one request can read: then `total` is the number of matches so far.',
        }),
      ),
    }),
  },
  errors: ['not_found'],
  permissions: { table: ['GetItem', 'Query'] },
  example: {
    summary: 'One item',
    response: {
      items: [
        {
          batch: 1,
          externalId: 'C-17',
          localId: null,
          error: 'email must be an e-mail address',
          data: { id: 'C-17', email: 'ada' },
          createdAt: '2026-03-01T09:30:01.000Z',
        },
      ],
      total: 1,
      totalIsExact: true,
      page: 1,
      pageSize: 50,
      totalPages: 1,
    },
  },
});
