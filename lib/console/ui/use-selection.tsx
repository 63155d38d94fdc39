import { useState } from 'react';
import { bulkTexts as texts } from '../texts/lists.ts';
import type { Column } from './table.tsx';

interface SelectionOptions<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
}

/** The rows that are ticked, of those that the list shows, and the column with the boxes. */
export function useSelection<Row>({ rows, keyOf, nameOf }: SelectionOptions<Row>) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = new Map(rows.filter((row) => ticked.has(keyOf(row))).map((row) => [keyOf(row), row]));
  const isWhole = rows.length > 0 && selected.size === rows.length;
  const toggle = (key: string) =>
    setTicked(
      new Set(
        selected.has(key) ? [...selected.keys()].filter((one) => one !== key) : [...selected.keys(), key],
      ),
    );
  const column: Column<Row> = {
    title: texts.column,
    kind: 'tick',
    head: (
      <input
        type="checkbox"
        aria-label={texts.selectAll}
        checked={isWhole}
        onChange={() => setTicked(new Set(isWhole ? [] : rows.map(keyOf)))}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={texts.select(nameOf(row))}
        checked={selected.has(keyOf(row))}
        onChange={() => toggle(keyOf(row))}
      />
    ),
  };
  return { selected, column, clear: () => setTicked(new Set()) };
}
