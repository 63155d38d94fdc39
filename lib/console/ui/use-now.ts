import { useSyncExternalStore } from 'react';

const stepMs = 15_000;

/** What has just happened must not appear to lie ahead: so far ahead is still "just now". */
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

/** The time in milliseconds, renewed every quarter of a minute, and when something is drawn after some seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, current);
