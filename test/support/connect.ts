/** Lets test builders write straight into the runtime's table and bucket, as the administrator. */
// First: modules of the product look into the environment when they are loaded.
import './function-environment.ts';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import { clientConfig } from '../../shared/aws/client-config.ts';
import { connectFiles, filesClientConfig } from '../../shared/files/client.ts';
import { connectTable } from '../../shared/table/table.ts';
import { sessionToken } from './function-environment.ts';
import { canBeSilent } from './silence.ts';

const { endpointUrl, region, accessKeyId, secretAccessKey, table, buckets } = inject('aws');
const signing = {
  endpoint: endpointUrl,
  region,
  credentials: { accessKeyId, secretAccessKey, sessionToken },
};

connectTable({ name: table, client: canBeSilent(new DynamoDBClient({ ...clientConfig, ...signing })) });
connectFiles({ name: buckets.files ?? '', client: new S3Client({ ...filesClientConfig, ...signing }) });
