/** Conformance cases of toggles. */
import { conformance } from './support/conformance.ts';

conformance('toggles');
