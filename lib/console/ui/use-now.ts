import { useSyncExternalStore } from 'react';

const stepMs = 15_000;

let now = Date.now();

function subscribe(listener: () => void): () => void {
  const timer = window.setInterval(() => {
    now = Date.now();
    listener();
  }, stepMs);
  return () => window.clearInterval(timer);
}

function current(): number {
  if (Date.now() - now > stepMs) now = Date.now();
  return now;
}

/** The time in milliseconds, renewed every quarter of a minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, current);
