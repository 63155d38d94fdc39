/** Which events a webhook receives. */
const segment = '[A-Za-z0-9_]+';
const exact = new RegExp(`^${segment}(\\.${segment})*$`);
const ofModule = new RegExp(`^${segment}\\.\\*$`);

/** What is wrong with a pattern: it is an event's name, `<module>.*` or `*`. Undefined when nothing is. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '*' || exact.test(pattern) || ofModule.test(pattern)) return undefined;
  return 'must be the name of an event, <module>.* or *';
}

/** Events about webhooks themselves: delivered, each would cause the next. */
const ownModule = 'webhooks.';

/** Does any of the patterns match the event? Events of the module `webhooks` match nothing. */
export function matchesAny(patterns: readonly string[], type: string): boolean {
  if (type.startsWith(ownModule)) return false;
  return patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
}
