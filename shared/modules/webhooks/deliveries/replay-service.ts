/** Starts replays of the event log for callers. */
import { randomUUID } from 'node:crypto';
import { changeOf, recordChange } from '../../../kernel/audit/record.ts';
import { userIdOf } from '../../../kernel/base/principal.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { InvalidInputError } from '../../../kernel/errors/errors.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { recentRangeOf, type TimeRange, timeRangeOf } from '../../../kernel/http/time-range.ts';
import { sendMessages } from '../../../kernel/queues/send.ts';
import { transact } from '../../../kernel/table/write.ts';
import { eventLogDays } from '../../events/public.ts';
import { newJob, recordedJobWrites, replayJobType } from '../../progress/public.ts';
import { requireWebhook } from '../endpoints/webhook-reader.ts';
import { webhookRows } from '../endpoints/webhook-rows.ts';
import { WebhookInactiveError } from '../errors.ts';
import { assertEnabled } from './enablement.ts';
import { type ReplayMessage, replayType } from './messages.ts';
import type { RecoverWebhook, ReplayWebhook } from './replay-contract.ts';

const dayMs = 86_400_000;
const maxNameLength = 200;

/** A replay that a caller requests; `fromName` is the request's name of the lower bound, for messages. */
interface ReplayRequest extends TimeRange, Pick<ReplayWebhook, 'types' | 'onlyMissing'> {
  fromName: string;
}

/** Starts a replay with its progress job. Throws the errors of `replayWebhook`. */
async function start(
  { scope, context }: Caller,
  webhookId: string,
  { fromMs, toMs: untilMs, fromName, types, onlyMissing }: ReplayRequest,
): Promise<{ id: string; from: string; to: string }> {
  const { nowMs, principal } = context;
  const toMs = Math.min(untilMs, nowMs);
  if (fromMs < nowMs - eventLogDays() * dayMs)
    throw new InvalidInputError({ [fromName]: 'is earlier than the oldest logged events' });
  if (fromMs > toMs) throw new InvalidInputError({ [fromName]: 'must not be in the future' });
  const { webhook } = await requireWebhook(scope, webhookId);
  await assertEnabled(webhook);
  if (!webhook.isActive) throw new WebhookInactiveError();
  const { tenantId, organizationId } = webhook;
  const id = randomUUID();
  const window = { from: toIso(fromMs), to: toIso(toMs) };
  const job = newJob({
    ...{ id, tenantId, organizationId, jobType: replayJobType, nowMs, cancellable: true },
    name: truncate(`Replay: ${webhook.name}`, maxNameLength, '…'),
    meta: { webhookId, ...window, onlyMissing, ...(types && { types }) },
    createdBy: principal.subject,
    startedByUserId: userIdOf(principal.subject),
  });
  const replay = { replayId: id, ...window, onlyMissing };
  const change = {
    ...changeOf(webhookRows, 'replay_started', webhook, webhook, replay),
    changes: { replay: { after: replay } },
  };
  await transact([...recordChange(change, context), ...recordedJobWrites(job, context)]);
  const message: ReplayMessage = {
    v: 1,
    id,
    type: replayType,
    tenantId,
    organizationId,
    idempotencyKey: `${tenantId}:${id}`,
    data: { webhookId, replayId: id, fromMs, toMs, types, onlyMissing, queued: 0, skipped: 0 },
  };
  await sendMessages('webhook-recovery', [{ message }]);
  return { id, ...window };
}

/**
 * Starts a replay with its progress job. Throws NotFoundError, WebhooksDisabledError, WebhookInactiveError, and
 * InvalidInputError for a time range that is no longer logged.
 */
export async function replayWebhook(
  caller: Caller,
  { id: webhookId, from, to, types, onlyMissing }: ReplayWebhook & Target,
) {
  const range = timeRangeOf(from, to, ['from', 'to']);
  const started = await start(caller, webhookId, { ...range, fromName: 'from', types, onlyMissing });
  return { success: true as const, ...started };
}

/** Starts a replay of missing events, by default of the last day. Throws the errors of `replayWebhook`. */
export async function recoverWebhook(
  caller: Caller,
  { id: webhookId, since, until }: RecoverWebhook & Target,
) {
  const range = recentRangeOf({ since, until }, caller.context.nowMs);
  const request = { ...range, fromName: 'since', types: undefined, onlyMissing: true };
  const { id, from, to } = await start(caller, webhookId, request);
  return { success: true as const, id, since: from, until: to };
}
