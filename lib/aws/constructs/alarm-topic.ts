import { Validations } from 'aws-cdk-lib';
import { CfnSubscription, CfnTopic, CfnTopicPolicy } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';

/** The SNS topic of a stage's alarms of a region, for both their start and their end. A team's pager subscribes to it. */
export class AlarmTopic extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { alarmEmail }: Pick<Deployment, 'alarmEmail'>,
    topicName: string,
  ) {
    super(scope, id);
    const topic = new CfnTopic(this, 'Topic', { topicName });
    Validations.of(topic).acknowledge({
      id: 'AwsSolutions-SNS2',
      reason:
        'CloudWatch cannot publish to a topic under the AWS-managed key; messages contain alarm names and no data.',
    });
    new CfnTopicPolicy(this, 'Policy', {
      topics: [topic.ref],
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: 'sns:Publish',
            Resource: topic.ref,
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          },
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
    if (alarmEmail !== undefined)
      new CfnSubscription(this, 'Email', { topicArn: topic.ref, protocol: 'email', endpoint: alarmEmail });
  }
}
