/** Selects the route of a request, as API Gateway does. Pure. */

export interface RouteMatch<Target> {
  routeKey: string;
  target: Target;
  /** Values of the path variables, decoded; undefined when the route has none. */
  pathParameters: Record<string, string> | undefined;
}

interface VariableRoute<Target> {
  routeKey: string;
  target: Target;
  path: RegExp;
  variables: readonly string[];
  /** One digit per segment: texts that are sorted first are more specific. */
  rank: string;
}

type Segment = { pattern: string; rank: string; variable?: string };

function segmentOf(text: string): Segment {
  const [, variable, greedy] = /^\{([^{}+]+)(\+?)\}$/.exec(text) ?? [];
  if (variable === undefined) return { pattern: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), rank: '0' };
  return greedy === '+'
    ? { pattern: '(.+)', rank: '2', variable }
    : { pattern: '([^/]+)', rank: '1', variable };
}

function parseKey(routeKey: string): { method: string; segments: Segment[] } {
  if (routeKey === '$default') return { method: routeKey, segments: [] };
  const [, method, path] = /^([A-Z]+) \/(\S*)$/.exec(routeKey) ?? [];
  if (method === undefined || path === undefined || method === 'ANY') {
    throw new Error(`"${routeKey}" is not a route key: it must be "METHOD /path" or "$default".`);
  }
  if (/\+\}./.test(path)) throw new Error(`"${routeKey}": only the last path segment may be greedy.`);
  return { method, segments: path.split('/').map(segmentOf) };
}

/**
 * Compiles a set of routes. The returned function takes the method and the decoded path, and returns undefined when no
 * route matches. Throws on malformed or duplicate keys, and on the method ANY, which does not run locally.
 */
export function createRouter<Target>(
  routes: readonly { routeKey: string; target: Target }[],
): (method: string, path: string) => RouteMatch<Target> | undefined {
  const keys = new Set<string>();
  // A path without variables is more specific than any other that matches.
  const fixed = new Map<string, RouteMatch<Target>>();
  const variable = new Map<string, VariableRoute<Target>[]>();
  for (const { routeKey, target } of routes) {
    if (keys.has(routeKey)) throw new Error(`The route "${routeKey}" exists twice.`);
    keys.add(routeKey);
    const { method, segments } = parseKey(routeKey);
    const variables = segments.flatMap((segment) => segment.variable ?? []);
    if (variables.length === 0) {
      fixed.set(routeKey, { routeKey, target, pathParameters: undefined });
      continue;
    }
    const path = new RegExp(`^/${segments.map(({ pattern }) => pattern).join('/')}$`, 's');
    const rank = segments.map((segment) => segment.rank).join('');
    const ofMethod = variable.get(method) ?? [];
    variable.set(method, [...ofMethod, { routeKey, target, path, variables, rank }]);
  }
  // Literal before variable before greedy, from the left.
  for (const ofMethod of variable.values()) ofMethod.sort((a, b) => (a.rank < b.rank ? -1 : 1));

  return (method, path) => {
    const known = fixed.get(`${method} ${path}`);
    if (known !== undefined) return known;
    for (const { routeKey, target, path: pattern, variables } of variable.get(method) ?? []) {
      const [, ...values] = pattern.exec(path) ?? [];
      if (values.length === 0) continue;
      const pathParameters = Object.fromEntries(variables.map((name, index) => [name, values[index] ?? '']));
      return { routeKey, target, pathParameters };
    }
    return fixed.get('$default');
  };
}
