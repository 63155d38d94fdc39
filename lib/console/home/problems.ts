/** Puts failures together by what has failed, so that each problem is one entry, and leaves out those that have ended. */
import type { SyncRun } from '../../../shared/clients/typescript/index.ts';

export interface Problem<Failure> {
  /** What has failed. */
  key: string;
  latest: Failure;
  /** Earlier failures of the same. */
  earlier: number;
}

/** The problems of a list whose latest failures are first. */
export function problemsIn<Failure>(
  failures: readonly Failure[],
  keyOf: (failure: Failure) => string,
): Problem<Failure>[] {
  return [...Map.groupBy(failures, keyOf)].flatMap(([key, [latest, ...earlier]]) =>
    latest === undefined ? [] : [{ key, latest, earlier: earlier.length }],
  );
}

type Run = Pick<SyncRun, 'integrationId' | 'entityType' | 'direction' | 'status' | 'failedCount'>;

/**
 * The syncs whose latest run has failed, or has failed rows. A later run without failures ends the problem; cancelled runs
 * and those that have not ended change nothing.
 */
export function failingSyncs<Each extends Run>(latestFirst: readonly Each[]): Each[] {
  const ended = latestFirst.filter(({ status }) => status === 'completed' || status === 'failed');
  return problemsIn(ended, ({ integrationId, entityType, direction }) =>
    [integrationId, entityType, direction].join(' '),
  )
    .map(({ latest }) => latest)
    .filter(({ status, failedCount }) => status === 'failed' || failedCount > 0);
}
