/** The events that the stream has brought since the console was opened in the selected scope. */
import { parseJson } from '../../../shared/clients/typescript/index.ts';
import { isJsonObject } from './json.ts';
import { createStore } from './store.ts';

export interface LiveEvent {
  eventId: string;
  type: string;
  payload: Readonly<Record<string, unknown>>;
  /** ISO time at which it happened. */
  at: string;
}

export interface LiveEvents {
  /** The newest first. */
  events: readonly LiveEvent[];
  /** The connection was interrupted, and the events of that time were not sent later. */
  hasGap: boolean;
}

const maxEvents = 200;

const none: LiveEvents = { events: [], hasGap: false };

export const liveEvents = createStore(none);

/** The event in a frame of the stream; undefined for a frame of another form. */
export function parseFrame(frame: string): LiveEvent | undefined {
  const event: unknown = parseJson(frame);
  if (!isJsonObject(event) || typeof event.id !== 'string') return undefined;
  const { id, eventId, payload, timestamp } = event;
  return {
    eventId: String(eventId),
    type: id,
    payload: isJsonObject(payload) ? payload : {},
    at: new Date(Number(timestamp) || 0).toISOString(),
  };
}

/** Puts the event at the beginning, each once. */
export function rememberEvent(event: LiveEvent): void {
  const { events, hasGap } = liveEvents.get();
  const others = events.filter(({ eventId }) => eventId !== event.eventId);
  liveEvents.set({ events: [event, ...others].slice(0, maxEvents), hasGap });
}

export const rememberGap = (): void => liveEvents.set({ ...liveEvents.get(), hasGap: true });

export const forgetEvents = (): void => liveEvents.set(none);
