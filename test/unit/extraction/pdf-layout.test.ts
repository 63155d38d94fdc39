import { describe, expect, it } from 'vitest';
import { joinRuns } from '../../../shared/modules/attachments/extraction/pdf/pdf-layout.ts';

const box = (left: number, top: number, width: number, height = 10) => ({
  left,
  right: left + width,
  top,
  bottom: top + height,
});
const run = (text: string, left: number, top: number, width = 50, endsLine = true) => ({
  text,
  endsLine,
  isRightToLeft: /\p{Script=Hebrew}/u.test(text),
  box: box(left, top, width),
});
const placed = (text: string, left: number, top: number, height = 10) => ({
  text,
  box: box(left, top, 40, height),
});
const linesOf = (runs: Parameters<typeof joinRuns>[0], values: Parameters<typeof joinRuns>[1] = []) =>
  joinRuns(runs, values).trim().split('\n');

describe('the lines of a PDF page', () => {
  it('keep the order in which they were drawn, unless one is above another', () => {
    const columns = [run('a1', 0, 0), run('a2', 0, 20), run('b1', 60, 0), run('b2', 60, 20)];
    expect(linesOf(columns)).toEqual(['a1', 'a2', 'b1', 'b2']);
    const foot = run('foot', 0, 40, 110);
    expect(linesOf([foot, ...columns])).toEqual(['a1', 'a2', 'b1', 'b2', 'foot']);
  });

  it('have spaces between words from right to left', () => {
    const line = [run('לקוח', 140, 0, 40, false), run('4711', 100, 0, 37, false), run('.', 97, 0, 3)];
    expect(linesOf([...line, run('סכום', 140, 20, 40)])).toEqual(['לקוח 4711.', 'סכום']);
  });

  it('have spaces between texts that do not continue each other: under, over and before each other', () => {
    const texts = [
      run('Big', 0, 0, 30, false),
      run('Small', 0, 14, 40, false),
      run('first', 0, 60, 50, false),
      run('second', 20, 60, 50, false),
      run('99', 100, 100, 20, false),
      run('Total', 0, 100, 40, false),
      run('s', 40, 100, 5),
    ];
    expect(linesOf(texts)).toEqual(['Big Small first second 99 Totals']);
    expect(linesOf([run('日', 0, 0, 10, false), run('本', 0, 14, 10)])).toEqual(['日本']);
  });

  it('are read from right to left if their words are, also when they are drawn from the left', () => {
    const line = [
      run('לתשלום', 0, 0, 40, false),
      run(' ', 40, 0, 5, false),
      run('Acme', 45, 0, 25, false),
      run(' ', 70, 0, 5, false),
      run('Ltd', 75, 0, 20, false),
      run('סכום', 100, 0, 40),
    ];
    expect(linesOf([...line, run('מס', 110, 20, 30)])).toEqual(['סכום Acme Ltd לתשלום', 'מס']);
    const english = [run('The word', 0, 0, 50, false), run('אב', 55, 0, 10, false), run('גד', 70, 0, 10)];
    expect(linesOf(english)).toEqual(['The wordאבגד']);
  });

  it('contain values of fields after their labels, and before labels to their right', () => {
    const city = [run('City', 0, 20, 30, false), run('Zip', 100, 20)];
    const names = [placed('Ada', 60, 1), placed('Oslo', 40, 21)];
    const lines = [run('Name', 0, 0), ...city, run('I agree', 30, 40)];
    const values = [placed('x', 0, 40), placed('22111', 140, 19), ...names];
    expect(linesOf(lines, values)).toEqual(['Name Ada', 'City Oslo Zip 22111', 'x I agree']);
  });

  it('are followed by texts without a label, also on a page without lines', () => {
    const lines = [run('Remarks', 0, 0), run('Signed', 0, 80)];
    const inTheMiddle = placed('first\nsecond', 0, 20, 40);
    expect(linesOf(lines, [inTheMiddle])).toEqual(['Remarks', 'first', 'second', 'Signed']);
    expect(linesOf(lines, [placed('top', 0, -40)])).toEqual(['top', 'Remarks', 'Signed']);
    expect(linesOf([], [placed('b', 0, 20), placed('a', 0, 0)])).toEqual(['a', 'b']);
  });
});
