/** Conformance cases of progress. */
import { conformance } from './support/conformance.ts';

conformance('progress');
