/** Conformance cases of sync. */
import { conformance } from './support/conformance.ts';

conformance('sync');
