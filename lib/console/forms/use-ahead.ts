import { useState } from 'react';

/**
 * The value of a field whose value is in the address. The address follows late on a busy page, so the field keeps what the
 * user has entered since, and takes a value of the address only if it is none of those that the field has sent.
 */
export function useAhead(value: string, onSend: (value: string) => void) {
  const [shown, show] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState<readonly string[]>([]);
  if (value !== known) {
    setKnown(value);
    const index = sent.indexOf(value);
    setSent(index < 0 ? [] : sent.slice(index + 1));
    if (index < 0) show(value);
  }
  const send = (entered: string) => {
    setSent([...sent, entered]);
    onSend(entered);
  };
  return {
    shown,
    /** Shows what the user enters. */
    show,
    /** The value that the address has, or will have. */
    latest: sent.at(-1) ?? value,
    send,
    /** Shows and sends what the user enters. */
    enter: (entered: string) => {
      show(entered);
      send(entered);
    },
  };
}
