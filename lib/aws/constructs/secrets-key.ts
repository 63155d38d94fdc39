import { Stack } from 'aws-cdk-lib';
import { CfnAlias, CfnKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { keyAlias } from '../names.ts';

/** Time to notice that a key is still needed, the longest there is: with it, everything sealed would be lost. */
const pendingWindowDays = 30;

/** What administrators of the account's keys may do: everything but use the key. */
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
 * The one key under which KMS encrypts the tenants' data keys (`shared/kernel/secrets`). AWS renews its material once a year
 * and goes on decrypting with the old.
 *
 * Its policy names the account, which is how KMS lets IAM decide: a role needs a grant of its own as well. No role,
 * administrators included, may use the key without saying for which tenant, which KMS then writes to CloudTrail.
 */
export class SecretsKey extends Construct {
  constructor(scope: Construct, id: string, { stage, removalPolicy }: Deployment) {
    super(scope, id);
    const stack = Stack.of(this);
    const account = {
      AWS: stack.formatArn({ service: 'iam', region: '', resource: 'root' }),
    };
    const key = new CfnKey(this, 'Key', {
      description: `Platform Modules ${stage}: encrypts the data keys that tenants' secrets are sealed with`,
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
