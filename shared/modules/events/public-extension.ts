/** What the extensions of a team may use of events. */
export { publishOwnEvent } from './publish-service.ts';
