import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { StreamTrigger } from '../../../shared/kernel/queues/worker-spec.ts';

export interface StreamMappingProps {
  functionName: string;
  streamArn: string;
  trigger: StreamTrigger;
  /** Hears of the records that were given up. */
  failuresQueueArn: string;
}

// By default Lambda repeats a failing batch until its records leave the stream, and all behind it wait.
const maxRetries = 5;
const oldestRecordSeconds = 3600;

/** Starts a function for what is inserted into the table under a prefix. */
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
      // What was inserted before the mapping began to read counts as well.
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
