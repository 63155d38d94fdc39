/**
 * The errors of the last attempts of messages, after which their queue moves them to its dead-letter queue. SQS does not
 * keep why a message failed.
 */
import { forEachParallel } from '../base/parallel.ts';
import { truncate } from '../base/text.ts';
import { toIso } from '../base/times.ts';
import { describeError, log } from '../observability/log.ts';
import { fromItem, toItem } from '../table/item.ts';
import { deadLetterKey } from '../table/keys.ts';
import { batchGet } from '../table/read.ts';
import { commit } from '../table/write.ts';
import { type Message, parseMessage } from './message.ts';
import { maxReceivesVariable } from './names.ts';

const entity = 'dead_letter';
/** As long as dead letters are kept. */
const retentionSeconds = 14 * 86_400;
const maxTextUnits = 1_000;
const parallelWrites = 10;

/** A message that its worker failed to process. */
export interface FailedMessage {
  messageId: string;
  body: string;
  receiveCount: number;
  error: unknown;
}

export interface LastError {
  /** Name and text of the error. */
  cause: string;
  failedAt: string;
}

/** The envelope of a message; undefined for an invalid one, which may be why processing failed. */
export function envelopeOf(body: string): Message | undefined {
  try {
    return parseMessage(body);
  } catch {
    return undefined;
  }
}

const keyOf = ({ messageId, body }: Pick<FailedMessage, 'messageId' | 'body'>) =>
  deadLetterKey(envelopeOf(body)?.tenantId ?? null, messageId);

/** The error with the errors that caused it, as one line each. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  const text = `${name}: ${message}`;
  return cause === undefined ? text : `${text}\n${textOf(cause)}`;
}

/**
 * Stores the errors of messages that their queue will not deliver again. Only functions that a queue starts know how often
 * that is. An error that cannot be stored is logged only.
 */
export async function recordLastErrors(failed: readonly FailedMessage[], nowMs: number): Promise<void> {
  const maxReceives = Number(process.env[maxReceivesVariable]);
  const last = failed.filter(({ receiveCount }) => receiveCount >= maxReceives);
  await forEachParallel(last, parallelWrites, async (message) => {
    const cause = truncate(textOf(message.error), maxTextUnits, '…');
    const item = toItem(keyOf(message), entity, { cause, failedAtMs: nowMs });
    try {
      await commit([{ put: { ...item, ttl: Math.ceil(nowMs / 1_000) + retentionSeconds } }]);
    } catch (error) {
      const { messageId } = message;
      log('error', 'the error of a dead letter was not stored', { messageId, error: describeError(error) });
    }
  });
}

/** The last errors of messages, by their ids. One BatchGetItem for a hundred. */
export async function findLastErrors(
  messages: readonly Pick<FailedMessage, 'messageId' | 'body'>[],
): Promise<Map<string, LastError>> {
  const items = await batchGet(messages.map(keyOf));
  return new Map(
    items.map((item) => {
      const { cause, failedAtMs } = fromItem<{ cause: string; failedAtMs: number }>(item, entity);
      return [String(item.sk), { cause, failedAt: toIso(failedAtMs) }];
    }),
  );
}
