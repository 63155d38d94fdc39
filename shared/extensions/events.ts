/**
 * Types of a team's own events, with their data: `GET /api/events` and `GET /api/webhooks/events` list them with the
 * platform's, and `POST /api/events` only accepts matching data. Undeclared types may be published with any data.
 */
import type { EventSpec } from '../kernel/events/definition.ts';

export const platformEvents: readonly EventSpec[] = [];
