/** Seeds the demo through the local AWS endpoint: a program of its own, as the services of all modules take much memory. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { kmsCalls } from '../../../shared/kernel/secrets/kms.ts';
import { keyAlias } from '../../aws/names.ts';
import { asChildProgram } from '../child-program.ts';
import { seedDemo } from './demo.ts';
import { region, type SeedInput, stage } from './seed.ts';

await asChildProgram(async ({ endpointUrl, administrator, tableName, previous }: SeedInput) => {
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
});
