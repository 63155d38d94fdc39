import { describe, expect, it } from 'vitest';
import { recordFilterOf } from '../../../lib/local/lambda/record-filter.ts';
import type { StreamRecord } from '../../../lib/local/lambda/stream-reader.ts';
import { aResource } from '../../support/runtime/resolved-app.ts';

const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/things';
const KeySchema = [
  { AttributeName: 'pk', KeyType: 'HASH' },
  { AttributeName: 'sk', KeyType: 'RANGE' },
];
const table = aResource('AWS::DynamoDB::Table', 'things', arn, { KeySchema });

const filterOf = (...patterns: unknown[]) => {
  const Filters = patterns.map((pattern) => ({ Pattern: JSON.stringify(pattern) }));
  return recordFilterOf(patterns.length === 0 ? {} : { FilterCriteria: { Filters } }, table);
};
const record = (pk: string, eventName: StreamRecord['eventName'] = 'INSERT'): StreamRecord => ({
  eventID: '1',
  eventName,
  dynamodb: { Keys: { pk: { S: pk }, sk: { S: 'a' } }, SequenceNumber: '1', ApproximateCreationDateTime: 0 },
});
const itemKey = (pk: string, tableArn = arn) => `${tableArn} ${JSON.stringify([{ S: pk }, { S: 'a' }])}`;
const inserted = { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'OUTBOX#' }] } } } };

describe('the filter of a stream', () => {
  it('passes on the records that match a pattern, or all if the mapping has none', () => {
    const { wants } = filterOf(inserted);
    expect(wants(record('OUTBOX#1'))).toBe(true);
    expect(wants(record('OUTBOX#1', 'MODIFY'))).toBe(false);
    expect(wants(record('KEY#1'))).toBe(false);
    expect(filterOf().wants(record('KEY#1'))).toBe(true);
  });

  it('refuses operators that do not run locally', () => {
    expect(() => filterOf({ eventName: [{ cidr: '10.0.0.0/8' }] })).toThrow('"cidr" is not supported');
  });
});

describe('a write', () => {
  it.each([
    ['of a key that matches', itemKey('OUTBOX#1'), true],
    ['of another key', itemKey('KEY#1'), false],
    ['to another table', itemKey('OUTBOX#1', 'arn:aws:dynamodb:us-east-1:000000000000:table/others'), false],
  ])('%s notifies the stream: %j', (_, written, expected) => {
    expect(filterOf(inserted).mayWant(written)).toBe(expected);
  });

  it('notifies the stream if one pattern does not depend on the key', () => {
    expect(filterOf(inserted, { eventName: ['REMOVE'] }).mayWant(itemKey('KEY#1'))).toBe(true);
    expect(filterOf().mayWant(itemKey('KEY#1'))).toBe(true);
  });
});
