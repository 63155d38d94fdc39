/** Signs a test message as a provider would. */
import type { InboundEndpoint } from '../../../shared/clients/typescript/index.ts';
import type { ProviderKey } from './endpoint-fields.ts';

export interface TestMessage {
  id: string;
  /** The event, for providers that name it in a header. */
  eventType: string;
  body: string;
  sentAtSeconds: number;
}

type Receiver = Pick<InboundEndpoint, 'settings'> & { providerKey: ProviderKey };

const encoder = new TextEncoder();

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)));
}

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** The key in a secret of Standard Webhooks. Throws for text that is not base64. */
const standardKey = (secret: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));

async function standardHeaders(secret: string, { id, sentAtSeconds, body }: TestMessage) {
  const signature = await hmac(standardKey(secret), `${id}.${sentAtSeconds}.${body}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(sentAtSeconds),
    'webhook-signature': `v1,${toBase64(signature)}`,
  };
}

async function githubHeaders(secret: string, { id, eventType, body }: TestMessage) {
  return {
    'x-hub-signature-256': `sha256=${toHex(await hmac(encoder.encode(secret), body))}`,
    'x-github-event': eventType,
    'x-github-delivery': id,
  };
}

async function genericHeaders(
  secret: string,
  message: TestMessage,
  settings: Readonly<Record<string, string>>,
) {
  const { id, eventType, body, sentAtSeconds } = message;
  const { signatureHeader = 'x-webhook-signature', signaturePrefix = '', timestampHeader } = settings;
  const { idHeader = 'webhook-id', eventTypeHeader } = settings;
  const signed = timestampHeader === undefined ? body : `${sentAtSeconds}.${body}`;
  const signature = toHex(await hmac(encoder.encode(secret), signed));
  return {
    [signatureHeader]: `${signaturePrefix}${signature}`,
    [idHeader]: id,
    ...(timestampHeader !== undefined && { [timestampHeader]: String(sentAtSeconds) }),
    ...(eventTypeHeader !== undefined && { [eventTypeHeader]: eventType }),
  };
}

/** Whether the text can be a secret of the provider. */
export function isSecretOf({ providerKey }: Pick<Receiver, 'providerKey'>, secret: string): boolean {
  try {
    return (providerKey === 'standard_webhooks' ? standardKey(secret) : secret).length > 0;
  } catch {
    return false;
  }
}

/** The headers by which the endpoint verifies the message. Throws for a secret that is none of the provider's. */
export async function signedHeaders(
  { providerKey, settings }: Receiver,
  secret: string,
  message: TestMessage,
): Promise<Record<string, string>> {
  if (providerKey === 'standard_webhooks') return standardHeaders(secret, message);
  if (providerKey === 'github') return githubHeaders(secret, message);
  return genericHeaders(secret, message, settings);
}

/** Whether the provider names the event in a header; else it is a field of the body. */
export const hasEventHeader = ({ providerKey, settings }: Receiver): boolean =>
  providerKey === 'github' || (providerKey === 'generic_hmac' && settings.eventTypeHeader !== undefined);
