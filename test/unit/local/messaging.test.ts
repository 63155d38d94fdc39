import { describe, expect, it } from 'vitest';
import { entryBytes } from '../../../lib/local/event-bus.ts';
import { createFaults } from '../../../lib/local/faults.ts';
import { createMessageLineage } from '../../../lib/local/message-lineage.ts';
import { authorizeService } from '../../../lib/local/resource-policy.ts';
import { lanesOf } from '../../../lib/local/stream-mapping.ts';
import type { StreamRecord } from '../../../lib/local/stream-reader.ts';

describe('the lanes of a stream', () => {
  const record = (pk: string, sequence: number): StreamRecord => ({
    eventID: String(sequence),
    eventName: 'INSERT',
    dynamodb: {
      Keys: { sk: { S: String(sequence) }, pk: { S: pk } },
      SequenceNumber: String(sequence),
      ApproximateCreationDateTime: 0,
    },
  });
  const records = Array.from({ length: 60 }, (_, index) => record(`key ${index % 12}`, index));

  it('hold every record once, those of a partition together and in order', () => {
    const lanes = lanesOf(records, 4, 'salt');
    expect(lanes.length).toBeGreaterThan(1);
    expect(lanes.flat()).toHaveLength(records.length);
    for (const lane of lanes) {
      const sequences = lane.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    }
    const homes = (pk: string) =>
      lanes.filter((lane) => lane.some(({ dynamodb }) => dynamodb.Keys.pk?.S === pk));
    for (let key = 0; key < 12; key += 1) expect(homes(`key ${key}`)).toHaveLength(1);
  });

  it('differ from run to run', () => {
    const shapes = ['a', 'b', 'c', 'd'].map((salt) => JSON.stringify(lanesOf(records, 4, salt)));
    expect(new Set(shapes).size).toBeGreaterThan(1);
  });
});

describe('a loop of messages', () => {
  it('is one once a chain has come back sixteen times, through other functions too', () => {
    const lineage = createMessageLineage();
    let message = 'first';
    for (let round = 0; round < 16; round += 1) {
      expect(lineage.isLoop('work', message)).toBe(false);
      for (const name of ['work', 'forward']) {
        lineage.begin('request', name, [message]);
        message = `${name} ${round}`;
        lineage.sent('request', [message]);
        lineage.done('request');
      }
    }
    expect(lineage.isLoop('work', message)).toBe(true);
    expect(lineage.isLoop('other', message)).toBe(false);
  });

  it('is not what many invocations send once each', () => {
    const lineage = createMessageLineage();
    for (let round = 0; round < 40; round += 1) lineage.sent(undefined, ['message']);
    expect(lineage.isLoop('work', 'message')).toBe(false);
  });
});

describe('an entry for the bus', () => {
  it('counts the UTF-8 bytes of its texts, and 14 for a time', () => {
    const entry = { Source: 'ab', DetailType: 'é', Detail: '{}', Resources: ['x'], EventBusName: 'ignored' };
    expect(entryBytes(entry)).toBe(7);
    expect(entryBytes({ ...entry, Time: 0 })).toBe(21);
  });
});

describe('a resource policy', () => {
  const need = (source: string) => ({
    action: 'sqs:SendMessage',
    resource: 'arn:q',
    context: { 'aws:SourceArn': source },
  });
  const allow = {
    Effect: 'Allow',
    Principal: { Service: 'events.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: 'arn:q',
    Condition: { StringEquals: { 'aws:SourceArn': 'arn:rule' } },
  };
  const denyPlain = {
    Effect: 'Deny',
    Principal: '*',
    Action: 'sqs:*',
    Resource: 'arn:q',
    Condition: { Bool: { 'aws:SecureTransport': 'false' } },
  };
  const decide = (statements: unknown[], service: string, source: string) =>
    authorizeService([{ Statement: statements }], service, need(source)).allowed;

  it('lets in the service that it names, for the source that it names', () => {
    expect(decide([denyPlain, allow], 'events.amazonaws.com', 'arn:rule')).toBe(true);
    expect(decide([denyPlain, allow], 'events.amazonaws.com', 'arn:other')).toBe(false);
    expect(decide([denyPlain, allow], 'sns.amazonaws.com', 'arn:rule')).toBe(false);
    expect(decide([], 'events.amazonaws.com', 'arn:rule')).toBe(false);
  });

  it('refuses what it denies to everybody', () => {
    const denyAll = { ...denyPlain, Condition: {} };
    expect(decide([allow, denyAll], 'events.amazonaws.com', 'arn:rule')).toBe(false);
  });
});

describe('a duplicating fault', () => {
  it('hits deliveries and no calls, other faults the reverse', () => {
    const faults = createFaults();
    const call = { service: 'sqs', action: 'SendMessage', body: '' };
    const delivery = { service: 'sqs', action: 'Deliver', body: '', moment: 'delivery' as const };
    faults.add({ effect: 'duplicate' });
    expect(faults.match(call)).toBeUndefined();
    expect(faults.match(delivery)?.effect).toBe('duplicate');
    faults.clear();
    faults.add({ effect: 'error' });
    expect(faults.match(delivery)).toBeUndefined();
    expect(faults.match(call)?.effect).toBe('error');
  });
});
