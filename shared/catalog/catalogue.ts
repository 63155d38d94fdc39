/** Every declared event: of modules, and of a team's own events and resources in `shared/extensions`. */
import { platformEvents } from '../extensions/events.ts';
import { platformResources } from '../extensions/resources.ts';
import type { EventSpec } from '../kernel/events/definition.ts';
import { eventsOf } from '../kernel/resources/declarations.ts';
import { anyEntityType } from '../modules/entities/events.ts';
import { moduleEvents } from './module-events.ts';

export const eventSpecs: readonly EventSpec[] = [
  ...moduleEvents,
  ...platformEvents,
  ...platformResources.flatMap(eventsOf),
];

/** Returns the declaration of an event type; all types of records, which teams name, share one. */
export function findEventSpec(type: string): EventSpec | undefined {
  const exact = eventSpecs.find((spec) => spec.type === type);
  return exact ?? eventSpecs.find((spec) => spec.type === `${anyEntityType}.${type.split('.').at(-1)}`);
}
