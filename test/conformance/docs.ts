/** Conformance cases of docs. */
import { conformance } from './support/conformance.ts';

conformance('docs');
