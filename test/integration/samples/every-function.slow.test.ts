/** Every function responds over HTTP: it is bundled as for AWS, has a route, and has its grants. */
import { describe, expect, it } from 'vitest';
import { samples } from '../../../shared/catalog/samples.ts';
import { prepared, successStatuses } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { overHttp } from '../../support/clients/in-process.ts';

describe.each(samples)('$name', (sample) => {
  it('succeeds for its sample over HTTP, with the documented response', async () => {
    const send = await prepared(sample, await aSuperAdmin());

    const answer = await overHttp(send);

    expect(successStatuses(sample.endpoint), JSON.stringify(answer.body)).toContain(answer.status);
  });
});
