/** Selects the route of a request, as API Gateway does. Pure. */

export interface RouteMatch<Target> {
  routeKey: string;
  target: Target;
  /** Values of the path variables, decoded; undefined when the route has none. */
  pathParameters: Record<string, string> | undefined;
}

/** Throws when the key is malformed, and for the method ANY, which does not run locally. */
function parseKey(routeKey: string): { method: string; path: string } {
  if (routeKey === '$default') return { method: routeKey, path: '/' };
  const [, method, path] = /^([A-Z]+) \/(\S*)$/.exec(routeKey) ?? [];
  if (method === undefined || path === undefined || method === 'ANY') {
    throw new Error(`"${routeKey}" is not a route key: it must be "METHOD /path" or "$default".`);
  }
  if (/\+\}./.test(path)) throw new Error(`"${routeKey}": only the last path segment may be greedy.`);
  return { method, path: `/${path}` };
}

/** A path such as `/things/{id}` or `/files/{path+}`, as an expression with a group for each variable. */
function compilePath(path: string) {
  const segments = path.split('/').map((text) => {
    const [, variable, greedy] = /^\{([^{}+]+)(\+?)\}$/.exec(text) ?? [];
    if (variable === undefined) return { pattern: text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), rank: '0' };
    return greedy === '+'
      ? { variable, pattern: '(.+)', rank: '2' }
      : { variable, pattern: '([^/]+)', rank: '1' };
  });
  return {
    expression: new RegExp(`^${segments.map(({ pattern }) => pattern).join('/')}$`, 's'),
    variables: segments.flatMap(({ variable }) => variable ?? []),
    /** A digit per segment. Sorted, the more specific of two paths comes first: text, then a variable, then the rest. */
    rank: segments.map(({ rank }) => rank).join(''),
  };
}

function compileRoute<Target>(route: { routeKey: string; target: Target }) {
  const { method, path } = parseKey(route.routeKey);
  return { ...route, method, ...compilePath(path) };
}

/**
 * Compiles a set of routes. The returned function takes the method and the decoded path, and returns undefined when no
 * route matches. Throws on malformed or duplicate keys, and on the method ANY, which does not run locally.
 */
export function createRouter<Target>(
  routes: readonly { routeKey: string; target: Target }[],
): (method: string, path: string) => RouteMatch<Target> | undefined {
  for (const [routeKey, { length }] of Map.groupBy(routes, (route) => route.routeKey))
    if (length > 1) throw new Error(`The route "${routeKey}" exists twice.`);
  const compiled = routes.map(compileRoute).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const variable = Map.groupBy(
    compiled.filter(({ variables }) => variables.length > 0),
    ({ method }) => method,
  );
  // A path without variables is more specific than any other that matches.
  const fixed = new Map<string, RouteMatch<Target>>();
  for (const { routeKey, target, variables } of compiled)
    if (variables.length === 0) fixed.set(routeKey, { routeKey, target, pathParameters: undefined });

  return (method, path) => {
    const known = fixed.get(`${method} ${path}`);
    if (known !== undefined) return known;
    for (const { routeKey, target, expression, variables } of variable.get(method) ?? []) {
      const values = expression.exec(path)?.slice(1);
      if (values === undefined) continue;
      const pathParameters = Object.fromEntries(variables.map((name, index) => [name, values[index] ?? '']));
      return { routeKey, target, pathParameters };
    }
    return fixed.get('$default');
  };
}
