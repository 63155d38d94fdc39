import { describe, expect, it } from 'vitest';
import { createFanOut } from '../../../lib/demo/fan-out.ts';
import type { StreamRecord } from '../../../lib/local/lambda/stream-reader.ts';
import { type Key, outboxKey } from '../../../shared/kernel/table/keys.ts';
import { toggleKey } from '../../../shared/modules/toggles/keys.ts';

const recordOf = ({ pk, sk }: Key): StreamRecord => ({
  eventID: '1',
  eventName: 'INSERT',
  dynamodb: {
    Keys: { pk: { S: pk }, sk: { S: sk } },
    SequenceNumber: '1',
    ApproximateCreationDateTime: 1_700_000_000,
  },
});
const outboxRecord = (tenantId: string | null) =>
  recordOf(outboxKey({ tenantId, organizationId: 'o', id: 'event', occurredAtMs: 1_700_000_000_000 }));

describe('a runtime that publishes the events of all tenants', () => {
  const fanOut = createFanOut({ followedOnly: false });

  it.each([['a'], [null]])('delivers those of tenant %j', (tenantId) => {
    expect(fanOut.passesEvent({ tenantId })).toBe(true);
    expect(fanOut.passesRecord(outboxRecord(tenantId))).toBe(true);
  });

  it('holds back those of a tenant that nothing listens to', () => {
    fanOut.hold('held');
    expect(fanOut.passesEvent({ tenantId: 'held' })).toBe(false);
    expect(fanOut.passesRecord(outboxRecord('held'))).toBe(false);
  });
});

describe('a runtime that publishes the events of selected tenants', () => {
  const fanOut = createFanOut({ followedOnly: true });
  fanOut.follow('followed');

  it.each([
    ['followed', true],
    ['other', false],
    [null, true],
  ])('delivers those of tenant %j: %s', (tenantId, delivered) => {
    expect(fanOut.passesEvent({ tenantId })).toBe(delivered);
    expect(fanOut.passesRecord(outboxRecord(tenantId))).toBe(delivered);
  });

  it('delivers everything that is not an event of a tenant', () => {
    for (const detail of [undefined, null, 'text', {}]) expect(fanOut.passesEvent(detail)).toBe(true);
    expect(fanOut.passesRecord(recordOf(toggleKey('id')))).toBe(true);
  });
});
