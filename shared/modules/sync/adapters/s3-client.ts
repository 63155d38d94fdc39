/** S3 clients for credentials of tenants. They connect only to addresses that webhooks may call. */

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { pipeline, Readable, Transform } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { LRUCache } from 'lru-cache';
import { toJson } from '../../../kernel/base/json.ts';
import { publicLookup, systemLookup } from '../../../kernel/outbound/public-lookup.ts';
import { mayBePrivate } from '../../integrations/public-data.ts';
import { AuthorizationFailedError, SourceError } from '../adapter.ts';
import { nameOf, type S3Access, type S3Location } from './s3-location.ts';

const keptClients = 8;
const clients = new LRUCache<string, S3Client>({
  max: keptClients,
  dispose: (client) => client.destroy(),
});

function newClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Access): S3Client {
  // AWS storage may have a private address if the network has a VPC endpoint for S3.
  const allowPrivate = endpoint === undefined || mayBePrivate(endpoint);
  const agentOptions = { keepAlive: true, maxSockets: 32, lookup: publicLookup(systemLookup, allowPrivate) };
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 20_000,
      throwOnRequestTimeout: true,
      httpAgent: new HttpAgent(agentOptions),
      httpsAgent: new HttpsAgent(agentOptions),
    },
    // Some S3-compatible storage does not support AWS's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  // The last middleware before the connection, so that the SDK's own reads of lists and errors are limited,
  // too.
  client.middlewareStack.add(
    (next) => async (args) => {
      const output = await next(args);
      limitBody(output.response);
      return output;
    },
    { name: 'limitBody', step: 'deserialize', priority: 'low' },
  );
  return client;
}

/** Maximum bytes of a response. Ranges, staged batches and lists of 1,000 names have a few megabytes. */
const maxResponseBytes = 33_554_432;

/** Limits a response body: the storage is chosen by the tenant and could send endless data. */
function limitBody(response: unknown): void {
  if (typeof response !== 'object' || response === null || !('body' in response)) return;
  if (response.body instanceof Readable) response.body = limitedTo(response.body, maxResponseBytes);
}

/** Passes bytes through; throws SourceError after more than `maxBytes`. */
export function limitedTo(body: Readable, maxBytes: number): Readable {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else done(new SourceError(`The storage sends more than ${maxBytes} bytes in one response.`));
    },
  });
  // An error reaches the reader, and destroys the source, which closes the connection.
  return pipeline(body, limit, () => undefined);
}

/** Returns the client for these credentials. Recently used clients are cached with their connections. */
export function clientFor(access: S3Access): S3Client {
  const name = toJson(access);
  const client = clients.get(name) ?? newClient(access);
  clients.set(name, client);
  return client;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const badCredentials: ReadonlySet<string> = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'TokenRefreshRequired',
  'InvalidSecurity',
]);

const final: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist',
  NoSuchKey: 'the file does not exist',
  NotFound: 'the file does not exist',
  AccessDenied: 'the key lacks the permission, or the file does not exist',
  Forbidden: 'the key lacks the permission, or the file does not exist',
  PermanentRedirect: 'the bucket is in another region',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
  InvalidBucketName: 'the name of the bucket is not valid',
  InvalidObjectState: 'the file is archived',
};

/** Converts an S3 error to the error of a run; returns errors that may succeed on retry unchanged. */
export function toSyncError(error: unknown, location: Pick<S3Location, 'bucket' | 'key'>): unknown {
  const name = error instanceof Error ? error.name : '';
  if (badCredentials.has(name)) return new AuthorizationFailedError(`S3 refuses the key (${name}).`);
  const problem = final[name];
  return problem === undefined ? error : new SourceError(`${nameOf(location)}: ${problem}.`);
}

/** Whether an S3 error has one of these names. */
export function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** Whether S3 refused a range that begins after the end of the file. */
export const isPastEnd = (error: unknown): boolean => isNamed(error, 'InvalidRange', '416');
