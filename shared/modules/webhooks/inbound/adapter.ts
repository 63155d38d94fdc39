/**
 * What it takes to receive from a provider. An adapter is pure but for `processInbound`; a team adds its own in
 * `shared/extensions/inbound-adapters.ts`.
 */
import { isUtf8 } from 'node:buffer';
import { anyName, notUnicodeError, parseCallerJson } from '../../../kernel/http/caller-json.ts';

/** A message as it came in. */
export interface InboundRequest {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The very bytes that were signed. */
  body: Buffer;
}

/** What an adapter may rely on when it verifies. */
export interface VerifyContext {
  secret: string;
  /** The endpoint's own settings, as the adapter's `settingNames` list them. */
  settings: Readonly<Record<string, string>>;
  nowSeconds: number;
}

/** A message that came from who it says it came from. */
export interface VerifiedMessage {
  /** The provider's own id of the message; without one, messages with the same bytes count as one. */
  messageId?: string | undefined;
  /** Whether the signature covers the id. Of one that it does not cover, the bytes count too. */
  isIdSigned?: boolean;
  /** When the message was sent, if the signature covers it: the same bytes of another time are another message. */
  signedAt?: string | undefined;
  /** The provider's name of what happened. */
  eventType: string;
  payload: unknown;
}

/** A received message on its way through the queue. */
export interface ReceivedMessage extends Pick<VerifiedMessage, 'messageId' | 'eventType' | 'payload'> {
  endpointId: string;
  receiptId: string;
}

/** What an adapter can do with a message. */
export interface ProcessContext {
  tenantId: string;
  organizationId: string;
  /** Publishes an event of the tenant, once however often the message is processed. */
  publish(type: string, data: Record<string, unknown>): Promise<void>;
}

export interface InboundAdapter {
  /** Names the adapter in endpoints: lower case, digits, underscores. */
  providerKey: string;
  title: string;
  /** Types of the events that it publishes, as webhooks and rules may subscribe to them. */
  subscribedEvents: readonly string[];
  /** Settings that an endpoint may have, and what each is for. */
  settingNames?: Readonly<Record<string, string>>;
  /** Reads and verifies a message. Throws NotVerifiedError. */
  verifyWebhook(request: InboundRequest, context: VerifyContext): VerifiedMessage;
  /** Brings a payload into the form in which it is published. Without it, it stays as it is. */
  formatPayload?(payload: unknown): unknown;
  /** Does the work of a message; what it throws has the message delivered again. Without it, an event is published. */
  processInbound?(message: ReceivedMessage, context: ProcessContext): Promise<void>;
}

/** The message is not signed with the endpoint's secret, is too old, or is no message of the provider at all. */
export class NotVerifiedError extends Error {
  override name = 'NotVerifiedError';
}

/** The JSON object in a body. Throws NotVerifiedError for what is none, TooDeepError and InvalidInputError as for a JSON body. */
export function jsonObject(body: Buffer): Record<string, unknown> {
  if (!isUtf8(body)) throw notUnicodeError('body');
  try {
    const value = parseCallerJson(body.toString(), { forbidden: anyName });
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    // Falls through to the same error as for JSON that is no object.
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new NotVerifiedError('The body is not a JSON object.');
}
