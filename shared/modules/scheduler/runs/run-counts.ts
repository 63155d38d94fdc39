/** Counts ended runs for the activity of an organization. */

import { tryEach } from '../../../kernel/base/parallel.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { countInHour, hourlySeries } from '../../../kernel/table/counts.ts';
import type { JobRow } from '../job.ts';

export type CountEnd = (job: JobRow, state: 'completed' | 'failed') => void;

const parallelCounts = 4;

/** The counts of a batch of messages. Storing them is one request per organization. */
export function runCounts(): { countEnd: CountEnd; store: () => Promise<void> } {
  const ends: { job: JobRow; state: 'completed' | 'failed' }[] = [];
  return {
    countEnd: (job, state) => ends.push({ job, state }),
    store: async () => {
      const byHome = Map.groupBy(ends, ({ job }) => `${job.tenantId} ${job.organizationId}`);
      const failures = await tryEach([...byHome.values()], parallelCounts, async (own) => {
        const [first] = own;
        const completed = own.filter(({ state }) => state === 'completed').length;
        const counts = { completed, failed: own.length - completed };
        if (first !== undefined) await countInHour(first.job, hourlySeries.jobRuns, counts, Date.now());
      });
      // A failure only makes the statistics incomplete.
      for (const { item, error } of failures) {
        const { tenantId, organizationId } = item[0]?.job ?? {};
        log('error', 'runs were not counted', { tenantId, organizationId, error: describeError(error) });
      }
    },
  };
}
