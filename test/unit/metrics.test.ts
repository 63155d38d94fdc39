import { expect, it, vi } from 'vitest';
import { AppError } from '../../shared/kernel/errors/app-error.ts';
import type { EndpointSpec } from '../../shared/kernel/http/endpoint-spec.ts';
import { logRequest } from '../../shared/kernel/http/respond.ts';
import type { EndpointRequest } from '../../shared/kernel/http/types.ts';
import { asMetrics } from '../../shared/kernel/observability/metrics.ts';
import { logOf } from '../support/runtime/quiet-log.ts';

const spec = { operationId: 'listThings', module: 'things' } as EndpointSpec;
const request = {
  event: {
    headers: { authorization: 'Bearer secret-token', cookie: 'session=secret-token' },
    body: '{"password":"secret-token"}',
    requestContext: { requestId: 'r-1', timeEpoch: Date.now() - 5 },
  },
  internal: { scope: { tenantId: 't-1' }, principal: { subject: 'api_key:k' } },
} as unknown as EndpointRequest;
const lineOf = async (status: number, error?: AppError) =>
  (await logOf(async () => logRequest(request, spec, status, error)))[0] ?? {};

it('fields of a log line become metrics of the stage, with other fields as dimensions', () => {
  vi.stubEnv('STAGE', 'prod');
  const Metrics = [{ Name: 'durationMs', Unit: 'Milliseconds' }];
  const directive = { Namespace: 'PlatformModules/prod', Dimensions: [['module']], Metrics };
  expect(asMetrics([{ by: ['module'], metrics: { durationMs: 'Milliseconds' } }], 7)).toEqual({
    _aws: { Timestamp: 7, CloudWatchMetrics: [directive] },
  });
  vi.unstubAllEnvs();
});

it('the log line of a request has caller and status, counts it for its module, and contains no secret', async () => {
  vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-abc-def;Parent=1;Sampled=1');
  const line = await lineOf(200);
  vi.unstubAllEnvs();
  expect(line).toMatchObject({
    ...{ requestId: 'r-1', traceId: '1-abc-def', module: 'things', operation: 'listThings' },
    ...{ tenantId: 't-1', status: 200, faults: 0, durationMs: expect.any(Number) },
  });
  expect(line).toHaveProperty('_aws.CloudWatchMetrics.length', 1);
  expect(JSON.stringify(line)).not.toContain('secret-token');
});

it('a server error is counted for its operation as well; an error of the caller is not', async () => {
  const failed = await lineOf(500, new AppError({ code: 'internal', status: 500 }, 'broken'));
  expect(failed).toMatchObject({ level: 'error', faults: 1 });
  expect(failed).toHaveProperty('_aws.CloudWatchMetrics.1.Dimensions', [['module', 'operation']]);
  const refused = await lineOf(404, new AppError({ code: 'not_found', status: 404 }, 'missing'));
  expect(refused).toMatchObject({ level: 'info', faults: 0, errorCode: 'not_found' });
});
