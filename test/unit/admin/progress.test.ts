import { describe, expect, it } from 'vitest';
import { barOf, progressOn } from '../../../lib/admin/progress.ts';
import { lineOf } from '../../../lib/admin/sync-run.ts';
import { aRun } from '../../support/builders/stored-run.ts';

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

const startedAtMs = 1_000_000;

describe('the line about a run', () => {
  it('shows progress, rate and estimated time', () => {
    const run = aRun({ status: 'running', createdCount: 4_500, totalCount: 10_000, startedAtMs });
    const line = lineOf(run, startedAtMs + 9_000);
    expect(line).toBe('[#############-----------------]  45 %  running 4 500 of 10 000  500/s  11 s left');
  });

  it('shows failures, and no unknown end', () => {
    const run = aRun({ status: 'running', createdCount: 10, failedCount: 2, startedAtMs });
    expect(lineOf(run, startedAtMs + 3_000)).toContain('running 12  2 failed  4/s');
    expect(lineOf(run, startedAtMs + 3_000)).not.toContain('left');
  });

  it('shows no rate before the start', () => {
    expect(lineOf(aRun({ status: 'pending' }), startedAtMs)).toBe(`[${'-'.repeat(30)}]   0 %  pending 0`);
  });
});
