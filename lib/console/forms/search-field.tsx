import { useEffect, useId } from 'react';
import { type Choices, TextField } from './field.tsx';
import { useAhead } from './use-ahead.ts';

const pauseMs = 300;

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  /** What the browser proposes while the user types, with titles. */
  proposals?: Choices | undefined;
  onSearch: (text: string) => void;
}

/** Searches after a pause in typing. */
export function SearchField({ label, placeholder, value, proposals, onSearch }: SearchFieldProps) {
  const listId = useId();
  const { shown, show, latest, send } = useAhead(value, onSearch);
  useEffect(() => {
    if (shown === latest) return;
    const timer = window.setTimeout(() => send(shown), pauseMs);
    return () => window.clearTimeout(timer);
  }, [shown, latest, send]);
  return (
    <>
      <TextField
        label={label}
        type="search"
        isWide
        placeholder={placeholder}
        value={shown}
        list={proposals && listId}
        onChange={({ target }) => show(target.value)}
      />
      {proposals && (
        <datalist id={listId}>
          {proposals.map(([proposed, title]) => (
            <option key={proposed} value={proposed} label={title} />
          ))}
        </datalist>
      )}
    </>
  );
}
