import { useSyncExternalStore } from 'react';

const stepMs = 15_000;

/** A recent time must not appear in the future: up to this difference it is "just now". */
const maxAgeMs = 5_000;

let now = Date.now();

function subscribe(listener: () => void): () => void {
  const timer = window.setInterval(() => {
    now = Date.now();
    listener();
  }, stepMs);
  return () => window.clearInterval(timer);
}

function current(): number {
  if (Date.now() - now > maxAgeMs) now = Date.now();
  return now;
}

/** The time in milliseconds, updated every quarter of a minute, and on a render after some seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, current);
