/** A table whose requests a unit test handles itself, as commands of the document client. */
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { connectTable, table } from '../../../shared/kernel/table/table.ts';

export type MockedTable = ReturnType<typeof mockTable>;

/** Connects the stores to it. */
export function mockTable(name = 'unit-test') {
  connectTable({ name, client: new DynamoDBClient({ region: 'us-east-1' }) });
  return mockClient(table().documents);
}

/** The error of a transaction that DynamoDB cancels, with a code for each of its writes. */
export const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    ...{ message: 'cancelled', $metadata: {} },
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
