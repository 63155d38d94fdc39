/** Why some grants name their resource with a wildcard. cdk-nag refuses every one that is not in here. */
import { Validations } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Statement } from './grants.ts';

/** Why each of these actions has a wildcard. */
const reasons: Readonly<Record<string, string>> = {
  'dynamodb:ListStreams': 'IAM knows no resource for dynamodb:ListStreams, which Lambda asks for.',
  ...Object.fromEntries(
    ['Create', 'Update', 'Get', 'Delete'].map((verb) => [
      `scheduler:${verb}Schedule`,
      'IAM knows no single schedules: a grant covers a whole group, and the group holds nothing else.',
    ]),
  ),
  'scheduler:ListSchedules': 'IAM knows no resource for scheduler:ListSchedules.',
  ...Object.fromEntries(
    ['GetObject', 'PutObject', 'DeleteObject'].map((verb) => [
      `s3:${verb}`,
      'The keys of objects hold ids and hashes, so a grant covers all files of one kind.',
    ]),
  ),
  ...Object.fromEntries(
    ['DetectDocumentText', 'StartDocumentTextDetection', 'GetDocumentTextDetection'].map((action) => [
      `textract:${action}`,
      'IAM knows no resource for the detection of text.',
    ]),
  ),
  ...Object.fromEntries(
    ['GetQueueAttributes', 'SendMessage'].map((action) => [
      `sqs:${action}`,
      'Super admins look at the dead letters of every queue of the stage, and bring them back.',
    ]),
  ),
  'ses:GetAccount': 'IAM knows no resource for the quota of an account.',
  'ses:CreateTenant': 'SES chooses the id of a tenant.',
  'ses:CreateTenantResourceAssociation': 'SES chooses the id of a tenant.',
  'ec2:CreateNetworkInterface':
    'Lambda itself makes the interfaces of functions in a VPC; it refuses the function when the grant is narrower.',
  'xray:PutTraceSegments': 'IAM knows no resource for traces.',
  'kms:Decrypt': 'KMS chooses the id of a key; the condition confines the grant to the key with our alias.',
};

/** Tells cdk-nag of a role's construct which of its wildcards are meant, and why. */
export function acknowledgeWildcards(role: Construct, statements: readonly Statement[]): void {
  for (const { Action, Resource } of statements) {
    const reason = Action.map((action) => reasons[action]).find((known) => known !== undefined);
    if (reason === undefined || !Resource.includes('*')) continue;
    acknowledgeWildcard(role, Resource, reason);
  }
}

/** Tells cdk-nag why one resource with a wildcard is meant. */
export function acknowledgeWildcard(role: Construct, resource: string, reason: string): void {
  const name = resource.replaceAll(/\$\{Token\[AWS\.(\w+)\.\d+\]\}/g, '<AWS::$1>');
  Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${name}]`, reason });
}
