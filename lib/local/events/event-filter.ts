import type { StreamRecord } from '../lambda/stream-reader.ts';

/** Decides which events and stream records start functions. */
export interface EventFilter {
  /** Whether the bus copies an event with this detail to its queues. */
  passesEvent(detail: unknown): boolean;
  /** Whether a record of a table's stream starts functions. */
  passesRecord(record: StreamRecord): boolean;
}

export const everything: EventFilter = { passesEvent: () => true, passesRecord: () => true };
