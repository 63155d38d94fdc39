/** The response of a failed handler: the request id, without the cause. */
import { expect, it } from 'vitest';
import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { defineEndpoint } from '../../../shared/kernel/http/endpoint-spec.ts';
import {
  acceptSampleEvents,
  sampleContext,
  sampleEndpoint,
  sampleEvent,
} from '../../support/fixtures/sample-endpoint.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();
acceptSampleEvents();

const contract = defineEndpoint({ ...sampleEndpoint, operationId: 'failAlways' });

it('a 500 has the request id in body and header, and hides the cause', async () => {
  const handler = endpoint(contract, () => Promise.reject(new Error('password of the database')));
  const result = await handler(sampleEvent({ rawQueryString: 'unknown=1' }), sampleContext());
  expect(result).toMatchObject({ statusCode: 500, headers: { 'x-request-id': 'request-1' } });
  expect(JSON.parse(result.body ?? '')).toEqual({
    error: 'The server failed unexpectedly. Include the requestId when you report the problem.',
    code: 'internal',
    requestId: 'request-1',
    warnings: ['The query field "unknown" is unknown and was ignored.'],
  });
});
