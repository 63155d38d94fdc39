import { expect, it } from 'vitest';
import { createMeter } from '../../../lib/local/gateway/meter.ts';
import type { MeteredCall } from '../../../lib/local/types.ts';

const call = (requestId: string, action: string): MeteredCall => ({
  ...{ atMs: 0, service: 's3', resource: 'arn', identity: 'pm', readUnits: 0, writeUnits: 0, status: 200 },
  requestId,
  action,
});

it('calls that were recorded under a token are found under its request', () => {
  const meter = createMeter();
  meter.record(call('token', 'PutObject'));
  meter.record(call('other', 'GetObject'));
  meter.record(call('token', 'CopyObject'));
  meter.rename('token', 'request');
  meter.rename('unknown', 'request');
  const actions = meter.calls({ requestId: 'request' }).map(({ action }) => action);
  expect(actions).toEqual(['PutObject', 'CopyObject']);
  expect(meter.calls({ requestId: 'token' })).toEqual([]);
  expect(meter.calls({ requestId: 'other' })).toHaveLength(1);
  expect(meter.calls()).toHaveLength(3);
});
