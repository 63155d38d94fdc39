/** The samples of operations that read. Those that write are sent by `events/outbox.test.ts`. */
import { describe, expect, it } from 'vitest';
import { samples } from '../../../shared/catalog/samples.ts';
import { prepared, successStatuses } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';

describe.each(samples.filter(({ endpoint }) => endpoint.method === 'GET'))('$name', (sample) => {
  it('answers its sample with success, as the contract documents', async () => {
    const send = await prepared(sample, await aSuperAdmin());

    const answer = await send();

    expect(successStatuses(sample.endpoint), JSON.stringify(answer.body)).toContain(answer.status);
  });
});
