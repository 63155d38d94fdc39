/** Random requests to every operation. `npm run fuzz` does the same for longer. */
import { expect, inject, it } from 'vitest';
import { formatFailures, formatStatuses, fuzz } from '../../../lib/lab/fuzz/fuzzer.ts';
import { documentParts } from '../../../shared/catalog/document-parts.ts';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { samples } from '../../../shared/catalog/samples.ts';
import { version } from '../../../shared/kernel/settings/version.ts';
import { buildOpenApi } from '../../../shared/modules/docs/openapi/document.ts';
import { deleteTenant } from '../../../shared/modules/identity/directory/tenant-service.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { silently } from '../../support/clients/silence.ts';
import { testSeed } from '../../support/runtime/test-seed.ts';

callOverHttp();

const boxMs = 6_000;

it('responds to every request as documented: no 5xx, no timeout, no unknown code, no other schema', async () => {
  const [own, other, deleted] = [await aTenant(), await aTenant(), await aTenant()];
  await silently(() => deleteTenant({ context: asTest() }, { id: deleted.tenantId }));
  const report = await fuzz({
    baseUrl: inject('baseUrl'),
    document: buildOpenApi(endpoints, { ...documentParts, version, samples }),
    key: own.key,
    tenantId: own.tenantId,
    organizationId: own.organizationId,
    ids: [other, deleted].flatMap(({ tenantId, organizationId, keyId }) => [tenantId, organizationId, keyId]),
    protectedIds: [own.keyId],
    otherKeys: [other.key, deleted.key],
    seed: testSeed,
    rounds: 20,
    requestsPerRound: 4,
    concurrency: 3,
    timeLimitMs: boxMs,
  });
  const context = `${formatFailures(report)}\n\nseed ${testSeed}, ${report.requests} requests\n${formatStatuses(report)}`;
  expect(report.failures, context).toEqual([]);
  expect(report.statuses.size, context).toBe(endpoints.length);
  // Neither are all requests refused for the same reason, nor all accepted.
  const answered = new Set([...report.statuses.values()].flatMap((counts) => [...counts.keys()]));
  expect([...answered], context).toEqual(expect.arrayContaining([200, 201, 400, 404]));
});
