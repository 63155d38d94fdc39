/** Clients of S3 for credentials that tenants bring: each connects only where webhooks may. */

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { pipeline, Readable, Transform } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { LRUCache } from 'lru-cache';
import { publicLookup, systemLookup } from '../../../kernel/outbound/public-lookup.ts';
import { mayBePrivate } from '../../integrations/public-light.ts';
import { AuthorizationFailedError, SourceError } from '../adapter.ts';
import { nameOf, type S3Access, type S3Location } from './s3-location.ts';

const keptClients = 8;
const clients = new LRUCache<string, S3Client>({
  max: keptClients,
  dispose: (client) => client.destroy(),
});

function newClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Access): S3Client {
  // AWS's own storage may have a private address inside of a network, where an endpoint of it is.
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
    // Not every storage that speaks S3 knows AWS's newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  // Next to the connection, so that the SDK reads lists and errors within the limit as well.
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

/** Of one response: ranges and what exports keep in the bucket have a few megabytes, and so has a list of 1,000 names. */
const maxResponseBytes = 33_554_432;

/** A tenant names the storage, which may send without end. */
function limitBody(response: unknown): void {
  if (typeof response !== 'object' || response === null || !('body' in response)) return;
  if (response.body instanceof Readable) response.body = limitedTo(response.body, maxResponseBytes);
}

/** The same bytes; throws SourceError once there are more than so many. */
export function limitedTo(body: Readable, maxBytes: number): Readable {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= maxBytes) done(null, chunk);
      else done(new SourceError(`The storage sends more than ${maxBytes} bytes in one response.`));
    },
  });
  // Errors go both ways: to who reads, and to the connection, which is closed.
  return pipeline(body, limit, () => undefined);
}

/** The client for these credentials; the last few are kept, with their connections. */
export function clientFor(access: S3Access): S3Client {
  const name = JSON.stringify(access);
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
  NoSuchBucket: 'there is no such bucket',
  NoSuchKey: 'there is no such file',
  NotFound: 'there is no such file',
  AccessDenied: 'the key may not do this, or there is no such file',
  Forbidden: 'the key may not do this, or there is no such file',
  PermanentRedirect: 'the bucket is in another region',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
  InvalidBucketName: 'the name of the bucket is not valid',
  InvalidObjectState: 'the file is archived',
};

/** What an error of S3 means for a run: the same error where trying again may help. */
export function toSyncError(error: unknown, place: Pick<S3Location, 'bucket' | 'key'>): unknown {
  const name = error instanceof Error ? error.name : '';
  if (badCredentials.has(name)) return new AuthorizationFailedError(`S3 refuses the key (${name}).`);
  const problem = final[name];
  return problem === undefined ? error : new SourceError(`${nameOf(place)}: ${problem}.`);
}

/** The name of an error of S3. */
export function isNamed(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}
