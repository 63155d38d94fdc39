/** A bucket and the adapter for files in it, without a runtime. */
import { randomUUID } from 'node:crypto';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { vi } from 'vitest';
import { createAdministrator } from '../../../lib/local/gateway/identities.ts';
import { anS3, Bucket } from './s3.ts';
import { aContext } from './sync-adapters.ts';

export async function aSyncBucket() {
  const s3 = await anS3();
  const identity = createAdministrator();
  s3.registry.register(identity);
  const client = s3.administrator();
  // Allowed explicitly, because its endpoint is a private address.
  vi.stubEnv('AWS_ENDPOINT_URL', s3.url());
  const { accessKeyId, secretAccessKey } = identity;
  const secrets = { bucket: Bucket, endpoint: s3.url(), region: 'us-east-1', accessKeyId, secretAccessKey };

  return {
    s3,
    client,
    /** A context with its own folder. */
    aFile(format: 'ndjson' | 'csv', credentials: Record<string, string> = {}) {
      const prefix = `files/${randomUUID()}`;
      const context = aContext({ credentials: { ...secrets, prefix, format, ...credentials } });
      const Key = `${prefix}/${context.entityType}.${format}`;
      return {
        context,
        key: Key,
        async put(body: string | Buffer) {
          await client.send(new PutObjectCommand({ Bucket, Key, Body: Buffer.from(body) }));
        },
        async read(): Promise<string> {
          const found = await client.send(new GetObjectCommand({ Bucket, Key }));
          return (await found.Body?.transformToString()) ?? '';
        },
        /** The content of the folder. */
        async keys(): Promise<string[]> {
          const found = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
          return (found.Contents ?? []).map(({ Key: name = '' }) => name);
        },
      };
    },
    async stop() {
      vi.unstubAllEnvs();
      await s3.stop();
    },
  };
}
