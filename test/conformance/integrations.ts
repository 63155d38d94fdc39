/** Conformance cases of integrations. */
import { conformance } from './support/conformance.ts';

conformance('integrations');
