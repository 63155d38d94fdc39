/** The reasons for wildcards in the resources of grants. cdk-nag refuses all others. */
import { Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Statement } from './grants.ts';

/** The reason for the wildcard of each action. */
const reasons: Readonly<Record<string, string>> = {
  'dynamodb:ListStreams': 'IAM has no resource for dynamodb:ListStreams, which Lambda requires.',
  ...Object.fromEntries(
    ['Create', 'Update', 'Get', 'Delete'].map((verb) => [
      `scheduler:${verb}Schedule`,
      'IAM has no resource for single schedules: a grant covers a whole group, which contains nothing else.',
    ]),
  ),
  'scheduler:ListSchedules': 'IAM has no resource for scheduler:ListSchedules.',
  ...Object.fromEntries(
    ['GetObject', 'PutObject', 'DeleteObject'].map((verb) => [
      `s3:${verb}`,
      'Object keys contain ids and hashes, so a grant covers all files of one kind.',
    ]),
  ),
  ...Object.fromEntries(
    ['DetectDocumentText', 'StartDocumentTextDetection', 'GetDocumentTextDetection'].map((action) => [
      `textract:${action}`,
      'IAM has no resource for text detection.',
    ]),
  ),
  ...Object.fromEntries(
    ['GetQueueAttributes', 'ReceiveMessage', 'SendMessage'].map((action) => [
      `sqs:${action}`,
      'Super admins count the messages of all queues, read dead-letter queues, and move their messages back.',
    ]),
  ),
  'dynamodb:DescribeStream': 'DynamoDB names a stream by the time of its creation.',
  'ses:GetAccount': 'IAM has no resource for the quota of an account.',
  'ses:CreateTenant': 'SES generates the id of a tenant.',
  'ses:CreateTenantResourceAssociation': 'SES generates the id of a tenant.',
  'ec2:CreateNetworkInterface':
    'Lambda itself creates the network interfaces of functions in a VPC; it refuses the function when the grant ' +
    'is narrower.',
  'xray:PutTraceSegments': 'IAM has no resource for traces.',
  'kms:Decrypt':
    'KMS generates the id of a key; the condition restricts the grant to the key with our alias.',
};

/** Records for cdk-nag which wildcards of a role are intended, and why. */
export function acknowledgeWildcards(role: Construct, statements: readonly Statement[]): void {
  for (const { Action, Resource } of statements) {
    const reason = Action.map((action) => reasons[action]).find((known) => known !== undefined);
    if (reason === undefined || !Resource.includes('*')) continue;
    acknowledgeWildcard(role, Resource, reason);
  }
}

/** Records for cdk-nag why the wildcard of one resource is intended. */
export function acknowledgeWildcard(role: Construct, resource: string, reason: string): void {
  const name = resource.replaceAll(/\$\{Token\[AWS\.(\w+)\.\d+\]\}/g, '<AWS::$1>');
  Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${name}]`, reason });
}
