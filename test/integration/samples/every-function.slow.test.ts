/** Every function answers HTTP: it is bundled as for AWS, wired, and has its grants. */
import { describe, expect, it } from 'vitest';
import { samples } from '../../../shared/catalog/samples.ts';
import { prepared, successStatuses } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';

callOverHttp();

describe.each(samples)('$name', (sample) => {
  it('answers its sample over HTTP with success, as the contract documents', async () => {
    const send = await prepared(sample, await aSuperAdmin());

    const answer = await send();

    expect(successStatuses(sample.endpoint), JSON.stringify(answer.body)).toContain(answer.status);
  });
});
