/** Every event that is declared: by modules, and by a team in `shared/extensions/events.ts`. */
import { platformEvents } from '../extensions/events.ts';
import type { EventSpec } from '../kernel/events/definition.ts';
import { anyEntityType } from '../modules/entities/events.ts';
import { moduleEvents } from './module-events.ts';

export const eventSpecs: readonly EventSpec[] = [...moduleEvents, ...platformEvents];

/** The declaration of an event by its real type; types of records, which teams name, all have the same ones. */
export function findEventSpec(type: string): EventSpec | undefined {
  const exact = eventSpecs.find((spec) => spec.type === type);
  return exact ?? eventSpecs.find((spec) => spec.type === `${anyEntityType}.${type.split('.').at(-1)}`);
}
