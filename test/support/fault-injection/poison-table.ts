/** A table in memory of which some requests fail: what one tenant's data may do to a worker. */
import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { fromAttributes, toAttributes } from '../../../shared/kernel/table/attributes.ts';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { connectTable } from '../../../shared/kernel/table/table.ts';

const name = 'unit-test';
const writes = new Set([
  'PutItemCommand',
  'UpdateItemCommand',
  'DeleteItemCommand',
  'TransactWriteItemsCommand',
  'BatchWriteItemCommand',
]);

/** Connects a table with these items. A request whose JSON `breaks` fails for good, and every write succeeds. */
export function aPoisonTable(
  items: readonly (Key & Item)[] = [],
  breaks: (request: string) => boolean = () => false,
) {
  const client = new DynamoDBClient({ region: 'us-east-1' });
  const mock = mockClient(client);
  connectTable({ name, client });
  const written: string[] = [];
  let broken = 0;
  const is = ({ pk, sk }: Key) => {
    const found = items.find((item) => item.pk === pk && item.sk === sk);
    return found === undefined ? [] : [toAttributes(found)];
  };
  const keyOf = (attributes: Parameters<typeof fromAttributes>[0]): Key => {
    const { pk, sk } = fromAttributes(attributes);
    return { pk: String(pk), sk: String(sk) };
  };
  const query = ({ ExpressionAttributeValues: values = {}, ...input }: QueryCommandInput) => {
    const { ':pk': wanted, ':from': from = '', ':to': to = '\uffff' } = fromAttributes(values);
    const after = input.ExclusiveStartKey ? keyOf(input.ExclusiveStartKey).sk : '';
    const found = items
      .filter(({ pk, sk }) => pk === wanted && sk >= String(from) && sk <= String(to) && sk > after)
      .toSorted((left, right) => (left.sk < right.sk ? -1 : 1));
    const page = found.slice(0, input.Limit ?? found.length);
    const last = page.at(-1);
    return {
      Items: page.map(toAttributes),
      ...(last &&
        page.length < found.length && { LastEvaluatedKey: toAttributes({ pk: last.pk, sk: last.sk }) }),
    };
  };
  mock.onAnyCommand().resolves({});
  mock.on(QueryCommand).callsFake(query);
  mock.on(GetItemCommand).callsFake(({ Key }) => {
    const [Item] = is(keyOf(Key));
    return { Item };
  });
  mock.on(BatchGetItemCommand).callsFake(({ RequestItems }) => {
    const keys: Parameters<typeof fromAttributes>[0][] = RequestItems[name].Keys;
    return { Responses: { [name]: keys.flatMap((key) => is(keyOf(key))) } };
  });
  const send = client.send.bind(client);
  Object.assign(client, {
    send: async (command: { input: object; constructor: { name: string } }) => {
      const request = JSON.stringify(command.input);
      if (breaks(request)) {
        broken += 1;
        throw Object.assign(new Error('The key is too long.'), { name: 'ValidationException' });
      }
      if (writes.has(command.constructor.name)) written.push(request);
      return Reflect.apply(send, client, [command]);
    },
  });
  return {
    /** JSON of the writes that were made. */
    written: (): readonly string[] => written,
    /** Requests that failed. */
    broken: () => broken,
  };
}
