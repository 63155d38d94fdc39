/** What a page of a log says about the whole log. */
export interface LogTotal {
  total: number;
  totalPages: number;
  /** False if the log has more entries than `total`. */
  totalIsExact?: boolean | undefined;
}

/**
 * A page that was read again without its total, with the known one: undefined if the page itself has read more, so that
 * the log must be counted again. A page on which the log ends has its total.
 */
export function withKnownTotal<Page extends LogTotal>(known: LogTotal, page: Page): Page | undefined {
  if (page.totalIsExact !== false) return page;
  if (page.total > known.total) return undefined;
  const { total, totalPages, totalIsExact } = known;
  return { ...page, total, totalPages, totalIsExact };
}
