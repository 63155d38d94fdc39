/** Conformance cases of audit. */
import { conformance } from './support/conformance.ts';

conformance('audit');
