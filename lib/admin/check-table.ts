/** Checks table settings that DynamoDB does not restore. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { table } from '../../shared/kernel/table/table.ts';

export interface TableCheck {
  part: 'stream' | 'time to live' | 'point-in-time recovery' | 'deletion protection';
  isRight: boolean;
  /** The command that sets it. */
  command?: string;
}

/** Checks everything that a restored table may lack. */
export async function checkTable(): Promise<TableCheck[]> {
  const { client, name: TableName } = table();
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const { TimeToLiveDescription: ttl } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  const { ContinuousBackupsDescription: backups } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const { StreamSpecification: stream, DeletionProtectionEnabled: isProtected } = Table ?? {};
  const streams = stream?.StreamEnabled === true && stream.StreamViewType === 'NEW_AND_OLD_IMAGES';
  const expires =
    ['ENABLED', 'ENABLING'].includes(ttl?.TimeToLiveStatus ?? '') && ttl?.AttributeName === 'ttl';
  const recovers = backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED';
  const aws = (command: string, options: string) =>
    `aws dynamodb ${command} --table-name ${TableName} ${options}`;
  const check = (part: TableCheck['part'], isRight: boolean, command: string): TableCheck => ({
    part,
    isRight,
    ...(!isRight && { command }),
  });
  return [
    check(
      'stream',
      streams,
      aws('update-table', '--stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES'),
    ),
    check(
      'time to live',
      expires,
      aws('update-time-to-live', '--time-to-live-specification Enabled=true,AttributeName=ttl'),
    ),
    check(
      'point-in-time recovery',
      recovers,
      aws(
        'update-continuous-backups',
        '--point-in-time-recovery-specification PointInTimeRecoveryEnabled=true',
      ),
    ),
    check('deletion protection', isProtected === true, aws('update-table', '--deletion-protection-enabled')),
  ];
}
