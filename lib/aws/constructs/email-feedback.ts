import { Stack, Validations } from 'aws-cdk-lib';
import { CfnSubscription, CfnTopic, CfnTopicPolicy } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { emailConfigurationSetName, emailTopicName } from '../names.ts';

export interface EmailFeedbackProps {
  stage: string;
  /** The queue for e-mail events, and its dead-letter queue. */
  queueArn: string;
  deadLetterQueueArn: string;
}

/** The topic to which SES publishes e-mail events; it forwards SES's own messages to a queue. */
export class EmailFeedback extends Construct {
  constructor(scope: Construct, id: string, { stage, queueArn, deadLetterQueueArn }: EmailFeedbackProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const topic = new CfnTopic(this, 'Topic', { topicName: emailTopicName(stage) });
    Validations.of(topic).acknowledge({
      id: 'AwsSolutions-SNS2',
      reason: 'SES cannot publish to a topic under the AWS-managed key; the queue behind it is encrypted.',
    });
    const configurationSetArn = stack.formatArn({
      service: 'ses',
      resource: 'configuration-set',
      resourceName: emailConfigurationSetName(stage),
    });
    new CfnTopicPolicy(this, 'Policy', {
      topics: [topic.ref],
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { Service: 'ses.amazonaws.com' },
            Action: 'sns:Publish',
            Resource: topic.ref,
            // https://docs.aws.amazon.com/ses/latest/dg/event-publishing-add-event-destination-sns.html
            Condition: {
              StringEquals: { 'aws:SourceAccount': stack.account },
              ArnEquals: { 'aws:SourceArn': configurationSetArn },
            },
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
    new CfnSubscription(this, 'Subscription', {
      topicArn: topic.ref,
      protocol: 'sqs',
      endpoint: queueArn,
      rawMessageDelivery: true,
      redrivePolicy: { deadLetterTargetArn: deadLetterQueueArn },
    });
  }
}
