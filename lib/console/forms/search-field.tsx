import { useEffect, useState } from 'react';
import { TextField } from './field.tsx';

const pauseMs = 300;

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Searches after a pause in typing. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [searched, setSearched] = useState(value);
  // Changed from outside: by a link, or by clearing all filters.
  if (value !== searched) {
    setSearched(value);
    setText(value);
  }
  useEffect(() => {
    if (text === searched) return;
    const timer = window.setTimeout(() => {
      setSearched(text);
      onSearch(text);
    }, pauseMs);
    return () => window.clearTimeout(timer);
  }, [text, searched, onSearch]);
  return (
    <TextField
      label={label}
      type="search"
      isWide
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
