/** The parts of events that contracts and pure decisions of other modules may use: data without a store. */
export { type EventType, ownEventTypeProblem } from './contract.ts';
