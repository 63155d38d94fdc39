/** Received messages: pure decisions. Which message is the same, and what its event is called. */

import { hash } from 'node:crypto';
import { strip } from '../../../kernel/text/linear-text.ts';
import { truncate } from '../../../kernel/text/text.ts';
import type { InboundRequest, VerifiedMessage } from './adapter.ts';
import { inboundLimits } from './limits.ts';

/** What a message is recognized by, as hashes, so that ids of any length and alphabet can be part of a key. */
export interface MessageKeys {
  /** By this it is recognized for as long as receipts are kept. */
  messageKey: string;
  /** For some minutes its bytes too, where the id is not signed: anybody can send them again under another id. */
  bytesKey?: string;
}

/** The keys of a message: its id, or, without one, its bytes and the time that was signed with them. */
export function messageKeysOf(
  { messageId, isIdSigned = false, signedAt = '' }: VerifiedMessage,
  { body }: Pick<InboundRequest, 'body'>,
): MessageKeys {
  const bytesKey = hash('sha256', Buffer.concat([Buffer.from(`bytes ${signedAt} `), body]), 'hex');
  if (messageId === undefined || messageId === '') return { messageKey: bytesKey };
  const messageKey = hash('sha256', `id ${messageId}`, 'hex');
  return isIdSigned ? { messageKey } : { messageKey, bytesKey };
}

/** A part of an event's name: lower case, digits, underscores. */
function toSegment(text: string): string {
  const segment = strip(text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'), '_');
  return /^[a-z]/.test(segment) ? segment : `event_${segment}`;
}

/** `inbound.<provider>.<event>`: what a message is published as unless its adapter does something else. */
export function publishedType(providerKey: string, eventType: string): string {
  const longest = 128 - `inbound.${providerKey}.`.length;
  return `inbound.${providerKey}.${truncate(toSegment(truncate(eventType, inboundLimits.eventType)), longest)}`;
}
