/** Lets test builders write directly to the runtime's table and bucket, as the administrator. */
// Imported first: modules of the product read the environment when they are loaded.
import '../runtime/function-environment.ts';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import { keyAlias } from '../../../lib/aws/names.ts';
import { clientConfig, withoutLogging } from '../../../shared/kernel/aws/client-config.ts';
import { connectFiles, filesClientConfig } from '../../../shared/kernel/files/client.ts';
import { connectKms } from '../../../shared/kernel/secrets/data-keys.ts';
import { connectTable } from '../../../shared/kernel/table/table.ts';
import { sessionToken } from '../runtime/function-environment.ts';
import { canBeSilent } from './silence.ts';

const { endpointUrl, region, accessKeyId, secretAccessKey, table, buckets } = inject('aws');
const signing = {
  endpoint: endpointUrl,
  region,
  credentials: { accessKeyId, secretAccessKey, sessionToken },
};

/**
 * Sends the credentials without a signature, which the runtime does not check: signing takes a tenth of the CPU of a
 * call.
 */
const signer = {
  async sign<Request extends { headers: Record<string, string> }>(request: Request): Promise<Request> {
    const scope = `${accessKeyId}/20260101/${region}/dynamodb/aws4_request`;
    const headers = {
      ...request.headers,
      authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
      'x-amz-security-token': sessionToken,
    };
    return { ...request, headers };
  },
};

// When every core is busy, a connection may take seconds.
const requestHandler = { ...clientConfig.requestHandler, connectionTimeout: 20_000 };
const client = withoutLogging(new DynamoDBClient({ ...clientConfig, ...signing, requestHandler, signer }));
connectTable({ name: table, client: canBeSilent(client) });
// A runtime that another file started in this process may have changed the credentials.
connectKms({ client: new KMSClient({ ...clientConfig, ...signing }), keyAlias: keyAlias('local') });
connectFiles({ name: buckets.files ?? '', client: new S3Client({ ...filesClientConfig, ...signing }) });
