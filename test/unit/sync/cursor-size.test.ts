import { describe, expect, it } from 'vitest';
import { SourceError, withStorableCursor } from '../../../shared/modules/sync/adapter.ts';
import { readCsvHead } from '../../../shared/modules/sync/adapters/file-format.ts';
import { syncLimits } from '../../../shared/modules/sync/runs/run-limits.ts';

const head = (line: string) =>
  readCsvHead({ bytes: Buffer.from(line), endOffset: line.length, lineEndOffset: line.length }, 'id');

describe('the cursor of a batch', () => {
  it('is refused permanently if it is too large for the table', () => {
    const cursor = 'ü'.repeat(syncLimits.cursorBytes / 2);
    expect(withStorableCursor({ cursor, hasMore: true })).toEqual({ cursor, hasMore: true });
    expect(withStorableCursor({ cursor: null })).toEqual({ cursor: null });
    expect(() => withStorableCursor({ cursor: `${cursor}x` })).toThrow(SourceError);
  });

  it.each(['\ud800', 'a\udc00'])(
    'is refused permanently if the table would store another text: %j',
    (cursor) => {
      expect(() => withStorableCursor({ cursor })).toThrow(SourceError);
    },
  );
});

describe('the header of a CSV file', () => {
  it('can have thousands of columns, and ends the run if they do not fit into a cursor', () => {
    const columns = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');
    expect(head(`id,${columns(5_000)}`).columns).toHaveLength(5_001);
    expect(() => head(`id,${columns(40_000)}`)).toThrow(
      'The names of the columns have more than 65536 bytes',
    );
    expect(() => head(`id,${columns(5_000)},c7`)).toThrow('The file has two columns named c7.');
    expect(() => head(columns(3))).toThrow('The file has no column id.');
    expect(head('id,,\n').columns).toEqual(['id', '', '']);
  });
});
