/** Conformance cases of the operations of events, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('events');
