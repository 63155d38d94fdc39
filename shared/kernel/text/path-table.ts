/** Path patterns in the form of API Gateway, and the most specific one for a path. Pure. */

export interface PathPattern {
  matches: RegExp;
  variables: string[];
  /** One digit per segment: patterns whose rank is sorted first are more specific. */
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

/** Compiles a pattern such as `/api/things/{id}` or `/api/files/{path+}`. */
export function compilePath(path: string): PathPattern {
  const segments = path.split('/').map(segmentOf);
  return {
    matches: new RegExp(`^${segments.map(({ pattern }) => pattern).join('/')}$`, 's'),
    variables: segments.flatMap(({ variable }) => variable ?? []),
    rank: segments.map(({ rank }) => rank).join(''),
  };
}

/** Literal before variable before greedy, from the left. */
export const bySpecificity = (a: PathPattern, b: PathPattern): number => (a.rank < b.rank ? -1 : 1);

/**
 * Compiles a table of patterns with their methods, separated by blanks. The returned function takes a path and returns the
 * methods of the most specific pattern that matches; undefined if none does.
 */
export function compileMethods(
  table: Readonly<Record<string, string>>,
): (path: string) => readonly string[] | undefined {
  const patterns = Object.entries(table)
    .map(([path, methods]) => ({ ...compilePath(path), methods: methods.split(' ') }))
    .sort(bySpecificity);
  return (path) => patterns.find(({ matches }) => matches.test(path))?.methods;
}
