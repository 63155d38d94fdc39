/** The types of a team's events. Pure. */
import { entityTypePattern, platformModules } from '../entities/public-data.ts';

/** What is wrong with the type of a team's event, or undefined. */
export function ownEventTypeProblem(type: string): string | undefined {
  const [module = '', entity = '', action = '', ...more] = type.split('.');
  const isWellFormed = entityTypePattern.test(`${module}.${entity}`) && /^[a-z][a-z0-9_]*$/.test(action);
  if (!isWellFormed || more.length > 0) {
    return 'must be <module>.<entity>.<action> in lower case, such as sales.order.shipped';
  }
  return platformModules.has(module) ? `must not be of the platform's own module ${module}` : undefined;
}
