/** The parts of events that extensions of a team may use. */
export { publishOwnEvent } from './publish-service.ts';
