/** Lets test builders write straight into the runtime's table and bucket, as the administrator. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import { connectFiles, filesClientConfig } from '../../shared/files/client.ts';
import { connectTable } from '../../shared/table/table.ts';
import { canBeSilent } from './silence.ts';

const { endpointUrl, region, accessKeyId, secretAccessKey, table, buckets } = inject('aws');
const signing = { endpoint: endpointUrl, region, credentials: { accessKeyId, secretAccessKey } };

connectTable({ name: table, client: canBeSilent(new DynamoDBClient(signing)) });
connectFiles({ name: buckets.files ?? '', client: new S3Client({ ...filesClientConfig, ...signing }) });
