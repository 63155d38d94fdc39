/** Conformance cases of the operations of integrations, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('integrations');
