/** Filters and sorts the rows of the list. Pure. The registry is small, so this happens in memory. */

import { compareTexts, containing } from '../../kernel/base/compared.ts';
import { defaultDirection } from '../../kernel/table/listing.ts';
import type { Integration, ListIntegrations } from './integration-contract.ts';

const healthRank = { healthy: 0, degraded: 1, unhealthy: 2, unconfigured: 3 } as const;

function matches(row: Integration, query: ListIntegrations): boolean {
  const isFound = containing(query.search ?? '');
  const texts = [row.title, row.description ?? '', ...row.tags];
  return (
    (query.id === undefined || row.id === query.id) &&
    (query.category === undefined || row.category === query.category) &&
    (query.bundleId === undefined || row.bundleId === query.bundleId) &&
    (query.isEnabled === undefined || row.isEnabled === query.isEnabled) &&
    (query.credentialsNeeded === undefined || row.credentialsNeeded === query.credentialsNeeded) &&
    (query.healthStatus === undefined || row.healthStatus === query.healthStatus) &&
    texts.some(isFound)
  );
}

function compare(field: NonNullable<ListIntegrations['sortField']>, a: Integration, b: Integration): number {
  if (field === 'healthStatus') return healthRank[a.healthStatus] - healthRank[b.healthStatus];
  return compareTexts(a[field] ?? '', b[field] ?? '');
}

/** Returns the matching rows, sorted. Rows with equal values are sorted by title and id in ascending order. */
export function selectRows(rows: readonly Integration[], query: ListIntegrations): Integration[] {
  const field = query.sortField ?? 'title';
  const sign = (query.sortDir ?? defaultDirection(field)) === 'desc' ? -1 : 1;
  return rows
    .filter((row) => matches(row, query))
    .toSorted((a, b) => compare(field, a, b) * sign || compare('title', a, b) || compareTexts(a.id, b.id));
}
