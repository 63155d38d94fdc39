/** The contract of the list of failed items as its operation reads it. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
import * as contract from './run-contract.ts';

/** The input has the run of the path as `runId`, because the query has an `id` as well: that of an item. */
export const listSyncFailures = defineEndpoint({
  ...contract.listSyncFailures,
  params: z.pipe(
    contract.runId,
    z.transform(({ id }: z.infer<typeof contract.runId>) => ({ runId: id })),
  ),
});
