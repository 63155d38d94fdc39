/** What other modules may use of events. */
export { publishOnce } from './publish-service.ts';
