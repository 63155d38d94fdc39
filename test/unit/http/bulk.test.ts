import { describe, expect, it } from 'vitest';
import { InvalidInputError, StaleError } from '../../../shared/kernel/errors/errors.ts';
import { changeEach } from '../../../shared/kernel/lists/bulk.ts';
import { silenceLog } from '../../support/runtime/quiet-log.ts';

silenceLog();

interface State {
  id: string;
  revision: number;
}

/** Rows in memory by id, with a record of the reads. */
function rowsNamed(...ids: string[]) {
  const reads: string[][] = [];
  const rows = new Map<string, State>(ids.map((id) => [id, { id, revision: 1 }]));
  const read = async (wanted: readonly string[]) => {
    reads.push([...wanted]);
    return new Map(wanted.flatMap((id) => [...rows].filter(([name]) => name === id)));
  };
  return { rows, reads, read };
}

describe('changeEach', () => {
  it('returns a result for each distinct id in order, and reads all at once', async () => {
    const { read, reads } = rowsNamed('a', 'b', 'c');
    const answer = await changeEach(['c', 'a', 'c', 'b', 'x'], {
      absent: 'Rule',
      read,
      write: async ({ id }) => id !== 'a',
    });
    expect(answer).toEqual({
      results: [
        { id: 'c', status: 'changed' },
        { id: 'a', status: 'unchanged' },
        { id: 'b', status: 'changed' },
        { id: 'x', status: 'failed', error: 'Rule not found.', code: 'not_found' },
      ],
      changed: 2,
      unchanged: 1,
      failed: 1,
    });
    expect(reads[0]).toEqual(['c', 'a', 'b', 'x']);
  });

  it('counts a missing one as done if nothing is left to do', async () => {
    const { read } = rowsNamed('a');
    const answer = await changeEach(['a', 'x'], { read, write: async () => true });
    expect(answer.results.map(({ status }) => status)).toEqual(['changed', 'unchanged']);
  });

  it('continues after a failure, and hides its details', async () => {
    const details = { defaultValue: 'must be a string or null' };
    const { read } = rowsNamed('a', 'b', 'c');
    const answer = await changeEach(['a', 'b', 'c'], {
      read,
      write: async ({ id }) => {
        if (id === 'a') throw new Error('the password is x');
        if (id === 'b') throw new InvalidInputError(details);
        return true;
      },
    });
    expect(answer.results).toEqual([
      { id: 'a', status: 'failed', code: 'internal', error: expect.not.stringContaining('password') },
      { id: 'b', status: 'failed', code: 'invalid_input', error: expect.any(String), details },
      { id: 'c', status: 'changed' },
    ]);
  });

  it('reads one again after a concurrent write', async () => {
    const { read, reads, rows } = rowsNamed('a', 'b');
    const answer = await changeEach(['a', 'b'], {
      read,
      write: async ({ id, revision }) => {
        if (id === 'b' && revision === 1) {
          rows.set('b', { id, revision: 2 });
          throw new StaleError();
        }
        return true;
      },
    });
    expect(answer.changed).toBe(2);
    expect(reads).toEqual([['a', 'b'], ['b']]);
  });

  it('applies a few changes at a time, for any number of ids', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => String(index));
    const { read } = rowsNamed(...ids);
    let [running, most] = [0, 0];
    await changeEach(ids, {
      read,
      write: async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        return true;
      },
    });
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('throws if nothing can be read, without changes', async () => {
    const read = async () => Promise.reject(new Error('down'));
    const write = async () => Promise.reject(new Error('written'));
    await expect(changeEach(['a'], { read, write })).rejects.toThrow('down');
  });
});
