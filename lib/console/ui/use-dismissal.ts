import { type RefObject, useEffect } from 'react';

/** Calls `dismiss` on Escape (`isByKey`), on a choice in the element, and on a click outside of it. */
export function useDismissal(
  place: RefObject<HTMLElement | null>,
  dismiss: (isByKey: boolean) => void,
): void {
  useEffect(() => {
    const isInside = (target: Node) => place.current?.contains(target) === true;
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !isInside(target)) dismiss(false);
    };
    const onChoice = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a, button') && isInside(target)) dismiss(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') dismiss(true);
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('click', onChoice);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('click', onChoice);
      document.removeEventListener('keydown', onKey);
    };
  }, [place, dismiss]);
}
