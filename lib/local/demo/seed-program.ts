/**
 * Seeds the demo through the local AWS endpoint. A child program, because the services of all modules take much
 * memory.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { keyAlias } from '../../aws/names.ts';
import { asChildProgram } from '../child-program.ts';
import { region } from '../cloudformation/resource-names.ts';
import { seedDemo } from './demo.ts';
import { type SeedInput, stage } from './seed.ts';

await asChildProgram(async ({ endpointUrl, administrator, tableName, previous }: SeedInput) => {
  const { accessKeyId, secretAccessKey } = administrator;
  const config = { endpoint: endpointUrl, region, credentials: { accessKeyId, secretAccessKey } };
  const dynamodb = new DynamoDBClient(config);
  const kms = new KMSClient(config);
  try {
    return await seedDemo({
      dynamodb,
      tableName,
      kms: { client: kms, keyAlias: keyAlias(stage) },
      previous,
    });
  } finally {
    dynamodb.destroy();
    kms.destroy();
  }
});
