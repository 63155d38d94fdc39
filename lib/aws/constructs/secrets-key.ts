import { Stack } from 'aws-cdk-lib';
import { CfnAlias, CfnKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { keyAlias } from '../names.ts';

/** Maximum waiting period, to notice that a key is still needed: without it, all encrypted data is lost. */
const pendingWindowDays = 30;

/** Actions of the account's key administrators: everything except using the key. */
const administration = [
  'kms:CancelKeyDeletion',
  'kms:Create*',
  'kms:Delete*',
  'kms:Describe*',
  'kms:Disable*',
  'kms:Enable*',
  'kms:Get*',
  'kms:List*',
  'kms:Put*',
  'kms:Revoke*',
  'kms:RotateKeyOnDemand',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:Update*',
];

/**
 * The key with which KMS encrypts the tenants' data keys (`shared/kernel/secrets`). AWS rotates its material yearly
 * and still decrypts with the old material.
 *
 * Its policy names the account, which lets IAM decide: a role also needs a grant of its own. No role, including
 * administrators, may use the key without naming the tenant, which KMS records in CloudTrail.
 */
export class SecretsKey extends Construct {
  constructor(scope: Construct, id: string, { stage, removalPolicy }: Deployment) {
    super(scope, id);
    const stack = Stack.of(this);
    const account = {
      AWS: stack.formatArn({ service: 'iam', region: '', resource: 'root' }),
    };
    const key = new CfnKey(this, 'Key', {
      description: `Platform Modules ${stage}: encrypts the data keys of tenants' secrets`,
      enableKeyRotation: true,
      pendingWindowInDays: pendingWindowDays,
      keyPolicy: {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Principal: account, Action: administration, Resource: '*' },
          {
            Effect: 'Allow',
            Principal: account,
            Action: ['kms:GenerateDataKey', 'kms:Decrypt'],
            Resource: '*',
            Condition: { Null: { 'kms:EncryptionContext:tenantId': 'false' } },
          },
        ],
      },
    });
    const alias = new CfnAlias(this, 'Alias', { aliasName: keyAlias(stage), targetKeyId: key.ref });
    for (const resource of [key, alias]) resource.applyRemovalPolicy(removalPolicy);
  }
}
