/** Every function responds over HTTP: it is bundled as for AWS, has a route, and has its grants. */
import { describe, expect, it } from 'vitest';
import { samples } from '../../../shared/catalog/samples.ts';
import { auditPartition, newestFirstRange } from '../../../shared/kernel/table/keys.ts';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import { prepared, successStatuses } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { overHttp } from '../../support/clients/in-process.ts';

/** The audit entries since a time that a request wrote for a new or a deleted thing. */
async function entriesOf(requestId: string | null, tenantIds: readonly (string | null)[], sinceMs: number) {
  const range = newestFirstRange(sinceMs, Date.now() + 60_000);
  const entries = await Promise.all(
    tenantIds.map((tenantId) =>
      queryAll({ pk: auditPartition({ tenantId }), skRange: range, consistent: true }),
    ),
  );
  return entries
    .flat()
    .filter(({ action }) => action === 'created' || action === 'deleted')
    .filter((entry) => entry.requestId === requestId);
}

describe.each(samples)('$name', (sample) => {
  it('succeeds for its sample over HTTP, with the documented response and the fields in the audit trail', async () => {
    const caller = await aSuperAdmin();
    const send = await prepared(sample, caller);
    const sinceMs = Date.now() - 60_000;

    const answer = await overHttp(send);

    expect(successStatuses(sample.endpoint), JSON.stringify(answer.body)).toContain(answer.status);
    const requestId = answer.headers.get('x-request-id');
    for (const { resource, action, changes } of await entriesOf(requestId, [caller.tenantId, null], sinceMs))
      expect(Object.keys(JSON.parse(String(changes))), `${resource} ${action}`).not.toEqual([]);
  });
});
