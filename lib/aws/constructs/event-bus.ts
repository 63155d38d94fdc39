import { CfnEventBus, CfnRule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { eventSource } from '../../../shared/kernel/events/envelope.ts';
import type { EventPattern } from '../../../shared/kernel/queues/worker-spec.ts';
import type { WorkerQueue } from './worker-queue.ts';

/**
 * The bus that every event goes through. Who may publish to it is up to the policies of the account's own roles:
 * the bus lets no other account in.
 */
export class EventBus extends Construct {
  readonly busName: string;

  constructor(scope: Construct, id: string, busName: string) {
    super(scope, id);
    const bus = new CfnEventBus(this, 'Bus', { name: busName });
    this.busName = bus.ref;
  }

  /**
   * Copies the events of those types to the queue: of each event, what the publisher gave as its detail. Two rules do:
   * the events of tenants travel in the message group of their tenant, so that SQS orders the queue fairly; those of
   * the platform as a whole, and of services that name no group, travel without.
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

/** The names of the two rules that fill a queue. */
export interface RuleNames {
  ofTenants: string;
  ofPlatform: string;
}

export function ruleNames(queueName: string): RuleNames {
  return { ofTenants: queueName, ofPlatform: `${queueName}-platform` };
}
