/** Keeps the log lines of what is tested out of the test run's own output. */
import { afterEach, beforeEach, vi } from 'vitest';

/** Called at the top of a test file, it silences every test of that file. */
export function silenceLog(): void {
  beforeEach(() => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

/** The log lines that `act` writes; they do not show in the output. */
export async function logOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const isSilent = vi.isMockFunction(process.stdout.write);
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  write.mockClear();
  try {
    await act();
    return write.mock.calls.map(([line]) => JSON.parse(String(line)));
  } finally {
    if (!isSilent) write.mockRestore();
  }
}
