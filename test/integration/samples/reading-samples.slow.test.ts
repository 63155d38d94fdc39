/**
 * Further samples of operations that read. The first of each operation is sent by `units.slow.test.ts`, those that
 * write by
 * `events/outbox.slow.test.ts`.
 */
import { describe, expect, it } from 'vitest';
import { sampleOf, samples } from '../../../shared/catalog/samples.ts';
import { prepared, successStatuses } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';

const others = samples.filter(
  (sample) =>
    sample.endpoint.method === 'GET' &&
    (sample.endpoint.holdsConnection || sample !== sampleOf(sample.endpoint.operationId)),
);

describe.each(others)('$name', (sample) => {
  it('succeeds for its sample, with the documented response', async () => {
    const send = await prepared(sample, await aSuperAdmin());

    const answer = await send();

    expect(successStatuses(sample.endpoint), JSON.stringify(answer.body)).toContain(answer.status);
  });
});
