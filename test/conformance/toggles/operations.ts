/** Conformance cases of the operations of toggles, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('toggles');
