/** A precondition selects what a write may change, and is no part of it. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import { isReading } from '../../../shared/kernel/http/endpoint-spec.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { samplesAs, sendAs } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';

/** The version of a file must be what it was when the upload began, also when it completes. */
const keepsPrecondition = 'beginVersionUpload';
const writes = endpoints.filter(
  (endpoint) =>
    endpoint.auth === 'caller' && !isReading(endpoint) && endpoint.operationId !== keepsPrecondition,
);

describe.concurrent('an `If-Match`', () => {
  it.each(writes.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    'is stored nowhere by %s',
    async (operationId, endpoint) => {
      const caller = await aSuperAdmin();
      const request = await sampleOf(operationId).prepare(samplesAs(caller));
      const headers = { ...request.headers, 'if-match': '*' };

      const answer = await sendAs(caller)(toWire(endpoint, { ...request, headers }));

      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      expect(JSON.stringify(itemsOf(caller.tenantId))).not.toContain('ifMatch');
    },
  );
});
