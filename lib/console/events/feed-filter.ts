import { toJson } from '../../../shared/clients/typescript/index.ts';
import type { LiveEvent } from '../api/live-events.ts';

export const moduleOf = ({ type }: Pick<LiveEvent, 'type'>): string => type.split('.')[0] ?? type;

interface Wanted {
  /** Text in the type or the data. */
  words: string;
  module: string | undefined;
}

/** Whether the filters of the feed leave the event in. */
export function matchesFeed(event: LiveEvent, { words, module }: Wanted): boolean {
  if (module !== undefined && moduleOf(event) !== module) return false;
  return `${event.type} ${toJson(event.payload)}`.toLowerCase().includes(words.trim().toLowerCase());
}
