/** Syncs whose latest run has failed, or has failed rows. */
import { type AttentionSources, type FoundCause, ofOrganizations } from '../../kernel/modules/attention.ts';
import { findIntegration } from '../integrations/public-data.ts';
import { latestRuns } from './runs/latest-runs.ts';
import type { StoredRun } from './runs/run.ts';

const isClean = ({ status, failedCount }: StoredRun): boolean => status === 'completed' && failedCount === 0;

function messageOf({ status, lastError, failedCount }: StoredRun): string | null {
  if (status === 'failed') return lastError;
  return failedCount === 1 ? '1 failed row' : `${failedCount.toLocaleString('en')} failed rows`;
}

/** A later run without failures ends the cause of a sync. `ended` are the runs of one kind that ended, the latest first. */
export function causeOfSync(ended: readonly StoredRun[]): FoundCause | undefined {
  const cleanAt = ended.findIndex(isClean);
  const failing = cleanAt < 0 ? ended : ended.slice(0, cleanAt);
  const [latest] = failing;
  if (latest === undefined) return undefined;
  const { id, integrationId, entityType, direction } = latest;
  return {
    key: [integrationId, entityType, direction].join(':'),
    resourceId: id,
    title: `${findIntegration(integrationId)?.title ?? integrationId}: ${entityType}`,
    message: messageOf(latest),
    count: failing.length,
    sinceMs: failing.at(-1)?.finishedAtMs ?? null,
    lastSeenMs: latest.finishedAtMs,
    occurrence: `after ${ended[cleanAt]?.id ?? ''}`,
  };
}

export const attentionSources: AttentionSources = {
  failing_sync: {
    feature: 'data_sync.view',
    resource: 'data_sync.run',
    ...ofOrganizations(async (scope) => {
      const { runs, isComplete } = await latestRuns(scope);
      const byKind = Map.groupBy(runs, ({ integrationId, entityType, direction }) =>
        [integrationId, entityType, direction].join(' '),
      );
      return { causes: [...byKind.values()].flatMap((ended) => causeOfSync(ended) ?? []), isComplete };
    }),
  },
};
