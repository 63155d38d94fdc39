/** An outbox and a bus in memory for unit tests of the publisher, with scripted faults. */
import {
  EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
  type PutEventsResultEntry,
} from '@aws-sdk/client-eventbridge';
import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { connectBus } from '../../../shared/kernel/events/bus.ts';
import { type DomainEvent, outboxWrite } from '../../../shared/kernel/events/outbox.ts';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { mockTable } from './mock-table.ts';

const name = 'unit-test';

/** An outbox item of an event with the given values. */
export function anOutboxItem(overrides: Partial<DomainEvent> = {}): Key & Item {
  const write = outboxWrite({
    id: crypto.randomUUID(),
    type: 'sales.order.shipped',
    tenantId: 'tenant-1',
    organizationId: 'organization-1',
    occurredAtMs: Date.parse('2026-03-01T09:30:00.000Z'),
    version: 3,
    data: { id: 'SO-1001' },
    ...overrides,
  });
  if (!('put' in write)) throw new Error('The outbox write is no put.');
  return write.put;
}

type Results = (entries: readonly PutEventsRequestEntry[], call: number) => PutEventsResultEntry[] | Error;

const allTaken: Results = (entries) => entries.map(() => ({ EventId: crypto.randomUUID() }));

/** PutEvents fails for the events with these ids. */
export const failing =
  (ErrorCode: string, ...ids: readonly unknown[]): Results =>
  (entries) =>
    entries.map(({ Detail = '' }) =>
      ids.includes(JSON.parse(Detail).id) ? { ErrorCode } : { EventId: 'taken' },
    );

/** Connects table and bus. `results` are the results of PutEvents; an Error is thrown. */
export function aFakeOutbox(items: (Key & Item)[] = [], results: Results = allTaken) {
  const tableMock = mockTable(name);
  const client = new EventBridgeClient({ region: 'us-east-1' });
  const busMock = mockClient(client);
  connectBus({ name: 'unit-bus', client });
  const stored = [...items];
  const puts: PutEventsRequestEntry[][] = [];
  const happened: string[] = [];

  busMock.on(PutEventsCommand).callsFake(({ Entries }: { Entries: PutEventsRequestEntry[] }) => {
    puts.push(Entries);
    happened.push('put');
    const answer = results(Entries, puts.length);
    if (answer instanceof Error) throw answer;
    return { Entries: answer, FailedEntryCount: answer.filter(({ ErrorCode }) => ErrorCode).length };
  });

  tableMock.on(BatchWriteCommand).callsFake((input) => {
    happened.push('delete');
    for (const { DeleteRequest } of input.RequestItems[name]) {
      const key = DeleteRequest.Key;
      const at = stored.findIndex(({ pk, sk }) => pk === key.pk && sk === key.sk);
      if (at >= 0) stored.splice(at, 1);
    }
    return {};
  });

  tableMock.on(QueryCommand).callsFake((input) => {
    const { ':pk': pk, ':from': from, ':to': to } = input.ExpressionAttributeValues;
    const found = stored.filter((item) => item.pk === pk && item.sk >= from && item.sk <= to);
    return { Items: found.toSorted((a, b) => (a.sk < b.sk ? -1 : 1)) };
  });

  return {
    tableMock,
    /** The entries of each PutEvents, in order. */
    puts,
    /** `put` and `delete` in the order of their calls. */
    happened,
    /** The current content of the outbox. */
    left: (): (Key & Item)[] => [...stored],
  };
}
