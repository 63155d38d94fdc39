/** The one bucket and the one client of S3. Constructed when the module loads, before the first request. */
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { clientConfig } from '../aws/client-config.ts';
import { filesBucketVariable } from './environment.ts';

export interface FilesBucket {
  readonly name: string;
  readonly client: S3Client;
}

/**
 * How S3 is spoken to. A part has 5 MiB, so it gets more time than a call of the database. The SDK's own checksums are
 * left out where they are not needed: what is sent whole is signed with its SHA-256, which S3 verifies.
 *
 * A body is sent without asking first whether S3 wants it: it is never redirected, and each part would wait for one more
 * answer before its first byte leaves.
 *
 * There is no `forcePathStyle`: in AWS the SDK puts the bucket into the host's name, and for an endpoint that is an
 * address of a machine (`AWS_ENDPOINT_URL=http://127.0.0.1:…`) into the path, all by itself.
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

/** Points the files at a bucket. Functions never call it (they have FILES_BUCKET); tools and tests do. */
export function connectFiles(bucket: FilesBucket): void {
  connected = bucket;
}

/** The bucket in use. Throws when neither FILES_BUCKET nor `connectFiles` named one. */
export function filesBucket(): FilesBucket {
  if (connected === undefined) throw new Error(`${filesBucketVariable} is not set: no bucket to work on.`);
  return connected;
}
