import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { QueueTrigger } from '../../../shared/kernel/queues/worker-spec.ts';

export interface QueueMappingProps {
  functionName: string;
  queueArn: string;
  trigger: QueueTrigger;
}

// https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
const largestBatchWithoutWindow = 10;

/** Starts a function for messages of a queue. Messages that it does not report as failed are deleted. */
export class QueueMapping extends Construct {
  constructor(scope: Construct, id: string, { functionName, queueArn, trigger }: QueueMappingProps) {
    super(scope, id);
    const { batchSize, batchingWindowSeconds, maximumConcurrency } = trigger;
    if (batchSize > largestBatchWithoutWindow && !batchingWindowSeconds) {
      throw new Error(`${trigger.queue}: a batch of ${batchSize} needs a batching window`);
    }
    new CfnEventSourceMapping(this, 'Source', {
      functionName,
      eventSourceArn: queueArn,
      batchSize,
      ...(batchingWindowSeconds && { maximumBatchingWindowInSeconds: batchingWindowSeconds }),
      functionResponseTypes: ['ReportBatchItemFailures'],
      scalingConfig: { maximumConcurrency },
    });
  }
}
