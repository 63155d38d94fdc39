/** Conformance cases of the operations of email, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('email');
