/** Conformance cases of email. */
import { conformance } from './support/conformance.ts';

conformance('email');
