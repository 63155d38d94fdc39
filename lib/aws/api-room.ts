/** How the endpoints are divided among the HTTP APIs, and the room that each API has left. Pure. */
import type { ApisOf } from '../../shared/catalog/apis.ts';
import type { Endpoint } from '../../shared/kernel/http/endpoint-spec.ts';
import { type ApiName, apiNames } from '../../shared/kernel/modules/manifest.ts';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const integrationsPerApi = 300;
/** Beyond it a module must move, while there is room to keep its routes on both APIs for one deployment. */
export const maxIntegrations = 280;
/** The aim of a move. */
const aimedIntegrations = 230;
/** The integration of `$default`. */
const fallbacks = 1;

type Routed = Pick<Endpoint, 'module' | 'path' | 'transport'>;

/** Streams are behind function URLs. Endpoints of the service for large uploads have routes for smaller ones. */
const hasRoutes = ({ transport }: Routed): boolean => transport !== 'stream';

/** The integrations of an API by module; all routes of an endpoint share one. */
function integrationsOf(api: ApiName, endpoints: readonly Routed[], apisOf: ApisOf): Map<string, number> {
  const own = endpoints.filter((endpoint) => hasRoutes(endpoint) && apisOf(endpoint.module).includes(api));
  return new Map(
    [...Map.groupBy(own, ({ module }) => module)].map(([module, { length }]) => [module, length]),
  );
}

/** The number of integrations of an API, with that of `$default`. */
export function integrationsIn(api: ApiName, endpoints: readonly Routed[], apisOf: ApisOf): number {
  return [...integrationsOf(api, endpoints, apisOf).values()].reduce((sum, count) => sum + count, fallbacks);
}

/** Throws when an API has too many integrations, and names the module to move. */
export function checkRoom(endpoints: readonly Routed[], apisOf: ApisOf): void {
  for (const api of apiNames) {
    const total = integrationsIn(api, endpoints, apisOf);
    if (total <= maxIntegrations) continue;
    const sorted = [...integrationsOf(api, endpoints, apisOf)].toSorted(([, one], [, other]) => one - other);
    const [module, count] = sorted.find(([, size]) => total - size <= aimedIntegrations) ??
      sorted.at(-1) ?? ['', 0];
    const [other = 'further'] = apiNames.filter((name) => name !== api);
    throw new Error(
      `The HTTP API ${api} has ${total} integrations; ${integrationsPerApi} are possible, and ${maxIntegrations} are ` +
        `allowed. Move the module ${module}, which has ${count}: in its module.ts, set api: '${other}' and, for one ` +
        `deployment, keepsRoutesOn: '${api}'.`,
    );
  }
}

/** The first two segments of a path, `/api/rules`. */
const prefixOf = (path: string): string => path.split('/').slice(0, 3).join('/');

/**
 * The path prefixes of an API. Throws when a prefix has endpoints of several APIs, because the public host selects the API
 * by the prefix.
 */
export function prefixesOf(api: ApiName, endpoints: readonly Routed[], apisOf: ApisOf): string[] {
  const byPrefix = Map.groupBy(endpoints.filter(hasRoutes), ({ path }) => prefixOf(path));
  return [...byPrefix].flatMap(([prefix, own]) => {
    const selected = new Set(own.map(({ module }) => apisOf(module)[0]));
    if (selected.size > 1)
      throw new Error(
        `Endpoints under ${prefix} are on several HTTP APIs: their modules must have the same one in module.ts.`,
      );
    return selected.has(api) ? [prefix] : [];
  });
}
