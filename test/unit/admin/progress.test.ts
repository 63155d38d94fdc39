import { describe, expect, it } from 'vitest';
import { barOf, progressOn } from '../../../lib/admin/progress.ts';

describe('the progress bar', () => {
  it.each([
    [0, 100, '[------------------------------]   0 %'],
    [50, 100, '[###############---------------]  50 %'],
    [7, 0, '[------------------------------]   0 %'],
  ])('%i of %i', (done, steps, bar) => expect(barOf('items', done, steps)).toBe(`${bar} items (${done})`));

  it('shows less than 100 % until it ends', () => {
    expect(barOf('items', 100, 100)).toContain(' 99 %');
    expect(barOf('items', 500, 100)).toContain(' 99 %');
  });

  it('is drawn on terminals only', () => {
    const draw = (isTTY: boolean) => {
      const written: string[] = [];
      const progress = progressOn({ isTTY, write: (text) => written.push(text) });
      progress.label('files');
      progress.begin(2);
      progress.advance(1);
      progress.end();
      return written.join('');
    };
    expect(draw(true)).toContain('files (1)');
    expect(draw(false)).toBe('');
  });
});
