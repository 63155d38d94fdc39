import { describe, expect, it } from 'vitest';
import { unfixableText, withFixed } from '../../../shared/modules/sync/runs/fix-service.ts';
import type { StoredRun } from '../../../shared/modules/sync/runs/run.ts';
import { aRun } from '../../support/builders/stored-run.ts';

const lease = { token: 't', messageId: 'm', receiveCount: 1, untilMs: 0 };
const notEnded = 'The run has not ended.';

describe('the failed rows of a run', () => {
  it.each<[string, Partial<StoredRun>, string | undefined]>([
    ['a completed import', { status: 'completed' }, undefined],
    ['a failed import with the lease of its last worker', { status: 'failed', lease }, undefined],
    ['a cancelled import', { status: 'cancelled' }, undefined],
    ['a running import', {}, notEnded],
    ['a paused import', { status: 'paused' }, notEnded],
    ['a cancelled import whose batch is being counted', { status: 'cancelled', lease }, notEnded],
    ['a cancelled import whose batch will be counted', { status: 'cancelled', tries: 1 }, notEnded],
    ['an export', { status: 'completed', direction: 'export' }, 'Only rows of an import can be fixed.'],
  ])('can be fixed after it has ended: %s', (_, given, problem) => {
    expect(unfixableText(aRun(given))).toBe(problem);
  });

  it('count as imported once they are fixed, without changing why a run failed', () => {
    const lastError = 'Nothing was imported: of 2 rows, 2 failed.';
    const run = aRun({ status: 'failed', failedCount: 2, lastError });
    const once = withFixed(run, 'created', 2_000_000);
    expect(once).toMatchObject({ createdCount: 1, failedCount: 1, fixedCount: 1, lastError });
  });
});
