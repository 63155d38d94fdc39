/** Conformance cases of the operations of attachments, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('attachments');
