/** Conformance cases of the operations of payments, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('payments');
