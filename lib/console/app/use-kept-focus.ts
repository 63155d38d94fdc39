import { useEffect } from 'react';

/**
 * When the control that has the focus leaves the page (the buttons of a selection, an undo that was used), the browser puts
 * the keyboard at the beginning of the document. It continues at the heading of the page instead.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = target;
    };
    const keep = () => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      document.querySelector('h1')?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(keep);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
}
