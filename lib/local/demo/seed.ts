/** Seeds the demo through the local AWS endpoint. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { kmsCalls } from '../../../shared/kernel/secrets/kms.ts';
import { keyAlias } from '../../aws/names.ts';
import type { AwsIdentity } from '../types.ts';
import { type DemoAccess, seedDemo } from './demo.ts';

export const region = 'us-east-1';
export const stage = 'local';

/** Makes sure that the demo exists, with the rights of the administrator. */
export async function seedDemoOf(options: {
  endpointUrl: string;
  administrator: AwsIdentity;
  tableName: string;
  previous: DemoAccess | undefined;
}): Promise<DemoAccess> {
  const { endpointUrl, administrator, tableName, previous } = options;
  const { accessKeyId, secretAccessKey } = administrator;
  const config = { endpoint: endpointUrl, region, credentials: { accessKeyId, secretAccessKey } };
  const dynamodb = new DynamoDBClient(config);
  const access = { endpoint: endpointUrl, region, accessKeyId, secretAccessKey };
  try {
    return await seedDemo({
      dynamodb,
      tableName,
      kms: { calls: kmsCalls(() => access), keyAlias: keyAlias(stage) },
      previous,
    });
  } finally {
    dynamodb.destroy();
  }
}
