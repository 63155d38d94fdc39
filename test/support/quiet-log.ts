/** Keeps the log lines of what is tested out of the test run's own output. Importing it is enough. */
import { afterEach, beforeEach, vi } from 'vitest';

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The log lines that `act` writes. */
export async function logOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const write = vi.mocked(process.stdout.write);
  write.mockClear();
  await act();
  return write.mock.calls.map(([line]) => JSON.parse(String(line)));
}
