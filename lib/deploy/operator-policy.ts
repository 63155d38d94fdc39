/** The policy of the person or pipeline that runs `npm run deploy`, separate from that of CloudFormation. */
import { stackName } from '../aws/names.ts';
import type { PolicyDocument, PolicyStatement } from './policy.ts';

/** The statements for one stage: reads for pre-flight and guard, the CDK CLI's roles, and removal. */
export function operatorStatements(stage: string): PolicyStatement[] {
  const stacks = [`arn:*:cloudformation:*:*:stack/${stackName(stage, '')}*/*`];
  const allow = (Action: string[], Resource: string[]): PolicyStatement => ({
    Effect: 'Allow',
    Action,
    Resource,
  });
  return [
    // The CLI uploads and deploys with the bootstrap's roles.
    allow(['sts:AssumeRole'], ['arn:*:iam::*:role/cdk-*']),
    allow(
      [
        'cloudformation:DeleteStack',
        'cloudformation:DescribeStackEvents',
        'cloudformation:GetTemplate',
        'cloudformation:ListStackResources',
        'cloudformation:UpdateTerminationProtection',
      ],
      stacks,
    ),
    // Buckets are emptied before their stack is deleted, and deleted if a failed creation leaves them.
    allow(['s3:DeleteBucket', 's3:ListBucketVersions'], [`arn:*:s3:::platform-modules-${stage}-*`]),
    allow(['s3:DeleteObject', 's3:DeleteObjectVersion'], [`arn:*:s3:::platform-modules-${stage}-*/*`]),
    allow(['ssm:GetParameter'], ['arn:*:ssm:*:*:parameter/cdk-bootstrap/*']),
    allow(['iam:GetRole'], ['arn:*:iam::*:role/aws-service-role/ecs.amazonaws.com/AWSServiceRoleForECS']),
    allow(['route53:GetHostedZone'], ['arn:*:route53:::hostedzone/*']),
    allow(['acm:DescribeCertificate'], ['arn:*:acm:us-east-1:*:certificate/*']),
    // IAM has no resources for these actions, and all stacks are listed to find those of the stage.
    allow(['cloudformation:DescribeStacks', 'iam:GetAccountSummary', 'lambda:GetAccountSettings'], ['*']),
  ];
}

export function operatorPolicy(stage: string): PolicyDocument {
  return { Version: '2012-10-17', Statement: operatorStatements(stage) };
}
