/** Conformance cases of the operations of sync, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('sync');
