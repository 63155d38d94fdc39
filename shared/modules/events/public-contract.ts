/** The parts of events that contracts and pure decisions of other modules may use: data without a store. */
export type { EventType } from './contract.ts';
export { ownEventTypeProblem } from './event-type.ts';
