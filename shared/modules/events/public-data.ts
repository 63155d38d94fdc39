/** The parts of events that other modules may use, without a store. */
export type { EventType } from './contract.ts';
export { ownEventTypeProblem } from './event-type.ts';
