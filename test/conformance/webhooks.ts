/** Conformance cases of webhooks. */
import { conformance } from './support/conformance.ts';

conformance('webhooks');
