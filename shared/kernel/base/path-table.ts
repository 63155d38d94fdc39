/** Path patterns in the form of API Gateway, and the most specific one for a path. Pure. */

interface PathPattern {
  /** Returns the values of the variables in a path; undefined if the path does not match. */
  valuesIn: (path: string) => string[] | undefined;
  /** One digit per segment: patterns whose rank is sorted first are more specific. */
  rank: string;
}

/** A fixed text, one segment, or the rest of the path. */
type Segment = { text: string; rank: '0' } | { variable: string; rank: '1' | '2' };

function segmentOf(text: string): Segment {
  const [, variable, greedy] = /^\{([^{}+]+)(\+?)\}$/.exec(text) ?? [];
  if (variable === undefined) return { text, rank: '0' };
  return { variable, rank: greedy === '+' ? '2' : '1' };
}

function valuesIn(segments: readonly Segment[], path: string): string[] | undefined {
  const parts = path.split('/');
  const values: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const isRest = segment.rank === '2';
    const value = isRest ? parts.splice(index).join('/') : parts[index];
    if ('text' in segment) {
      if (value !== segment.text) return undefined;
      continue;
    }
    if (!value) return undefined;
    values.push(value);
    // Only the last segment can be the rest.
    if (isRest) return values;
  }
  return parts.length === segments.length ? values : undefined;
}

/** Compiles a pattern such as `/api/things/{id}` or `/api/files/{path+}`. */
function compilePath(path: string): PathPattern {
  const segments = path.split('/').map(segmentOf);
  return {
    valuesIn: (one) => valuesIn(segments, one),
    rank: segments.map(({ rank }) => rank).join(''),
  };
}

/** Literal before variable before greedy, from the left. */
const bySpecificity = (a: PathPattern, b: PathPattern): number => (a.rank < b.rank ? -1 : 1);

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
  return (path) => patterns.find((pattern) => pattern.valuesIn(path) !== undefined)?.methods;
}
