import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** A page without a request by then reads nothing. */
const maxWaitMs = 1_500;

/**
 * Whether the page has its first data. Secondary requests (counts, charts, live updates) are sent only then, so that
 * the main content is first.
 */
export function useIsSettled(): boolean {
  const isFetching = useIsFetching() > 0;
  const [hasBegun, setHasBegun] = useState(false);
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setHasBegun(true), maxWaitMs);
    return () => window.clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isFetching) setHasBegun(true);
    else if (hasBegun) setSettled(true);
  }, [isFetching, hasBegun]);
  return isSettled;
}
