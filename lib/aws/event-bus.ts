import { CfnEventBus, CfnRule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import { eventSource } from '../../shared/events/envelope.ts';
import type { EventPattern } from '../../shared/workers/contract.ts';
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

  /** Copies the events of those types to the queue: of each event, what the publisher gave as its detail. */
  copyTo(queue: WorkerQueue, name: string, types: 'all' | readonly EventPattern[]): void {
    new CfnRule(this, name, {
      name,
      eventBusName: this.busName,
      eventPattern: { source: [eventSource], ...(types !== 'all' && { 'detail-type': types }) },
      targets: [
        {
          id: 'queue',
          arn: queue.queueArn,
          inputPath: '$.detail',
          deadLetterConfig: { arn: queue.deadLetterQueueArn },
        },
      ],
    });
  }
}
