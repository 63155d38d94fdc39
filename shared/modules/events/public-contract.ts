/** What contracts and pure decisions of other modules may use of events: data alone, without a store. */
export { ownEventTypeProblem } from './contract.ts';
