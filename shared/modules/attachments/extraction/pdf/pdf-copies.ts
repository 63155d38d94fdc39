/** Removes copies of texts, which PDFs draw over each other as bold letters, outlines or shadows. Pure. */
import type { Box, TextRun } from './pdf-layout.ts';

/** Maximum distance of a copy, as a share of the height of its text. */
const copyDistance = 0.2;

const nearOf = ({ top, bottom }: Box): number => copyDistance * (bottom - top);

const areNear = (a: number, b: number, near: number): boolean => Math.abs(a - b) <= near;

const areInLine = (a: Box, b: Box, near: number): boolean =>
  areNear(a.top, b.top, near) && areNear(a.bottom, b.bottom, near);

const neighbours = [-1, 0, 1];

/** The runs that were drawn, by their text and place on a grid. */
class DrawnRuns {
  readonly #boxes = new Map<string, Box[]>();

  #keyOf({ text, box }: TextRun, across = 0, down = 0): string {
    const near = nearOf(box);
    return `${Math.round(box.left / near) + across} ${Math.round(box.top / near) + down} ${text}`;
  }

  has(run: TextRun): boolean {
    const near = nearOf(run.box);
    return neighbours.some((across) =>
      neighbours.some((down) =>
        this.#boxes
          .get(this.#keyOf(run, across, down))
          ?.some(
            (box) =>
              areInLine(box, run.box, near) &&
              areNear(box.left, run.box.left, near) &&
              areNear(box.right, run.box.right, near),
          ),
      ),
    );
  }

  add(run: TextRun): void {
    const key = this.#keyOf(run);
    this.#boxes.set(key, [...(this.#boxes.get(key) ?? []), run.box]);
  }
}

/** Maximum difference between the real width of words and that by their number of letters, as a share of each. */
const [wordsDifference, letterDifference] = [0.3, 0.7];

/** Returns the words at the end of a run that the next one repeats in their place, such as `big sale` and `sale today`. */
function copiedWords(text: string, left: number, { text: before, box }: TextRun): string {
  const width = box.right - left;
  for (let at = before.indexOf(' '); at >= 0; at = before.indexOf(' ', at + 1)) {
    const words = before.slice(at + 1);
    const expected = ((box.right - box.left) * words.length) / before.length;
    const difference = words.length === 1 ? letterDifference : wordsDifference;
    if (text.startsWith(words) && areNear(width, expected, difference * width)) return words;
  }
  return '';
}

/**
 * Returns how many letters at the start of a run are a copy of those at the end of the run before it. If each letter is drawn
 * twice, runs consist of a copy and the next letter: `B`, `BO`, `OL`, `LD`, `D`.
 */
function copiedLetters({ text, box, isRightToLeft }: TextRun, [before, earlier]: readonly TextRun[]): number {
  const near = nearOf(box);
  if (before === undefined || isRightToLeft || !areInLine(before.box, box, near)) return 0;
  if (areNear(before.box.left, box.left, near) && text.startsWith(before.text)) return before.text.length;
  if (areNear(before.box.right, box.right, near) && before.text.endsWith(text)) return text.length;
  const isCopy = earlier !== undefined && areNear(earlier.box.right, box.left, near);
  if (isCopy && text.startsWith(before.text.slice(-1))) return 1;
  return copiedWords(text, box.left, before).length;
}

/** Returns the runs without the letters that repeat others in their place. */
export function withoutCopies(runs: readonly TextRun[]): TextRun[] {
  const drawn = new DrawnRuns();
  /** The last two runs, the last one first. */
  let last: TextRun[] = [];
  return runs.map((run) => {
    if (run.text.trim() === '') return run;
    if (drawn.has(run)) return { ...run, text: '' };
    drawn.add(run);
    const copied = copiedLetters(run, last);
    const { right: left = 0 } = last[0]?.box ?? {};
    last = [run, ...last.slice(0, 1)];
    if (copied === 0) return run;
    return { ...run, text: run.text.slice(copied), box: { ...run.box, left: Math.min(left, run.box.right) } };
  });
}
