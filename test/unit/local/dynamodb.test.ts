import { describe, expect, it } from 'vitest';
import { createConflicts } from '../../../lib/local/dynamodb/conflicts.ts';
import { createDescriber } from '../../../lib/local/dynamodb/requests.ts';
import { cancelledTransactionUnits, itemBytes, reportedUnits } from '../../../lib/local/gateway/capacity.ts';
import { app, tableArn } from '../../support/runtime/aws-gateway.ts';

const describeRequest = createDescriber(app);
const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'a' } });
const keys = (...values: string[]) => ({ 'dynamodb:LeadingKeys': values });
const needsOf = (action: string, input: Record<string, unknown>) =>
  describeRequest(action, { TableName: 'things', ...input }).needs.map((need) => [
    need.action.replace('dynamodb:', ''),
    need.resource.replace(tableArn, ''),
    need.context,
  ]);

describe('permissions of a request', () => {
  const values = { ExpressionAttributeValues: { ':p': { S: 'P' }, ':s': { S: 'S' } } };
  const inThings = (things: object) => ({ RequestItems: { things } });
  const [put, remove] = [{ PutRequest: { Item: key('A') } }, { DeleteRequest: { Key: key('B') } }];
  const get = { TableName: 'things', Key: key('A') };

  it.each<[string, Record<string, unknown>, unknown[]]>([
    ['GetItem', { Key: key('A') }, [['GetItem', '', keys('A')]]],
    ['PutItem', { Item: key('A') }, [['PutItem', '', keys('A')]]],
    ['Query', { KeyConditionExpression: 'pk = :p', ...values }, [['Query', '', keys('P')]]],
    ['Query', { KeyConditionExpression: '(sk > :s) AND (:p = pk)', ...values }, [['Query', '', keys('P')]]],
    ['Query', { IndexName: 'gsi1', KeyConditionExpression: 'pk = :p' }, [['Query', '/index/gsi1', {}]]],
    ['Scan', {}, [['Scan', '', {}]]],
    ['DescribeTable', {}, [['DescribeTable', '', {}]]],
    ['BatchGetItem', inThings({ Keys: [key('A'), key('B')] }), [['BatchGetItem', '', keys('A', 'B')]]],
    ['BatchWriteItem', inThings([put, remove]), [['BatchWriteItem', '', keys('A', 'B')]]],
    ['TransactGetItems', { TransactItems: [{ Get: get }] }, [['GetItem', '', keys('A')]]],
  ])('%s %j', (action, input, expected) => {
    expect(needsOf(action, input)).toEqual(expected);
  });

  it('gives equal items equal keys, with any other attributes', () => {
    const written = (Item: object) => describeRequest('PutItem', { TableName: 'things', Item }).writes;
    expect(written({ sk: { S: 'a' }, n: { N: '1' }, pk: { S: 'A' } })).toEqual(written(key('A')));
    expect(written(key('B'))).not.toEqual(written(key('A')));
  });
});

describe('conflicts', () => {
  it('cancel a transaction that conflicts with a plain write; plain writes do not conflict with each other', () => {
    const conflicts = createConflicts();
    const [first, second] = [conflicts.beginWrite('a'), conflicts.beginWrite('a')];
    first();
    expect(() => conflicts.beginTransaction(['b', 'a'], undefined)).toThrow('[None, TransactionConflict]');
    second();
    conflicts.beginTransaction(['b', 'a'], undefined);
  });

  it('distinguish a repeated token from a conflict', () => {
    const conflicts = createConflicts();
    conflicts.beginTransaction(['a'], 'token');
    expect(() => conflicts.beginTransaction(['a'], 'token')).toThrow('already in progress');
  });
});

describe('capacity', () => {
  it.each<[string, unknown, number, number]>([
    ['Query', { CapacityUnits: 2.5 }, 2.5, 0],
    ['PutItem', { CapacityUnits: 3 }, 0, 3],
    ['BatchWriteItem', [{ CapacityUnits: 3 }, { CapacityUnits: 1 }], 0, 4],
    // A transaction repeated with its token returns the previous result and is billed as reads.
    ['TransactWriteItems', [{ CapacityUnits: 4, ReadCapacityUnits: 4 }], 4, 0],
    ['GetItem', undefined, 0, 0],
  ])('of %s %j', (action, consumed, readUnits, writeUnits) => {
    expect(reportedUnits(action, consumed)).toEqual({ readUnits, writeUnits });
  });

  it('of a cancelled transaction doubles each item, with at least one unit', () => {
    const large = { Put: { Item: { ...key('A'), text: { S: 'x'.repeat(2_000) } } } };
    expect(cancelledTransactionUnits([large, { Update: { Key: key('B') } }])).toEqual({
      readUnits: 0,
      writeUnits: 6,
    });
  });

  it('follows the documented item sizes', () => {
    const item = {
      a: { S: 'é' },
      b: { N: '-12.5' },
      c: { BOOL: true },
      d: { L: [{ S: 'xy' }] },
      e: { M: { f: { NULL: true } } },
    };
    expect(itemBytes(item)).toBe(3 + 4 + 2 + 7 + 7);
  });
});
