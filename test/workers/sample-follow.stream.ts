import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { note } from './table.ts';

const eventBridge = new EventBridgeClient({});

/**
 * Records every stream record under its partition, publishes those with an event type, and fails for poison records.
 */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  for (const { dynamodb, eventName } of Records) {
    const { pk, sk, poison, type } = dynamodb?.NewImage ?? {};
    const partition = pk?.S ?? '';
    if (poison?.BOOL) return { batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber ?? '' }] };
    await note(partition, { sk: sk?.S, eventName });
    if (type?.S === undefined) continue;
    const Entry = {
      EventBusName: process.env.BUS_NAME,
      Source: 'platform-modules',
      DetailType: type.S,
      Detail: JSON.stringify({ tenantId: partition.slice('SAMPLE#'.length), type: type.S }),
    };
    await eventBridge.send(new PutEventsCommand({ Entries: [Entry] }));
  }
  return { batchItemFailures: [] };
}
