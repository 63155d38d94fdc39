/**
 * The interface of adapters that receive messages of a provider. An adapter is pure except for
 * `processInbound`. A team adds its adapters in `shared/extensions/inbound-adapters.ts`.
 */
import { isUtf8 } from 'node:buffer';
import {
  InvalidInputError,
  MalformedBodyError,
  UnsupportedMediaTypeError,
} from '../../../kernel/errors/errors.ts';
import { anyName, notUnicodeError, parseCallerJson } from '../../../kernel/http/caller-json.ts';
import { checkEncodedPairs } from '../../../kernel/http/percent-encoding.ts';

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
  /**
   * Verifies a message, then reads it. Throws NotVerifiedError for a wrong signature only, and the errors of `payloadOf`
   * for a body that it cannot read.
   */
  verifyWebhook(request: InboundRequest, context: VerifyContext): VerifiedMessage;
  /** Converts a payload for publishing. Absent: it is published unchanged. */
  formatPayload?(payload: unknown): unknown;
  /** Processes a message; after an error the message is redelivered. Absent: an event is published. */
  processInbound?(message: ReceivedMessage, context: ProcessContext): Promise<void>;
}

/** The message is not signed with the endpoint's secret, or is too old. */
export class NotVerifiedError extends Error {
  override name = 'NotVerifiedError';
}

const formType = 'application/x-www-form-urlencoded';

/** Media type of a request, without parameters; empty without one. */
const mediaTypeOf = ({ headers }: InboundRequest): string =>
  (headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();

/** The field of a form that has the payload as JSON, as GitHub sends it by default. */
function jsonOfForm(text: string): string {
  checkEncodedPairs(text);
  const payload = new URLSearchParams(text).get('payload');
  if (payload === null)
    throw new InvalidInputError({
      payload: 'is missing: a form must have the message as JSON in this field',
    });
  return payload;
}

/**
 * The payload of a verified message: JSON of any kind, or the field `payload` of a form; null for an empty body. Throws
 * MalformedBodyError, UnsupportedMediaTypeError for another format, TooDeepError and InvalidInputError.
 */
export function payloadOf(request: InboundRequest): unknown {
  const { body } = request;
  if (!isUtf8(body)) throw notUnicodeError('body');
  const text = body.toString();
  if (text.trim() === '') return null;
  const mediaType = mediaTypeOf(request);
  try {
    return parseCallerJson(mediaType === formType ? jsonOfForm(text) : text, { forbidden: anyName });
  } catch (error) {
    // Malformed JSON may be of another format.
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (mediaType === '' || mediaType === formType || /[/+]json$/.test(mediaType))
    throw new MalformedBodyError('The body is not valid JSON.');
  throw new UnsupportedMediaTypeError('Send a JSON body, or a form with the field payload.');
}

/** The text of a payload's own field; undefined if it has none. */
export function textIn(payload: unknown, name: string): string | undefined {
  if (typeof payload !== 'object' || payload === null || !Object.hasOwn(payload, name)) return undefined;
  const value: unknown = Reflect.get(payload, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
