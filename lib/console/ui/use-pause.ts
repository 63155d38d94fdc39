import { useEffect, useState } from 'react';

const pauseMs = 400;

/** The value as it was when the typing last paused. */
export function usePause<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (Object.is(value, settled)) return;
    const timer = window.setTimeout(() => setSettled(value), pauseMs);
    return () => window.clearTimeout(timer);
  }, [value, settled]);
  return settled;
}
