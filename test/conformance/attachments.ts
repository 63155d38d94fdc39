/** Conformance cases of attachments. */
import { conformance } from './support/conformance.ts';

conformance('attachments');
