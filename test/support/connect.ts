/** Lets test builders write tenants and keys straight into the runtime's table, as the administrator. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inject } from 'vitest';
import { connectTable } from '../../shared/table/table.ts';

const { endpointUrl, region, accessKeyId, secretAccessKey, table } = inject('aws');

connectTable({
  name: table,
  client: new DynamoDBClient({
    endpoint: endpointUrl,
    region,
    credentials: { accessKeyId, secretAccessKey },
  }),
});
