/** Conformance cases of the operations of identity, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('identity');
