/** Received messages: pure decisions. Which message is the same, and what its event is called. */
import { hash } from 'node:crypto';
import { strip } from '../linear-text.ts';
import type { InboundRequest, VerifiedMessage } from './adapter.ts';
import { inboundLimits } from './limits.ts';

const timestampHeaders = ['webhook-timestamp', 'svix-timestamp'] as const;

/**
 * What two messages of an endpoint have in common when they are the same: the provider's id, or, without one, time of
 * sending and bytes. A hash, so that ids of any length and alphabet can be part of a key.
 */
export function messageKeyOf({ messageId }: VerifiedMessage, { headers, body }: InboundRequest): string {
  if (messageId !== undefined && messageId !== '') return hash('sha256', `id ${messageId}`, 'hex');
  const sentAt = timestampHeaders.map((name) => headers[name]).find((value) => value !== undefined) ?? '';
  return hash('sha256', Buffer.concat([Buffer.from(`bytes ${sentAt} `), body]), 'hex');
}

/** A part of an event's name: lower case, digits, underscores. */
function toSegment(text: string): string {
  const segment = strip(text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'), '_');
  return /^[a-z]/.test(segment) ? segment : `event_${segment}`;
}

/** `inbound.<provider>.<event>`: what a message is published as unless its adapter does something else. */
export function publishedType(providerKey: string, eventType: string): string {
  const longest = 128 - `inbound.${providerKey}.`.length;
  return `inbound.${providerKey}.${toSegment(eventType.slice(0, inboundLimits.eventType)).slice(0, longest)}`;
}
