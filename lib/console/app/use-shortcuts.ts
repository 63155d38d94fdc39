import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Focuses the search field of the page. Returns whether there is one. */
function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  search?.focus();
  return search !== null;
}

interface Shortcuts {
  onPalette: () => void;
  onSheet: () => void;
}

/** `/` focuses the search field of the page, Ctrl-K or ⌘-K opens the palette, `?` the sheet of shortcuts. */
export function useShortcuts({ onPalette, onSheet }: Shortcuts): void {
  useEffect(() => {
    const press = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean => {
      // A dialog is answered first.
      if (document.querySelector('dialog[open]') !== null) return false;
      const isCommand = ctrlKey !== metaKey && !altKey;
      if (isCommand && key.toLowerCase() === 'k') {
        onPalette();
        return true;
      }
      if (ctrlKey || metaKey || isTyping(target)) return false;
      if (key === '?') {
        onSheet();
        return true;
      }
      return key === '/' && focusSearch();
    };
    const onKey = (event: KeyboardEvent) => {
      if (press(event)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onPalette, onSheet]);
}
