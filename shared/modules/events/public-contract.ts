/** The parts of events that contracts and pure decisions of other modules may use: data without a store. */
export { ownEventTypeProblem } from './contract.ts';
