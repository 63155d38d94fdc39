import { describe, expect, it } from 'vitest';
import { withKnownTotal } from '../../../lib/console/api/log-total.ts';
import { uiTexts } from '../../../lib/console/texts/ui.ts';

const known = { total: 10_000, totalPages: 400, totalIsExact: false };
const page = { items: ['new'], total: 26, totalPages: 2, totalIsExact: false };

describe('a page that was read again without its total', () => {
  it('keeps the first one', () => {
    expect(withKnownTotal(known, page)).toEqual({ ...known, items: ['new'] });
  });

  it('has its own one if the log ends on it', () => {
    const last = { ...page, totalIsExact: true };
    expect(withKnownTotal(known, last)).toEqual(last);
  });

  it('is counted again if it has read more', () => {
    expect(withKnownTotal({ ...known, total: 25 }, page)).toBeUndefined();
  });
});

describe('a total', () => {
  it.each([
    [1, undefined, '1 entry'],
    [1_510, true, '1,510 entries'],
    [10_000, false, '10,000+ entries'],
  ])('of %i with totalIsExact %s is shown as %s', (total, isExact, text) => {
    expect(uiTexts.rows(total, isExact)).toBe(text);
  });

  it('marks the number of pages, too', () => {
    expect(uiTexts.pageOf(1, 400, false)).toBe('Page 1 of 400+');
  });
});
