/** The parts of events that other modules may use. */
export { publishOnce } from './publish-service.ts';
