import { useEffect } from 'react';
import { TextField } from './field.tsx';
import { useAhead } from './use-ahead.ts';

const pauseMs = 300;

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Searches after a pause in typing. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const { shown, show, latest, send } = useAhead(value, onSearch);
  useEffect(() => {
    if (shown === latest) return;
    const timer = window.setTimeout(() => send(shown), pauseMs);
    return () => window.clearTimeout(timer);
  }, [shown, latest, send]);
  return (
    <TextField
      label={label}
      type="search"
      isWide
      placeholder={placeholder}
      value={shown}
      onChange={({ target }) => show(target.value)}
    />
  );
}
