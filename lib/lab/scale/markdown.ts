/** Numbers and tables of the pages. */

export const whole = (value: number): string =>
  Number.isFinite(value) ? Math.floor(value).toLocaleString('en') : 'not in the mix';
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(head), row(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
