/** Conformance cases of notifications. */
import { conformance } from './support/conformance.ts';

conformance('notifications');
