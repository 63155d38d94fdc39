/** Conformance cases of the operations of scheduler, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('scheduler');
