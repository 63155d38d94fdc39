/**
 * The interface of adapters that receive messages of a provider. An adapter is pure except for
 * `processInbound`. A team adds its adapters in `shared/extensions/inbound-adapters.ts`.
 */
import { isUtf8 } from 'node:buffer';
import { anyName, notUnicodeError, parseCallerJson } from '../../../kernel/http/caller-json.ts';

/** A received message. */
export interface InboundRequest {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The exact bytes that were signed. */
  body: Buffer;
}

/** The input of a verification. */
export interface VerifyContext {
  secret: string;
  /** The endpoint's settings, as listed in the adapter's `settingNames`. */
  settings: Readonly<Record<string, string>>;
  nowSeconds: number;
}

/** A message whose sender is verified. */
export interface VerifiedMessage {
  /** The provider's id of the message; without it, messages with the same bytes count as one. */
  messageId?: string | undefined;
  /** Whether the signature covers the id. If it does not, the bytes are compared, too. */
  isIdSigned?: boolean;
  /**
   * When the message was sent, if the signature covers it: the same bytes with another time are another
   * message.
   */
  signedAt?: string | undefined;
  /** The provider's event type. */
  eventType: string;
  payload: unknown;
}

/** A received message in the queue. */
export interface ReceivedMessage extends Pick<VerifiedMessage, 'messageId' | 'eventType' | 'payload'> {
  endpointId: string;
  receiptId: string;
}

/** The functions that an adapter may use for a message. */
export interface ProcessContext {
  tenantId: string;
  organizationId: string;
  /** Publishes an event of the tenant, once per message, however often it is processed. */
  publish(type: string, data: Record<string, unknown>): Promise<void>;
}

export interface InboundAdapter {
  /** The adapter's name in endpoints: lower case, digits, underscores. */
  providerKey: string;
  title: string;
  /** Types of the events that it publishes, to which webhooks and rules can subscribe. */
  subscribedEvents: readonly string[];
  /** Settings of an endpoint, with their descriptions. */
  settingNames?: Readonly<Record<string, string>>;
  /** Reads and verifies a message. Throws NotVerifiedError. */
  verifyWebhook(request: InboundRequest, context: VerifyContext): VerifiedMessage;
  /** Converts a payload for publishing. Absent: it is published unchanged. */
  formatPayload?(payload: unknown): unknown;
  /** Processes a message; after an error the message is redelivered. Absent: an event is published. */
  processInbound?(message: ReceivedMessage, context: ProcessContext): Promise<void>;
}

/** The message is not signed with the endpoint's secret, is too old, or is not a message of the provider. */
export class NotVerifiedError extends Error {
  override name = 'NotVerifiedError';
}

/**
 * The JSON object in a body. Throws NotVerifiedError if it is not an object, TooDeepError and
 * InvalidInputError like a JSON body.
 */
export function jsonObject(body: Buffer): Record<string, unknown> {
  if (!isUtf8(body)) throw notUnicodeError('body');
  try {
    const value = parseCallerJson(body.toString(), { forbidden: anyName });
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (error) {
    // Malformed JSON gets the same error as JSON that is not an object.
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new NotVerifiedError('The body is not a JSON object.');
}
