import { describe, expect, it } from 'vitest';
import { cutCapacity, requestedExtras, textWithExtras } from '../../../lib/local/dynamodb/pass-through.ts';

const withExtras = (action: string, input: Record<string, unknown>): unknown => {
  const text = textWithExtras(JSON.stringify(input), input, requestedExtras(action, input));
  return text === undefined ? undefined : JSON.parse(text);
};
const TableName = 'things';
const conditional = { TableName, ConditionExpression: 'attribute_exists(pk)' };
const [capacity, noCapacity] = [{ ReturnConsumedCapacity: 'TOTAL' }, { ReturnConsumedCapacity: 'NONE' }];
const noItem = { ReturnValuesOnConditionCheckFailure: 'NONE' };
const both = { ...conditional, ...capacity, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };

describe('the text of a request', () => {
  it.each<[string, string, Record<string, unknown>, unknown]>([
    ['requests the capacity', 'Query', { TableName }, { ...capacity, TableName }],
    ['requests the item of a failed condition', 'UpdateItem', conditional, both],
    ['is unchanged if the caller requests both', 'PutItem', both, both],
    ['is serialized again without capacity', 'Query', { TableName, ...noCapacity }, undefined],
    ['is serialized again without an item', 'PutItem', { ...conditional, ...noItem }, undefined],
    ['is serialized again if it is empty', 'Query', {}, undefined],
  ])('%s', (_, action, input, expected) => {
    expect(withExtras(action, input)).toEqual(expected);
  });

  it('keeps numbers as the caller wrote them', () => {
    const text = '{"Limit":1.0,"N":"12345678901234567890.10"}';
    const added = textWithExtras(text, JSON.parse(text), requestedExtras('Query', JSON.parse(text)));
    expect(added).toContain(text.slice(1));
  });
});

describe('the answer', () => {
  const capacity = '{"TableName":"things","CapacityUnits":2.5}';
  const cut = (text: string, keeps = false, action = 'Query') => cutCapacity(action, text, keeps);

  it.each([
    ['after items', `{"Items":[],"ConsumedCapacity":${capacity}}`, '{"Items":[]}'],
    ['alone', `{"ConsumedCapacity":${capacity}}`, '{}'],
    ['of several tables', `{"Responses":{},"ConsumedCapacity":[${capacity}]}`, '{"Responses":{}}'],
    [
      'after other text',
      `{"Item":{"a":{"S":"ä😀"}},"ConsumedCapacity":${capacity}}`,
      '{"Item":{"a":{"S":"ä😀"}}}',
    ],
    [
      'after an attribute of the same name',
      `{"Item":{"ConsumedCapacity":{"S":"\\"ConsumedCapacity\\":{}"}},"ConsumedCapacity":${capacity}}`,
      '{"Item":{"ConsumedCapacity":{"S":"\\"ConsumedCapacity\\":{}"}}}',
    ],
  ])('loses the capacity %s', (_, text, body) => {
    expect(cut(text)).toEqual({ body, units: { readUnits: 2.5, writeUnits: 0 } });
  });

  it('keeps the capacity that the caller asked for', () => {
    const text = `{"ConsumedCapacity":${capacity}}`;
    expect(cut(text, true, 'PutItem')).toEqual({ body: text, units: { readUnits: 0, writeUnits: 2.5 } });
  });

  it.each([
    ['has none', '{"Items":[]}'],
    ['has it in front', `{"ConsumedCapacity":${capacity},"Items":[]}`],
    [
      'has an attribute of that name after it',
      `{"ConsumedCapacity":${capacity},"Item":{"ConsumedCapacity":{"S":"x"}}}`,
    ],
  ])('is parsed if it %s', (_, text) => {
    expect(cut(text)).toBeUndefined();
  });
});
