import { describe, expect, it } from 'vitest';
import { toBatches, toEntry, toOutgoing, verdictOf } from '../../../shared/kernel/events/entries.ts';
import { eventLimits } from '../../../shared/kernel/events/limits.ts';
import { anOutboxItem } from '../../support/fault-injection/fake-outbox.ts';

const ofBytes = (bytes: number) => ({ ...toOutgoing(anOutboxItem()), bytes });

describe('toOutgoing', () => {
  it('creates the message of the event, and keeps the key of its item', () => {
    const item = anOutboxItem({ id: 'shipment-1' });
    const outgoing = toOutgoing(item);
    expect(outgoing.key).toEqual({ pk: item.pk, sk: item.sk });
    expect(JSON.parse(outgoing.detail)).toEqual({
      v: 1,
      id: 'shipment-1',
      type: 'sales.order.shipped',
      tenantId: 'tenant-1',
      organizationId: 'organization-1',
      messageGroupId: 'tenant-1',
      idempotencyKey: 'tenant-1:organization-1:shipment-1',
      occurredAt: '2026-03-01T09:30:00.000Z',
      version: 3,
      data: { id: 'SO-1001' },
    });
  });

  it('names the platform in the idempotency key of events without a tenant', () => {
    const { detail } = toOutgoing(anOutboxItem({ id: 'one', tenantId: null, organizationId: null }));
    expect(JSON.parse(detail)).toMatchObject({ tenantId: null, idempotencyKey: 'platform:one' });
  });

  it('keeps data of any depth, and numbers exactly', () => {
    let data: Record<string, unknown> = { value: 1e-300 };
    for (let level = 0; level < 5_000; level++) data = { data };
    const { detail } = toOutgoing(anOutboxItem({ data }));
    expect(detail).toContain('{"value":1e-300}');
  });

  it('keeps the largest event of an item, with any characters', () => {
    for (const text of ['ä'.repeat(190_000), '\uffff'.repeat(130_000), '"'.repeat(190_000)]) {
      const { detail, bytes } = toOutgoing(anOutboxItem({ data: { id: 'big', text } }));
      expect(JSON.parse(detail).data).toMatchObject({ id: 'big', text });
      expect(bytes).toBeLessThan(eventLimits.bytesPerPut);
    }
  });

  it.each([
    ['another entity', { entity: 'audit' }],
    ['no data', { data: undefined }],
    ['no time', { occurredAtMs: 'yesterday' }],
    ['no type', { type: 7 }],
  ])('throws for an item with %s', (_, broken) => {
    expect(() => toOutgoing({ ...anOutboxItem(), ...broken })).toThrow();
  });
});

describe('toEntry', () => {
  it('names bus, source, type and time', () => {
    expect(toEntry(toOutgoing(anOutboxItem()), 'the-bus')).toMatchObject({
      EventBusName: 'the-bus',
      Source: 'platform-modules',
      DetailType: 'sales.order.shipped',
      Time: new Date('2026-03-01T09:30:00.000Z'),
    });
  });
});

describe('toBatches', () => {
  it('has at most ten entries', () => {
    const batches = toBatches(Array.from({ length: 23 }, () => ofBytes(100)));
    expect(batches.map(({ length }) => length)).toEqual([10, 10, 3]);
  });

  it('has at most the bytes of one call', () => {
    const half = eventLimits.bytesPerPut / 2;
    const batches = toBatches([ofBytes(half), ofBytes(half), ofBytes(1), ofBytes(half)]);
    const sizes = batches.map((batch) => batch.map(({ bytes }) => bytes));
    expect(sizes).toEqual([
      [half, half],
      [1, half],
    ]);
  });

  it('keeps the order, loses nothing and has no empty batch', () => {
    const sizeOf = (index: number) => (index * 79_190) % eventLimits.bytesPerPut;
    const outgoing = Array.from({ length: 50 }, (_, index) => ofBytes(sizeOf(index)));
    const batches = toBatches(outgoing);
    expect(batches.flat()).toEqual(outgoing);
    expect(batches.filter(({ length }) => length === 0)).toEqual([]);
    expect(toBatches([])).toEqual([]);
  });
});

describe('verdictOf', () => {
  it.each([
    [{ EventId: '1' }, 'published'],
    [{ ErrorCode: 'ThrottlingException' }, 'failed'],
    [{ ErrorCode: 'InternalFailure' }, 'failed'],
    [{ ErrorCode: 'MalformedDetail' }, 'refused'],
    [{ ErrorCode: 'NotAuthorizedForSource' }, 'refused'],
    [undefined, 'failed'],
  ])('of %j is %s', (result, verdict) => {
    expect(verdictOf(result)).toBe(verdict);
  });
});
