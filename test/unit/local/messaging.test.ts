import { describe, expect, it } from 'vitest';
import { entryBytes } from '../../../lib/local/events/event-bus.ts';
import { authorizeService } from '../../../lib/local/gateway/resource-policy.ts';
import { createMessageLineage } from '../../../lib/local/sqs/message-lineage.ts';

describe('a loop of messages', () => {
  it('is detected after sixteen rounds of a chain, also through other functions', () => {
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

  it('is not detected for single messages of many invocations', () => {
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
    ...{ action: 'sqs:SendMessage', resource: 'arn:q', context: { 'aws:SourceArn': source } },
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

  it.each([
    ['allows the named service for the named source', [denyPlain, allow], 'events', 'arn:rule', true],
    ['denies another source', [denyPlain, allow], 'events', 'arn:other', false],
    ['denies another service', [denyPlain, allow], 'sns', 'arn:rule', false],
    ['denies without a statement', [], 'events', 'arn:rule', false],
    ['denies what it denies to all', [allow, { ...denyPlain, Condition: {} }], 'events', 'arn:rule', false],
  ])('%s', (_, Statement, service, source, expected) => {
    const decision = authorizeService([{ Statement }], `${service}.amazonaws.com`, need(source));
    expect(decision.allowed).toBe(expected);
  });
});
