import { type ReactNode, useEffect } from 'react';
import type { Filters } from '../forms/filters.ts';
import { Loading } from './states.tsx';

interface RowsOfPageProps {
  of: { items: readonly unknown[]; page: number; totalPages: number };
  filters: Pick<Filters, 'page' | 'set'>;
  /** Shown if no page has rows. */
  empty: ReactNode;
  children: ReactNode;
}

/**
 * The rows of a page of a list. A page beyond the end, such as one whose rows were deleted, is replaced by the last
 * page.
 */
export function RowsOfPage({ of: { items, page, totalPages }, filters, empty, children }: RowsOfPageProps) {
  const isEmpty = items.length === 0;
  const isBeyondEnd = isEmpty && page > 1;
  // The total may be older than the rows.
  const last = Math.min(totalPages, page - 1);
  const { page: wanted, set } = filters;
  useEffect(() => {
    if (isBeyondEnd && wanted === page) set({ page: last > 1 ? String(last) : '' });
  }, [isBeyondEnd, wanted, page, last, set]);
  if (isBeyondEnd) return <Loading />;
  return isEmpty ? empty : children;
}
