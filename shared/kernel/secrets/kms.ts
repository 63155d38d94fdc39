/**
 * The two calls of KMS that are made. The SDK's client knows a hundred, and 27 KB of every function that opens a secret
 * would be the names of what can go wrong with them.
 * https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { clientConfig } from '../aws/client-config.ts';
import { ownEndpoint } from '../aws/own-endpoint.ts';
import { assertInTime } from '../aws/request-deadline.ts';
import { type SigningAccess, signedHeaders } from '../aws/signature.ts';
import { isTemporary } from '../table/errors.ts';

/** Who calls, and where. */
export interface KmsAccess extends SigningAccess {
  /** `https://kms.eu-central-1.amazonaws.com` */
  endpoint: string;
}

type EncryptionContext = Readonly<Record<string, string>>;

export interface KmsCalls {
  /** Throws an error named after KMS's code, as the SDK's client does. */
  decrypt(request: { keyId: string; ciphertext: string; context: EncryptionContext }): Promise<Buffer>;
  generateDataKey(request: {
    keyId: string;
    context: EncryptionContext;
  }): Promise<{ plain: Buffer; ciphertext: string; keyId: string }>;
}

const { maxAttempts, requestHandler } = clientConfig;
const firstPauseMs = 100;

interface Sent {
  status: number;
  text: string;
}

/** An error of KMS or of the way to it, with what `isTemporary` goes by. */
function failure(name: string, message: string, httpStatusCode?: number): Error {
  return Object.assign(new Error(message), { name, $metadata: { httpStatusCode } });
}

interface Sender {
  host: string;
  send(headers: Record<string, string>, body: string): Promise<Sent>;
}

async function createSender(endpoint: string): Promise<Sender> {
  const { protocol, host } = new URL(endpoint);
  // Node's HTTP is loaded by the first call, and not when the function starts.
  const { Agent, request } = protocol === 'http:' ? await import('node:http') : await import('node:https');
  const agent = new Agent({ keepAlive: true });
  return {
    host,
    send: (headers, body) =>
      new Promise((resolve, reject) => {
        const length = { 'content-length': Buffer.byteLength(body) };
        const sent = request(endpoint, { method: 'POST', agent, headers: { ...headers, ...length } });
        const late = () => sent.destroy(failure('TimeoutError', 'KMS did not answer in time.'));
        const timer = setTimeout(late, requestHandler.requestTimeout);
        sent.once('close', () => clearTimeout(timer));
        sent.once('error', reject);
        sent.once('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
        });
        sent.end(body);
      }),
  };
}

function answerOf({ status, text }: Sent): Record<string, string> {
  const answer = JSON.parse(text === '' ? '{}' : text);
  if (status === 200) return answer;
  const [name = ''] = String(answer.__type ?? 'UnknownError')
    .split('#')
    .toReversed();
  throw failure(name, String(answer.message ?? answer.Message ?? `KMS answered ${status}.`), status);
}

/** KMS as the holder of these credentials calls it: what is temporary is tried three times, as the SDK does. */
export function kmsCalls(accessNow: () => KmsAccess): KmsCalls {
  let sender: Promise<Sender> | undefined;

  async function once(operation: string, body: string): Promise<Record<string, string>> {
    assertInTime();
    const { endpoint, ...access } = accessNow();
    sender ??= createSender(endpoint);
    const { host, send } = await sender;
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `TrentService.${operation}`,
    };
    const request = { method: 'POST', service: 'kms', host, path: '/', headers, body } as const;
    return answerOf(await send(signedHeaders(request, access, Date.now()), body));
  }

  async function call(operation: string, input: object): Promise<Record<string, string>> {
    const body = JSON.stringify(input);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(operation, body);
      } catch (error) {
        if (attempt === maxAttempts || !isTemporary(error)) throw error;
        await sleep(Math.random() * firstPauseMs * 2 ** attempt);
      }
    }
  }

  return {
    async decrypt({ keyId, ciphertext, context }) {
      const input = { KeyId: keyId, CiphertextBlob: ciphertext, EncryptionContext: context };
      return Buffer.from((await call('Decrypt', input)).Plaintext ?? '', 'base64');
    },
    async generateDataKey({ keyId, context }) {
      const input = { KeyId: keyId, KeySpec: 'AES_256', EncryptionContext: context };
      const { Plaintext = '', CiphertextBlob = '', KeyId = '' } = await call('GenerateDataKey', input);
      return { plain: Buffer.from(Plaintext, 'base64'), ciphertext: CiphertextBlob, keyId: KeyId };
    },
  };
}

/** A function's own access: Lambda passes it in the environment. Throws when it holds none. */
export function ownAccess(): KmsAccess {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    AWS_REGION: region = '',
  } = process.env;
  if (!accessKeyId || !secretAccessKey)
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing from the environment');
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken: sessionToken || undefined,
    region,
    endpoint: ownEndpoint('kms'),
  };
}
