import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { checkTable } from '../../../lib/admin/check-table.ts';
import { connectTable } from '../../../shared/kernel/table/table.ts';

const client = new DynamoDBClient({ region: 'eu-west-1' });
const dynamodb = mockClient(client);

it('a restored table lacks all settings, and the commands that restore them are reported', async () => {
  connectTable({ name: 'platform-modules-dev', client });
  dynamodb.on(DescribeTableCommand).resolves({ Table: {} });
  dynamodb
    .on(DescribeTimeToLiveCommand)
    .resolves({ TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } });
  dynamodb.on(DescribeContinuousBackupsCommand).resolves({});
  const checks = await checkTable();
  expect(checks.map(({ isRight }) => isRight)).toEqual([false, false, false, false]);
  for (const { command } of checks)
    expect(command).toMatch(/^aws dynamodb update-\S+ --table-name platform-modules-dev --/);
});

it('a deployed table is correct', async () => {
  connectTable({ name: 'platform-modules-dev', client });
  dynamodb.on(DescribeTableCommand).resolves({
    Table: {
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      DeletionProtectionEnabled: true,
    },
  });
  dynamodb
    .on(DescribeTimeToLiveCommand)
    .resolves({ TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' } });
  dynamodb.on(DescribeContinuousBackupsCommand).resolves({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
    },
  });
  const parts = ['stream', 'time to live', 'point-in-time recovery', 'deletion protection'];
  expect(await checkTable()).toEqual(parts.map((part) => ({ part, isRight: true })));
});
