/** Selects the route of a request, as API Gateway does. Pure. */

export interface RouteMatch<Target> {
  routeKey: string;
  target: Target;
  /** Values of the path variables, decoded; undefined when the route has none. */
  pathParameters: Record<string, string> | undefined;
}

interface CompiledRoute<Target> {
  routeKey: string;
  method: string;
  segments: readonly Segment[];
  target: Target;
}

type Segment = { kind: 'literal'; text: string } | { kind: 'variable' | 'greedy'; name: string };

/** Lower ranks are more specific. */
const rank = { literal: 0, variable: 1, greedy: 2 } as const;

function compileSegment(text: string): Segment {
  const variable = /^\{([^{}+]+)(\+?)\}$/.exec(text);
  if (variable === null) return { kind: 'literal', text };
  return { kind: variable[2] === '+' ? 'greedy' : 'variable', name: variable[1] ?? '' };
}

function compile<Target>(routeKey: string, target: Target): CompiledRoute<Target> {
  const [method, path, ...rest] = routeKey.split(' ');
  if (method === undefined || path === undefined || rest.length > 0 || !path.startsWith('/')) {
    throw new Error(`"${routeKey}" is not a route key: it must be "METHOD /path" or "$default".`);
  }
  const segments = path.slice(1).split('/').map(compileSegment);
  const greedy = segments.findIndex(({ kind }) => kind === 'greedy');
  if (greedy >= 0 && greedy < segments.length - 1) {
    throw new Error(`"${routeKey}": only the last path segment may be greedy.`);
  }
  return { routeKey, method, segments, target };
}

function bind(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | undefined {
  const open = segments.at(-1)?.kind === 'greedy';
  if (open ? parts.length < segments.length : parts.length !== segments.length) return undefined;
  const variables: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? '';
    if (segment.kind === 'literal') {
      if (segment.text !== part) return undefined;
      continue;
    }
    const value = segment.kind === 'greedy' ? parts.slice(index).join('/') : part;
    if (value === '') return undefined;
    variables[segment.name] = value;
  }
  return variables;
}

/** Path first (literal before variable before greedy, from the left), then a method before ANY. */
function bySpecificity<Target>(a: CompiledRoute<Target>, b: CompiledRoute<Target>): number {
  for (let index = 0; index < Math.max(a.segments.length, b.segments.length); index += 1) {
    const [left, right] = [a.segments[index], b.segments[index]];
    const difference = (left ? rank[left.kind] : 0) - (right ? rank[right.kind] : 0);
    if (difference !== 0) return difference;
  }
  return Number(a.method === 'ANY') - Number(b.method === 'ANY');
}

/**
 * Compiles a set of routes. The returned function takes the method and the decoded path, and returns undefined when no
 * route matches. Throws on malformed or duplicate keys.
 */
export function createRouter<Target>(
  routes: readonly { routeKey: string; target: Target }[],
): (method: string, path: string) => RouteMatch<Target> | undefined {
  const keys = new Set<string>();
  for (const { routeKey } of routes) {
    if (keys.has(routeKey)) throw new Error(`The route "${routeKey}" exists twice.`);
    keys.add(routeKey);
  }
  const fallback = routes.find(({ routeKey }) => routeKey === '$default');
  const compiled = routes
    .filter(({ routeKey }) => routeKey !== '$default')
    .map(({ routeKey, target }) => compile(routeKey, target))
    .sort(bySpecificity);
  // A path without variables is more specific than any other that matches.
  const isFixed = ({ segments }: CompiledRoute<Target>): boolean =>
    segments.every(({ kind }) => kind === 'literal');
  const fixed = new Map(compiled.filter(isFixed).map((route) => [route.routeKey, route]));
  const variable = compiled.filter((route) => !isFixed(route));

  return (method, path) => {
    const known = fixed.get(`${method} ${path}`) ?? fixed.get(`ANY ${path}`);
    if (known !== undefined)
      return { routeKey: known.routeKey, target: known.target, pathParameters: undefined };
    const parts = path.slice(1).split('/');
    for (const route of variable) {
      if (route.method !== method && route.method !== 'ANY') continue;
      const variables = bind(route.segments, parts);
      if (variables === undefined) continue;
      return { routeKey: route.routeKey, target: route.target, pathParameters: variables };
    }
    return fallback && { routeKey: '$default', target: fallback.target, pathParameters: undefined };
  };
}
