/** The parts of a deployment besides its table that tools use, found by their names. */
import { DescribeTableCommand, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import {
  dynamicScheduleGroupName,
  filesBucketName,
  keyAlias,
  queueName,
  scheduleRoleName,
} from '../../lib/aws/names.ts';
import { connectFiles, filesClientConfig } from '../../shared/kernel/files/client.ts';
import { connectSchedules } from '../../shared/kernel/schedules/client.ts';
import { connectKms } from '../../shared/kernel/secrets/data-keys.ts';
import { table } from '../../shared/kernel/table/table.ts';

/** Client configuration for all services. */
export type ClientConfig = Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'>;

/** Sets schedules, files and secrets to those of the stage. Partition, region and account are those of its table. */
export async function connectDeployment(stage: string, config: ClientConfig): Promise<void> {
  const { client, name } = table();
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  const [, partition = '', , region = '', account = ''] = (Table?.TableArn ?? '').split(':');
  connectSchedules({
    client: new SchedulerClient(config),
    group: dynamicScheduleGroupName(stage),
    roleArn: `arn:${partition}:iam::${account}:role/${scheduleRoleName(stage, region)}`,
    queueArnPrefix: `arn:${partition}:sqs:${region}:${account}:${queueName(stage, '')}`,
  });
  connectKms({ client: new KMSClient({ ...config, region }), keyAlias: keyAlias(stage) });
  const { requestHandler: _, ...s3Config } = filesClientConfig;
  connectFiles({
    name: filesBucketName(stage, account, region),
    // Uploads of whole files may take as long as the connection of the shell needs.
    client: new S3Client({ ...s3Config, ...config }),
  });
}
