/** Samples, sent to the tests' runtime. */
import { inject } from 'vitest';
import { localSurroundings } from '../../../lib/demo/sample-surroundings.ts';
import type { EndpointSpec } from '../../../shared/kernel/http/endpoint-spec.ts';
import type { Sample, SampleClient, SampleRequest } from '../../../shared/kernel/samples/sample.ts';
import { sampleClient, toWire, type WireRequest } from '../../../shared/kernel/samples/wire.ts';
import { logIn } from '../../../shared/modules/identity/sessions/contract.ts';
import { send, type TestResponse } from '../clients/api.ts';
import { browse } from '../clients/browser-request.ts';
import type { TestCaller } from './tenants.ts';

/** Sends requests as the caller. Log-ins have addresses of their own, which limit their number. */
export const sendAs =
  ({ key }: Pick<TestCaller, 'key'>) =>
  ({ method, path, headers, body }: WireRequest): Promise<TestResponse> => {
    const request = { headers: { 'x-api-key': key, ...headers }, ...(body !== undefined && { body }) };
    return path === logIn.path ? browse(method, path, request) : send(method, path, request);
  };

/** The samples' client as a caller, who is a super admin. */
export function samplesAs(caller: Pick<TestCaller, 'key'>): SampleClient {
  const services = {
    ...{ stripe: inject('stripe'), aws: inject('aws'), provider: inject('provider') },
    ...{ controlUrl: inject('controlUrl'), baseUrl: inject('baseUrl') },
  };
  return sampleClient(sendAs(caller), localSurroundings(services));
}

/** Creates the prerequisites of a sample; the test makes the call itself. */
export async function prepared(
  sample: Sample,
  caller: Pick<TestCaller, 'key'>,
): Promise<() => Promise<TestResponse>> {
  const request = toWire(sample.endpoint, await sample.prepare(samplesAs(caller)));
  return () => sendAs(caller)(request);
}

/** The request with another value of one field, if its body has one that may have many. */
export function withOtherValue(request: SampleRequest): SampleRequest {
  const { amount, ...body }: Record<string, unknown> = Object(request.body);
  if (typeof amount === 'number') return { ...request, body: { ...body, amount: amount + 1 } };
  const name = ['name', 'title', 'fileName', 'recordId'].find((field) => typeof body[field] === 'string');
  return name === undefined ? request : { ...request, body: { ...body, [name]: `other ${body[name]}` } };
}

/** The documented statuses of success. */
export const successStatuses = ({ success }: EndpointSpec): number[] =>
  success.okDescription === undefined ? [success.status] : [success.status, 200];
