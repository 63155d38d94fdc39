/** Keeps log lines of the tested code out of the output of the test run. */
import { afterEach, beforeEach, vi } from 'vitest';

/** Call it at the top of a test file to silence all its tests. */
export function silenceLog(): void {
  beforeEach(() => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

/** The log lines that `act` writes; they are not printed. */
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
