/** Received messages: pure decisions about repetitions and event names. */

import { hash } from 'node:crypto';
import { strip } from '../../../kernel/base/linear-text.ts';
import { truncate } from '../../../kernel/base/text.ts';
import type { InboundRequest, VerifiedMessage } from './adapter.ts';
import { inboundLimits } from './limits.ts';

/** The keys that identify repetitions, hashed, so that ids of any length and alphabet can be part of a key. */
export interface MessageKeys {
  /** Recognizes repetitions while receipts are kept. */
  messageKey: string;
  /**
   * If no id is signed, the bytes also identify a repetition for some minutes, because anyone can send them with another
   * id, and with none.
   */
  bytesKey?: string;
}

/** The keys of a message: its id or, without one, its bytes with their signed time. */
export function messageKeysOf(
  { messageId, isIdSigned = false, signedAt = '' }: VerifiedMessage,
  { body }: Pick<InboundRequest, 'body'>,
): MessageKeys {
  const bytesKey = hash('sha256', Buffer.concat([Buffer.from(`bytes ${signedAt} `), body]), 'hex');
  if (messageId === undefined || messageId === '') return { messageKey: bytesKey, bytesKey };
  const messageKey = hash('sha256', `id ${messageId}`, 'hex');
  return isIdSigned ? { messageKey } : { messageKey, bytesKey };
}

/** Converts text to a segment of an event's name: lower case, digits, underscores. */
function toSegment(text: string): string {
  const segment = strip(text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'), '_');
  return /^[a-z]/.test(segment) ? segment : `event_${segment}`;
}

/** `inbound.<provider>.<event>`: the event type of a message, unless its adapter publishes something else. */
export function publishedType(providerKey: string, eventType: string): string {
  const longest = 128 - `inbound.${providerKey}.`.length;
  return `inbound.${providerKey}.${truncate(toSegment(truncate(eventType, inboundLimits.eventType)), longest)}`;
}

/** Whether an event is a received message, by its type. */
export function isInbound(type: string): boolean {
  return type.startsWith('inbound.');
}
