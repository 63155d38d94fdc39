/** Conformance cases of the operations of notifications, from the endpoint table. */
import { conformance } from '../support/conformance.ts';

conformance('notifications');
