/** CORS of an HTTP API or a function URL: how requests of web pages of other origins are handled. Pure. */
import { isRecord } from '../cloudformation/intrinsics.ts';

type Headers = [name: string, value: string][];

export interface CorsRequest {
  method: string;
  /** The `Origin` header. */
  origin: string | undefined;
  /** The `Access-Control-Request-Method` header. */
  requestedMethod: string | undefined;
}

export interface Cors {
  /** Returns the response to a preflight, which the API sends itself; undefined for any other request. */
  preflight(request: CorsRequest): { status: number; headers: Headers } | undefined;
  /** Returns the headers of the response: the configured CORS headers replace those of the integration. */
  decorate(request: CorsRequest, headers: Headers): Headers;
}

const noCors: Cors = { preflight: () => undefined, decorate: (_request, headers) => headers };

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/**
 * Reads the `CorsConfiguration` of an `AWS::ApiGatewayV2::Api` or the `Cors` of an `AWS::Lambda::Url`, which have the
 * same form. Throws on `*` together with credentials, which API Gateway also refuses.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 * https://docs.aws.amazon.com/lambda/latest/dg/urls-configuration.html#urls-cors
 */
export function corsOf(configuration: unknown): Cors {
  if (!isRecord(configuration)) return noCors;
  const origins = listOf(configuration.AllowOrigins);
  const credentials = configuration.AllowCredentials === true;
  if (credentials && origins.includes('*')) {
    throw new Error('The CORS configuration allows credentials for every origin, which AWS refuses.');
  }

  function originHeaders(origin: string | undefined): Headers {
    if (origin === undefined || !(origins.includes('*') || origins.includes(origin))) return [];
    return [
      ['access-control-allow-origin', origins.includes('*') ? '*' : origin],
      ...(credentials ? [['access-control-allow-credentials', 'true'] as [string, string]] : []),
    ];
  }

  const joined = (name: string, values: unknown): Headers => {
    const list = listOf(values);
    return list.length === 0 ? [] : [[name, list.join(',')]];
  };

  return {
    preflight({ method, origin, requestedMethod }) {
      if (method !== 'OPTIONS' || origin === undefined || requestedMethod === undefined) return undefined;
      const allowed = originHeaders(origin);
      if (allowed.length === 0) return { status: 204, headers: [] };
      return {
        status: 204,
        headers: [
          ...allowed,
          ...joined('access-control-allow-methods', configuration.AllowMethods),
          ...joined('access-control-allow-headers', configuration.AllowHeaders),
          ...(configuration.MaxAge === undefined
            ? []
            : [['access-control-max-age', String(configuration.MaxAge)] as [string, string]]),
        ],
      };
    },
    decorate({ origin }, headers) {
      const own = headers.filter(([name]) => !name.startsWith('access-control-'));
      const allowed = originHeaders(origin);
      const exposed =
        allowed.length === 0 ? [] : joined('access-control-expose-headers', configuration.ExposeHeaders);
      return [...own, ...allowed, ...exposed];
    },
  };
}
