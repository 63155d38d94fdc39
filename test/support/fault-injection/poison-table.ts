/** A table in memory of which some requests fail: the effect of one tenant's data on a worker. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { table } from '../../../shared/kernel/table/table.ts';
import { aFakeTable } from './fake-table.ts';

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
  const { mock } = aFakeTable(items);
  const { documents } = table();
  const written: string[] = [];
  let broken = 0;
  mock.on(GetCommand).callsFake(({ Key: { pk, sk } }) => ({
    Item: items.find((item) => item.pk === pk && item.sk === sk),
  }));
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
