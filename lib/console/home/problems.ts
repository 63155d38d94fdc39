/** Puts failures together by what has failed, so that each problem is one entry, and leaves out those that have ended. */
import type { SyncRun, WebhookRow } from '../../../shared/clients/typescript/index.ts';

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

type Health = Pick<WebhookRow, 'id' | 'isActive' | 'consecutiveFailures'>;

/** What is wrong with a webhook, or with requests without one. */
export interface WebhookProblem<Failure, Webhook> {
  /** The id of the webhook; empty for requests without one. */
  key: string;
  /** The webhook, if its last attempts have failed; retries may still follow. */
  failing?: Webhook;
  /** Its latest failed delivery, if it has any. */
  latest?: Failure;
  earlier: number;
}

/**
 * The problems of webhooks, those that fail now first. A success ends the failures in a row; a disabled webhook sends nothing.
 * Failed deliveries are a problem until they are sent again.
 */
export function webhookProblems<Failure extends { webhookId: string | null }, Webhook extends Health>(
  failures: readonly Failure[],
  webhooks: readonly Webhook[],
): WebhookProblem<Failure, Webhook>[] {
  const failed = new Map(
    problemsIn(failures, ({ webhookId }) => webhookId ?? '').map((each) => [each.key, each]),
  );
  const failing = webhooks
    .filter(({ isActive, consecutiveFailures }) => isActive && consecutiveFailures > 0)
    .map((webhook) => ({ key: webhook.id, earlier: 0, ...failed.get(webhook.id), failing: webhook }));
  const shown = new Set(failing.map(({ key }) => key));
  return [...failing, ...[...failed.values()].filter(({ key }) => !shown.has(key))];
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
