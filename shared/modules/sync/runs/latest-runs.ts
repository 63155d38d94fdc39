/** The latest runs of an organization, to find the syncs that fail now. */
import type { RowScope } from '../../../kernel/table/keys.ts';
import { batchGet, queryAll } from '../../../kernel/table/read.ts';
import { syncRunKey, syncRunListPartition } from '../keys.ts';
import type { StoredRun } from './run.ts';
import { runListing, toStored } from './run-row.ts';

/** As many as one BatchGetItem reads. */
const maxRuns = 100;

/**
 * The newest runs that completed or failed, the latest first, eventually consistent. Cancelled runs, and those that have not ended,
 * say nothing. `isComplete` is false if there are older runs. One Query and one BatchGetItem.
 */
export async function latestRuns(scope: RowScope): Promise<{ runs: StoredRun[]; isComplete: boolean }> {
  const listed = await queryAll({ pk: syncRunListPartition(scope), limit: maxRuns, consistent: false });
  const { status } = runListing.attributes;
  const ended = listed.filter((item) => item[status] === 'completed' || item[status] === 'failed');
  const rows = await batchGet(
    ended.map(({ id }) => syncRunKey(scope, String(id))),
    undefined,
    { consistent: false },
  );
  const byId = new Map(rows.map(toStored).map((run) => [run.id, run]));
  return {
    runs: ended.flatMap(({ id }) => byId.get(String(id)) ?? []),
    isComplete: listed.length < maxRuns,
  };
}
