/** Why a template is refused, in the words of the platform: those of the template engine are not for callers. Pure. */

/** A problem with a text for callers. */
export class TemplateProblem extends Error {
  override name = 'TemplateProblem';
}

/** Line and column of an error of the engine, from its token. */
function positionOf(error: Error): readonly unknown[] {
  const token: unknown = Reflect.get(error, 'token');
  if (typeof token !== 'object' || token === null || !('getPosition' in token)) return [];
  const position: unknown = typeof token.getPosition === 'function' ? token.getPosition() : undefined;
  return Array.isArray(position) ? position : [];
}

const isLimit = ({ message }: Error): boolean => message.includes('limit exceeded');

/** The text of anything that parsing or rendering throws. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The template is not valid Liquid.';
  for (const one of [error, Reflect.get(error, 'originalError')])
    if (one instanceof TemplateProblem) return one.message;
  if (isLimit(error)) return 'The template is too long, takes too long, or renders too much text.';
  const [line, column] = positionOf(error);
  const position = line === undefined ? '' : ` at line ${line}, column ${column}`;
  return `The template is not valid Liquid${position}.`;
}
