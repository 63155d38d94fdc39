/**
 * Types of events that a team publishes, with what is in them: `GET /api/events` and `GET /api/webhooks/events` list them
 * beside the platform's own, and `POST /api/events` takes only data that fits. A type that is not declared may be
 * published all the same, with any data.
 */
import type { EventSpec } from '../kernel/events/definition.ts';

export const platformEvents: readonly EventSpec[] = [];
