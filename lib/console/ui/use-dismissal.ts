import { type RefObject, useEffect } from 'react';

/** Calls `dismiss` on Escape (`isByKey`), on a choice in the element, and when a click or the keyboard leaves it. */
export function useDismissal(
  place: RefObject<HTMLElement | null>,
  dismiss: (isByKey: boolean) => void,
): void {
  useEffect(() => {
    const isInside = (target: Node) => place.current?.contains(target) === true;
    const onLeave = ({ target }: Event) => {
      if (target instanceof Node && !isInside(target)) dismiss(false);
    };
    const onChoice = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a, button') && isInside(target)) dismiss(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') dismiss(true);
    };
    document.addEventListener('pointerdown', onLeave);
    document.addEventListener('focusin', onLeave);
    document.addEventListener('click', onChoice);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onLeave);
      document.removeEventListener('focusin', onLeave);
      document.removeEventListener('click', onChoice);
      document.removeEventListener('keydown', onKey);
    };
  }, [place, dismiss]);
}
