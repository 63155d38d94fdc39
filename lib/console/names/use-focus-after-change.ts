import { useEffect, useRef } from 'react';

/**
 * Keeps the keyboard's place where one control replaces another. Returns the ref of the element around both: when the
 * value changes, its first control gets the focus.
 */
export function useFocusAfterChange<Element extends HTMLElement>(value: unknown) {
  const place = useRef<Element>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    place.current?.querySelector<HTMLElement>('input, button, a')?.focus();
  }, [value]);
  return place;
}
