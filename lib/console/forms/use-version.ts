import { useState } from 'react';

interface Reading {
  refetch: (options: { cancelRefetch: boolean }) => Promise<unknown>;
}

interface Version {
  /** The React key of the form: a new one resets the form to the loaded data. */
  version: number;
  /** Loads the stored data, then resets the form. */
  reload: () => Promise<void>;
}

/** Keeps the version that a form edits until it is reloaded, although the page reads newer ones meanwhile. */
export function useVersion(reading: Reading): Version {
  const [version, setVersion] = useState(0);
  const reload = async () => {
    // A write has already started the request.
    await reading.refetch({ cancelRefetch: false });
    setVersion((known) => known + 1);
  };
  return { version, reload };
}
