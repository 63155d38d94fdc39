import { CfnEventBus, CfnRule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { eventSource } from '../../../shared/kernel/events/envelope.ts';
import type { EventPattern } from '../../../shared/kernel/queues/worker-spec.ts';
import type { WorkerQueue } from './worker-queue.ts';

/** The bus for all events. The policies of the account's roles decide who may publish; other accounts cannot. */
export class EventBus extends Construct {
  readonly busName: string;

  constructor(scope: Construct, id: string, busName: string) {
    super(scope, id);
    const bus = new CfnEventBus(this, 'Bus', { name: busName });
    this.busName = bus.ref;
  }

  /**
   * Copies the events of these types to the queue, with the detail only. Two rules are needed: events of tenants are
   * sent in their tenant's message group, so that SQS orders the queue fairly; events of the platform, and of services
   * without a group, are sent without.
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html
   */
  copyTo(queue: WorkerQueue, names: RuleNames, types: 'all' | readonly EventPattern[]): void {
    const rule = (name: string, hasGroup: boolean) =>
      new CfnRule(this, name, {
        name,
        eventBusName: this.busName,
        eventPattern: {
          source: [eventSource],
          ...(types !== 'all' && { 'detail-type': types }),
          detail: { messageGroupId: [{ exists: hasGroup }] },
        },
        targets: [
          {
            id: 'queue',
            arn: queue.queueArn,
            inputPath: '$.detail',
            deadLetterConfig: { arn: queue.deadLetterQueueArn },
            ...(hasGroup && { sqsParameters: { messageGroupId: '$.detail.messageGroupId' } }),
          },
        ],
      });
    rule(names.ofTenants, true);
    rule(names.ofPlatform, false);
  }
}

/** The names of a queue's two rules. */
export interface RuleNames {
  ofTenants: string;
  ofPlatform: string;
}

export function ruleNames(queueName: string): RuleNames {
  return { ofTenants: queueName, ofPlatform: `${queueName}-platform` };
}
