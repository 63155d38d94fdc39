/** CORS of an HTTP API or a function URL: how requests of web pages of other origins are handled. Pure. */
import * as z from 'zod/mini';
import { readAs } from '../read-as.ts';
import type { Headers, HostRequest } from '../types.ts';
import { headerOf } from './http-event.ts';

type CorsRequest = Pick<HostRequest, 'method' | 'headers'>;

export interface Cors {
  /** Returns the response to a preflight, which the API sends itself; undefined for any other request. */
  preflight(request: CorsRequest): { status: number; headers: Headers; body: string } | undefined;
  /** Returns the headers of the response: the configured CORS headers replace those of the integration. */
  decorate(request: CorsRequest, headers: Headers): Headers;
}

const noCors: Cors = { preflight: () => undefined, decorate: (_request, headers) => headers };

const list = z._default(z.array(z.string()), []);
const configuration = z.strictObject({
  AllowOrigins: list,
  AllowCredentials: z._default(z.boolean(), false),
  AllowMethods: list,
  AllowHeaders: list,
  ExposeHeaders: list,
  MaxAge: z.optional(z.number()),
});

/** A header with a list of values; none for an empty list. */
const joined = (name: string, values: readonly string[]): Headers =>
  values.length === 0 ? [] : [[name, values.join(',')]];

/**
 * Reads the `CorsConfiguration` of an `AWS::ApiGatewayV2::Api` or the `Cors` of an `AWS::Lambda::Url`, which have the
 * same form. Throws on `*` together with credentials, which API Gateway also refuses.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-configuration.html#urls-cors
 */
export function corsOf(properties: unknown): Cors {
  if (properties === undefined) return noCors;
  const { AllowOrigins, AllowCredentials, AllowMethods, AllowHeaders, ExposeHeaders, MaxAge } = readAs(
    configuration,
    properties,
    (mismatches) => new Error(`The CORS configuration does not run locally: ${mismatches}`),
  );
  const allowsAll = AllowOrigins.includes('*');
  if (AllowCredentials && allowsAll) {
    throw new Error('The CORS configuration allows credentials for every origin, which AWS refuses.');
  }
  const preflightHeaders = [
    ...joined('access-control-allow-methods', AllowMethods),
    ...joined('access-control-allow-headers', AllowHeaders),
    ...joined('access-control-max-age', MaxAge === undefined ? [] : [String(MaxAge)]),
  ];
  const exposedHeaders = joined('access-control-expose-headers', ExposeHeaders);

  /** The headers for a request's origin, with the given ones if it is allowed. */
  function forOrigin(origin: string | undefined, further: Headers): Headers {
    if (origin === undefined || !(allowsAll || AllowOrigins.includes(origin))) return [];
    return [
      ['access-control-allow-origin', allowsAll ? '*' : origin],
      ...joined('access-control-allow-credentials', AllowCredentials ? ['true'] : []),
      ...further,
    ];
  }

  return {
    preflight({ method, headers }) {
      if (method !== 'OPTIONS') return undefined;
      const origin = headerOf(headers, 'origin');
      const requestedMethod = headerOf(headers, 'access-control-request-method');
      if (origin === undefined || requestedMethod === undefined) return undefined;
      return { status: 204, headers: forOrigin(origin, preflightHeaders), body: '' };
    },
    decorate(request, headers) {
      const own = headers.filter(([name]) => !name.startsWith('access-control-'));
      return [...own, ...forOrigin(headerOf(request.headers, 'origin'), exposedHeaders)];
    },
  };
}
