import { Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, StreamViewType, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { tableFormat } from '../../../shared/kernel/table/schema.ts';
import type { Deployment } from '../deployment.ts';
import { tableName } from '../names.ts';

/**
 * The only table of the platform. Its items and access patterns are described in the `keys.ts` of the kernel and of
 * each module.
 */
export class PlatformTable extends Construct {
  readonly tableArn: string;
  readonly streamArn: string;

  constructor(scope: Construct, id: string, deployment: Deployment) {
    super(scope, id);
    // `npm run deploy` refuses to update a table of another format.
    Stack.of(this).templateOptions.metadata = { tableFormat };
    const table = new Table(this, 'Table', {
      tableName: tableName(deployment.stage),
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      timeToLiveAttribute: 'ttl',
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      // The AWS-managed key: CloudTrail shows its uses, and functions need no KMS grant.
      encryption: TableEncryption.AWS_MANAGED,
      // The protection stack enables it after all other stacks exist.
      removalPolicy: deployment.removalPolicy,
    });
    this.tableArn = table.tableArn;
    if (table.tableStreamArn === undefined) throw new Error('The table has no stream');
    this.streamArn = table.tableStreamArn;
  }
}
