/** Conformance cases of events. */
import { conformance } from './support/conformance.ts';

conformance('events');
