/** Conformance cases of entities. */
import { conformance } from './support/conformance.ts';

conformance('entities');
