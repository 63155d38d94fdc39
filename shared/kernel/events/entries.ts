/** Decides what the publisher sends: events on the bus, and which of them are sent together. */
import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import { toQueueText } from '../base/queue-text.ts';
import type { Key } from '../table/keys.ts';
import type { Item } from '../table/read.ts';
import { entryBytes, eventSource, messageText } from './envelope.ts';
import { eventLimits } from './limits.ts';
import { type StoredEvent, toStoredEvent } from './outbox.ts';

/** An outbox item to be published. */
export interface Outgoing {
  key: Key;
  event: StoredEvent;
  detail: string;
  bytes: number;
}

/** The event of an outbox item in its final form. Throws when the item is not an event. */
export function toOutgoing(item: Item): Outgoing {
  const event = toStoredEvent(item);
  const key = { pk: String(item.pk), sk: String(item.sk) };
  const detail = toQueueText(messageText(event, event.data));
  return { key, event, detail, bytes: entryBytes(event.type, detail) };
}

export function toEntry({ event, detail }: Outgoing, busName: string): PutEventsRequestEntry {
  return {
    EventBusName: busName,
    Source: eventSource,
    DetailType: event.type,
    Detail: detail,
    Time: new Date(event.occurredAtMs),
  };
}

/** Groups events, in order, within the limits of one PutEvents. */
export function toBatches(outgoing: readonly Outgoing[]): Outgoing[][] {
  const batches: Outgoing[][] = [];
  let current: Outgoing[] = [];
  let bytes = 0;
  for (const one of outgoing) {
    const isFull =
      current.length === eventLimits.entriesPerPut || bytes + one.bytes > eventLimits.bytesPerPut;
    if (current.length > 0 && isFull) {
      batches.push(current);
      current = [];
      bytes = 0;
    }
    current.push(one);
    bytes += one.bytes;
  }
  if (current.length > 0) batches.push(current);
  return batches;
}

/** Failures of the bus itself; all others are permanent refusals of the event. */
const temporaryFailures = new Set(['InternalFailure', 'InternalException', 'ThrottlingException']);

export type Verdict = 'published' | 'failed' | 'refused';

/** Result of one entry of PutEvents, by its index in the response. */
export function verdictOf(result: { EventId?: string; ErrorCode?: string } | undefined): Verdict {
  if (result?.EventId !== undefined && result.ErrorCode === undefined) return 'published';
  return result?.ErrorCode === undefined || temporaryFailures.has(result.ErrorCode) ? 'failed' : 'refused';
}
