/** The parts of events that other modules may use. */
export { dataOf, eventLogDays, pageOfEvents } from './log/log-store.ts';
export type { PublishedEvent } from './log/logged-event.ts';
export { publishOnce } from './publish-service.ts';
