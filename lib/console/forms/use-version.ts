import { useState } from 'react';
import type { Reading } from '../ui/states.tsx';

interface EditedReading<Data> extends Reading<Data> {
  isFetchedAfterMount: boolean;
  refetch: (options?: { cancelRefetch: boolean }) => Promise<{ isSuccess: boolean }>;
}

interface Version<Data> {
  /** What was read since the page was opened: what an earlier page has read may be of an older version. */
  current: Reading<Data>;
  /** The React key of the form: a new one resets the form to the loaded data. */
  version: number;
  /** Loads the stored data, then resets the form; if they cannot be read, it keeps its input. */
  reload: () => Promise<void>;
}

/** Keeps the version that a form edits until it is reloaded, although the page reads newer ones meanwhile. */
export function useVersion<Data>(reading: EditedReading<Data>): Version<Data> {
  const [version, setVersion] = useState(0);
  const reload = async () => {
    // A write has already started the request.
    const { isSuccess } = await reading.refetch({ cancelRefetch: false });
    if (isSuccess) setVersion((known) => known + 1);
  };
  const current = reading.isFetchedAfterMount ? reading : { ...reading, data: undefined };
  return { current, version, reload };
}
