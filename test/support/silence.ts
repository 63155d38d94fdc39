/**
 * Writes without their events. A tenant with an organization and a key is three events, each of which sets off the
 * publisher, the bus, two queues and two functions; where a test begins, nobody wants to hear of them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBClient, TransactWriteItem, TransactWriteItemsInput } from '@aws-sdk/client-dynamodb';

const silence = new AsyncLocalStorage<true>();

/** Does the work, and leaves what it puts into the outbox out of its transactions. */
export function silently<Result>(work: () => Promise<Result>): Promise<Result> {
  return silence.run(true, work);
}

const isEvent = ({ Put }: TransactWriteItem): boolean => Put?.Item?.pk?.S?.startsWith('OUTBOX#') === true;

/** Has a client heed `silently`. */
export function canBeSilent(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => (args) => {
      const input = args.input as Partial<TransactWriteItemsInput>;
      if (silence.getStore() && input.TransactItems !== undefined) {
        input.TransactItems = input.TransactItems.filter((item) => !isEvent(item));
      }
      return next(args);
    },
    { step: 'initialize', name: 'silence' },
  );
  return client;
}
