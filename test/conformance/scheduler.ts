/** Conformance cases of scheduler. */
import { conformance } from './support/conformance.ts';

conformance('scheduler');
