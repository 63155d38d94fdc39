import { expect, it } from 'vitest';
import {
  activeSyncRunKey,
  syncLockKey,
  syncRunKey,
  syncRunListingKey,
} from '../../../shared/modules/sync/keys.ts';
import { syncLimits } from '../../../shared/modules/sync/runs/run-limits.ts';
import { withoutAbandonedStarts } from '../../support/fault-injection/abandoned-starts.ts';

const nowMs = Date.parse('2026-03-01T09:30:00.000Z');
const scope = { tenantId: 'tenant', organizationId: 'organization' };
const subject = { integrationId: 'sync_http_json', entityType: 'crm.customer', direction: 'import' as const };

/** What a start writes ahead of its run. */
function itemsOfStart(id: string, createdAtMs: number) {
  const start = { ...scope, ...subject, id, createdAtMs, progressJobId: `job of ${id}` };
  return [
    { ...activeSyncRunKey(scope, id), entity: 'sync_active', ...start },
    { ...syncLockKey(scope, subject), entity: 'sync_lock', runId: id },
    { ...syncRunListingKey(scope, createdAtMs, id), id, b: 1_500 },
  ];
}

it('leaves out the items of a start whose worker was killed a moment ago', () => {
  expect(withoutAbandonedStarts(itemsOfStart('run', nowMs - 60_000), nowMs)).toEqual([]);
});

it('keeps the items of a start that the watchdog must have removed', () => {
  const items = itemsOfStart('run', nowMs - (syncLimits.startSeconds + 600) * 1_000);
  expect(withoutAbandonedStarts(items, nowMs)).toEqual(items);
});

it('keeps the items of a run that was stored, and the lock of another run', () => {
  const run = { ...syncRunKey(scope, 'run'), entity: 'sync_run', id: 'run' };
  const stored = [run, ...itemsOfStart('run', nowMs)];
  expect(withoutAbandonedStarts(stored, nowMs)).toEqual(stored);
  const [pointer] = itemsOfStart('abandoned', nowMs);
  const lock = { ...syncLockKey(scope, subject), entity: 'sync_lock', runId: 'other' };
  expect(withoutAbandonedStarts([...(pointer ? [pointer] : []), lock], nowMs)).toEqual([lock]);
});
