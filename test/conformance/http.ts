/** Conformance cases of http. */
import { conformance } from './support/conformance.ts';

conformance('http');
