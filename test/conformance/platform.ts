/** Conformance cases of platform. */
import { conformance } from './support/conformance.ts';

conformance('platform');
