/** What of a list of records one batch may hold: their number says nothing of the memory that they take. Pure. */

/** The first of the listed records, as many as a batch may hold in bytes, but one at least. */
export function withinBytes<Row extends { bytes: number }>(listed: readonly Row[], maxBytes: number): Row[] {
  let bytes = 0;
  const end = listed.findIndex((row, index) => {
    bytes += row.bytes;
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? [...listed] : listed.slice(0, end);
}
