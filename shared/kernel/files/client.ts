/** The bucket and its S3 client. Constructed when the module loads, before the first request. */
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { clientConfig } from '../aws/client-config.ts';
import { filesBucketVariable } from './environment.ts';

export interface FilesBucket {
  readonly name: string;
  readonly client: S3Client;
}

/**
 * Configuration of S3. A part has 5 MiB, so it gets more time than a call of the database. The SDK's own checksums are
 * omitted where they are not needed: whole bodies are signed with their SHA-256, which S3 verifies.
 *
 * Bodies are sent without `Expect: 100-continue`: S3 never redirects them, and each part would wait for another
 * response before its first byte.
 *
 * There is no `forcePathStyle`: in AWS the SDK puts the bucket into the host name, and for an endpoint with an IP
 * address (`AWS_ENDPOINT_URL=http://127.0.0.1:…`) into the path.
 */
export const filesClientConfig = {
  ...clientConfig,
  requestHandler: { ...clientConfig.requestHandler, requestTimeout: 10_000 },
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  expectContinueHeader: false,
} as const satisfies S3ClientConfig;

function ownBucket(): FilesBucket | undefined {
  const name = process.env[filesBucketVariable];
  return name ? { name, client: new S3Client(filesClientConfig) } : undefined;
}

let connected = ownBucket();

/** Sets the bucket. Functions never call it (they have FILES_BUCKET); tools and tests do. */
export function connectFiles(bucket: FilesBucket): void {
  connected = bucket;
}

/** The current bucket. Throws when neither FILES_BUCKET nor `connectFiles` set one. */
export function filesBucket(): FilesBucket {
  if (connected === undefined) throw new Error(`${filesBucketVariable} is not set: no bucket to work on.`);
  return connected;
}
