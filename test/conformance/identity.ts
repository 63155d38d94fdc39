/** Conformance cases of identity. */
import { conformance } from './support/conformance.ts';

conformance('identity');
