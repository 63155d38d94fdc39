/** Conformance cases of the operations of webhooks, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('webhooks');
