/** Progress jobs: every job is in the list of its state, and stalled ones are watched. */

import { isEnd, isSyncJob, type ProgressJob } from '../../../shared/modules/progress/job.ts';
import {
  type ProgressList,
  progressListingKey,
  progressWatchKey,
} from '../../../shared/modules/progress/keys.ts';
import { beside, type Invariant, lastPart, partOf, type RawItem, sameId } from './table.ts';

const jobOf = (row: RawItem) => row as unknown as ProgressJob;

function listOf({ status, parentJobId }: ProgressJob): ProgressList {
  if (isEnd(status)) return 'ENDED';
  return parentJobId === null ? 'ACTIVE' : 'PARTS';
}

export const progress: Invariant = (table) => {
  const rows = table.rows('progress_job');
  const goesOn = (row: RawItem) => !isEnd(jobOf(row).status);
  return [
    ...beside(table, 'background work', {
      rows,
      expected: (row) => {
        const job = jobOf(row);
        return [progressListingKey(job, listOf(job), job.createdAtMs, job.id)];
      },
      isBeside: ({ pk }) => partOf(pk, -2) === 'PROGRESS' && lastPart(pk) !== 'RECENT',
      same: (row, item) => sameId(row, item) && item.st === row.status,
    }),
    ...beside(table, 'background work that is watched', {
      rows: rows.filter((row) => goesOn(row) && !isSyncJob(jobOf(row))),
      expected: (row) => [progressWatchKey(jobOf(row), jobOf(row).id)],
      isBeside: ({ entity }) => entity === 'progress_watch',
      same: sameId,
    }),
    ...rows
      .filter((row) => goesOn(row) !== (jobOf(row).finishedAtMs === null))
      .map(
        ({ pk, sk }) => `background work: ${pk} ${sk} is over without an end time, or in progress with one`,
      ),
  ];
};
