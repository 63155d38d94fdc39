/** How far an export is. Pure. */

export interface ExportCursor {
  /** Only records that have changed since then are looked at; null: all. */
  sinceMs: number | null;
  /** Where the list of records goes on; null at its beginning. */
  after: string | null;
  /** The adapter's own. */
  adapter: string | null;
}

/** Text of runs, readable for people; nonsense counts as the beginning. */
export function parseExportCursor(text: string | null): ExportCursor {
  const start: ExportCursor = { sinceMs: null, after: null, adapter: null };
  if (text === null) return start;
  try {
    const { since, after = null, adapter = null } = JSON.parse(text) as Record<string, string | null>;
    const sinceMs = typeof since === 'string' ? Date.parse(since) : Number.NaN;
    return { sinceMs: Number.isNaN(sinceMs) ? null : sinceMs, after, adapter };
  } catch {
    return start;
  }
}

export function exportCursorText({ sinceMs, after, adapter }: ExportCursor): string {
  return JSON.stringify({
    ...(sinceMs !== null && { since: new Date(sinceMs).toISOString() }),
    ...(after !== null && { after }),
    ...(adapter !== null && { adapter }),
  });
}
