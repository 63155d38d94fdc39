import { useEffect, useState } from 'react';

const pauseMs = 400;

/** The value after the last pause in typing. */
export function usePause<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (Object.is(value, settled)) return;
    const timer = window.setTimeout(() => setSettled(value), pauseMs);
    return () => window.clearTimeout(timer);
  }, [value, settled]);
  return settled;
}
