/** Matches patterns of webhooks with events. */
const segment = '[a-z][a-z0-9_]*';
/** Event names have a module, an entity and an action; some of the platform's own have more segments. */
const exact = new RegExp(`^${segment}(\\.${segment}){2,}$`);
const ofModule = new RegExp(`^${segment}\\.\\*$`);

/** Events about webhooks are excluded, because each delivery would cause the next. */
const ownModule = 'webhooks.';

/**
 * Why a pattern can never match an event, or undefined. A valid pattern is an event's name, `<module>.*` or
 * `*`.
 */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '*') return undefined;
  if (!exact.test(pattern) && !ofModule.test(pattern))
    return 'must be <module>.<entity>.<action> in lower case such as sales.order.created, <module>.* or *';
  if (pattern.startsWith(ownModule))
    return 'must not be of the module webhooks: its events are sent to the event stream and notifications, never to webhooks';
  return undefined;
}

/** Whether one of the patterns matches the event. Events of the module `webhooks` never match. */
export function matchesAny(patterns: readonly string[], type: string): boolean {
  if (type.startsWith(ownModule)) return false;
  return patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
}
