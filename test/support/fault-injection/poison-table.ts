/** A table in memory of which some requests fail: the effect of one tenant's data on a worker. */
import { BatchGetCommand, GetCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { mockTable } from './mock-table.ts';

const name = 'unit-test';
const writes = new Set([
  'PutCommand',
  'UpdateCommand',
  'DeleteCommand',
  'TransactWriteCommand',
  'BatchWriteCommand',
]);

const permanent = Object.assign(new Error('The key is too long.'), { name: 'ValidationException' });

/**
 * Connects a table with these items. A request whose JSON matches `breaks` fails, permanently by default; every other
 * write succeeds.
 */
export function aPoisonTable(
  items: readonly (Key & Item)[] = [],
  breaks: (request: string) => boolean = () => false,
  failure: Error = permanent,
) {
  const mock = mockTable(name);
  const { documents } = table();
  const written: string[] = [];
  let broken = 0;
  const is = ({ pk, sk }: Key) => {
    const found = items.find((item) => item.pk === pk && item.sk === sk);
    return found === undefined ? [] : [found];
  };
  const query = ({ ExpressionAttributeValues: values = {}, ...input }: QueryCommandInput) => {
    const { ':pk': wanted, ':from': from = '', ':to': to = '\uffff' } = values;
    const after = input.ExclusiveStartKey ? String(input.ExclusiveStartKey.sk) : '';
    const found = items
      .filter(({ pk, sk }) => pk === wanted && sk >= String(from) && sk <= String(to) && sk > after)
      .toSorted((left, right) => (left.sk < right.sk ? -1 : 1));
    const page = found.slice(0, input.Limit ?? found.length);
    const last = page.at(-1);
    return {
      Items: page,
      ...(last && page.length < found.length && { LastEvaluatedKey: { pk: last.pk, sk: last.sk } }),
    };
  };
  mock.onAnyCommand().resolves({});
  mock.on(QueryCommand).callsFake(query);
  mock.on(GetCommand).callsFake(({ Key }) => {
    const [Item] = is(Key);
    return { Item };
  });
  mock.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const keys: Key[] = RequestItems[name].Keys;
    return { Responses: { [name]: keys.flatMap(is) } };
  });
  const send = documents.send.bind(documents);
  Object.assign(documents, {
    send: async (command: { input: object; constructor: { name: string } }) => {
      const request = JSON.stringify(command.input);
      if (breaks(request)) {
        broken += 1;
        throw failure;
      }
      if (writes.has(command.constructor.name)) written.push(request);
      return Reflect.apply(send, documents, [command]);
    },
  });
  return {
    /** JSON of the executed writes. */
    written: (): readonly string[] => written,
    /** Failed requests. */
    broken: () => broken,
  };
}
