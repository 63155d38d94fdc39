/** Conformance cases of the operations of rules, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('rules');
