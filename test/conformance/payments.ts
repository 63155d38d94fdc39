/** Conformance cases of payments. */
import { conformance } from './support/conformance.ts';

conformance('payments');
