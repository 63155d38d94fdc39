/** A shell command that repeats a delivery at its receiver, from the reader's machine. */
import { toJson, type Webhook, type WebhookDelivery } from '../../../shared/clients/typescript/index.ts';
import { quoted } from '../api/curl.ts';

type Receiver = Pick<Webhook, 'url' | 'httpMethod' | 'customHeaders'>;
type Message = Pick<WebhookDelivery, 'messageId' | 'payload'>;

/** The API never returns the values of custom headers, so the shell has them: that of `x-key` is in `$HEADER_X_KEY`. */
const variableOf = (header: string): string => `HEADER_${header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;

/** Signs with `$WEBHOOK_SECRET` and the current time, because receivers refuse old signatures. */
export function repeatCommand({ messageId, payload }: Message, receiver: Receiver): string {
  const { url, httpMethod, customHeaders } = receiver;
  const headers = [
    'Content-Type: application/json',
    'webhook-id: $id',
    'webhook-timestamp: $at',
    'webhook-signature: v1,$signature',
  ].map((header) => `-H "${header}"`);
  const ownHeaders = Object.keys(customHeaders ?? {}).map(
    (name) => `-H ${quoted(`${name}: `)}"$${variableOf(name)}"`,
  );
  return [
    `id=${quoted(messageId)}`,
    'at=$(date +%s)',
    `body=${quoted(toJson(payload))}`,
    `key=$(printf '%s' "\${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')`,
    `signature=$(printf '%s' "$id.$at.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)`,
    [`curl -X ${httpMethod} ${quoted(url)}`, ...headers, ...ownHeaders, '--data-raw "$body"'].join(' \\\n  '),
  ].join('\n');
}
