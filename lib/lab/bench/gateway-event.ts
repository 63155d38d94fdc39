/** Requests in the form in which API Gateway passes them to functions, for benches without a gateway. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { EndpointSpec } from '../../../shared/kernel/http/endpoint-spec.ts';
import { originHeaders } from '../../../shared/kernel/http/origin.ts';
import type { SampleRequest } from '../../../shared/kernel/samples/sample.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';

/** The header that the public host adds to every request. */
export const originSecret = 'bench';
const apiKey = `pmk_0123abcd.${'5a'.repeat(24)}`;
const host = 'abcdefghij.execute-api.us-east-1.amazonaws.com';

/** Returns the event of a request as JSON text. */
export function gatewayEvent(endpoint: EndpointSpec, request: SampleRequest): string {
  const { method, path: target, headers, body } = toWire(endpoint, request);
  const [path = '', search = ''] = target.split('?');
  const routeKey = `${method} ${endpoint.path}`;
  const event: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: search,
    headers: {
      accept: '*/*',
      'content-type': 'application/json',
      host,
      'user-agent': 'bench',
      ...(endpoint.auth !== 'none' && { 'x-api-key': apiKey }),
      [originHeaders.secret]: originSecret,
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
      ...headers,
    },
    requestContext: {
      accountId: '000000000000',
      apiId: 'abcdefghij',
      domainName: host,
      domainPrefix: 'abcdefghij',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'bench' },
      requestId: 'JKJaXmPLvHcESHA=',
      routeKey,
      stage: '$default',
      time: '01/Mar/2026:09:30:00 +0000',
      timeEpoch: Date.parse('2026-03-01T09:30:00.000Z'),
    },
    isBase64Encoded: false,
    ...(search !== '' && { queryStringParameters: { ...request.query } }),
    ...(request.params && { pathParameters: { ...request.params } }),
    ...(body !== undefined && { body: String(body) }),
  };
  return JSON.stringify(event);
}
