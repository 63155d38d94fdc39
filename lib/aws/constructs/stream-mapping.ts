import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { StreamTrigger } from '../../../shared/kernel/queues/worker-spec.ts';

export interface StreamMappingProps {
  functionName: string;
  streamArn: string;
  trigger: StreamTrigger;
  /** Receives descriptions of the discarded records. */
  failuresQueueArn: string;
}

// By default Lambda repeats a failing batch until its records leave the stream, and later records wait.
const maxRetries = 5;
const oldestRecordSeconds = 3600;

/** Starts a function for items that are inserted into the table under a key prefix. */
export class StreamMapping extends Construct {
  constructor(scope: Construct, id: string, props: StreamMappingProps) {
    super(scope, id);
    const { pkPrefix, batchSize, parallelizationFactor } = props.trigger;
    const pattern = {
      eventName: ['INSERT'],
      dynamodb: { Keys: { pk: { S: [{ prefix: pkPrefix }] } } },
    };
    new CfnEventSourceMapping(this, 'Source', {
      functionName: props.functionName,
      eventSourceArn: props.streamArn,
      // Includes items inserted before the mapping began to read.
      startingPosition: 'TRIM_HORIZON',
      batchSize,
      ...(parallelizationFactor && { parallelizationFactor }),
      filterCriteria: { filters: [{ pattern: JSON.stringify(pattern) }] },
      functionResponseTypes: ['ReportBatchItemFailures'],
      bisectBatchOnFunctionError: true,
      maximumRetryAttempts: maxRetries,
      maximumRecordAgeInSeconds: oldestRecordSeconds,
      destinationConfig: { onFailure: { destination: props.failuresQueueArn } },
    });
  }
}
