import { Stack } from 'aws-cdk-lib';
import { CfnRole } from 'aws-cdk-lib/aws-iam';
import { CfnSubscription, CfnTopic, CfnTopicPolicy } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { textractRoleName, textractTopicName } from '../names.ts';

export interface TextRecognitionProps {
  stage: string;
  /** The queue for ended jobs, and its dead-letter queue. */
  queueArn: string;
  deadLetterQueueArn: string;
}

/**
 * Textract's notification of ended jobs: Textract assumes a role to publish to a topic, and the topic forwards the
 * unwrapped message to a queue.
 */
export class TextRecognition extends Construct {
  constructor(scope: Construct, id: string, { stage, queueArn, deadLetterQueueArn }: TextRecognitionProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const topic = new CfnTopic(this, 'Topic', {
      topicName: textractTopicName(stage),
      // The AWS-managed key, which every role of the account may use through SNS.
      kmsMasterKeyId: 'alias/aws/sns',
    });
    new CfnTopicPolicy(this, 'Policy', {
      topics: [topic.ref],
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Deny',
            Principal: '*',
            Action: 'sns:Publish',
            Resource: topic.ref,
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
        ],
      },
    });
    new CfnSubscription(this, 'Subscription', {
      topicArn: topic.ref,
      protocol: 'sqs',
      endpoint: queueArn,
      rawMessageDelivery: true,
      redrivePolicy: { deadLetterTargetArn: deadLetterQueueArn },
    });
    new CfnRole(this, 'Role', {
      roleName: textractRoleName(stage, stack.region),
      description: 'Textract publishes the end of jobs with this role',
      assumeRolePolicyDocument: trust(stack),
      policies: [
        {
          policyName: 'grants',
          policyDocument: {
            Version: '2012-10-17',
            Statement: [{ Effect: 'Allow', Action: ['sns:Publish'], Resource: topic.ref }],
          },
        },
      ],
    });
  }
}

/**
 * Jobs of other accounts must not make the service use the role.
 * https://docs.aws.amazon.com/textract/latest/dg/cross-service-confused-deputy-prevention.html
 */
function trust(stack: Stack): object {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'textract.amazonaws.com' },
        Action: 'sts:AssumeRole',
        Condition: {
          StringEquals: { 'aws:SourceAccount': stack.account },
          ArnLike: { 'aws:SourceArn': `arn:${stack.partition}:textract:*:${stack.account}:*` },
        },
      },
    ],
  };
}
