/** Sorts the lines of a PDF page into reading order and inserts the texts of its annotations where they are shown. Pure. */

/** A rectangle on the page as it is shown: turned upright, from the upper left corner. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A piece of a line of the page. */
export interface TextRun {
  text: string;
  endsLine: boolean;
  /** Whether its script is written from right to left, such as Arabic. */
  isRightToLeft: boolean;
  box: Box;
}

/** The text of an annotation. */
export interface PlacedText {
  text: string;
  box: Box;
}

/** Where a text is inserted: in the line of a run, or as a line after it. */
interface Insertion {
  kind: 'after' | 'before' | 'below';
  run: number;
}

const middleOf = (from: number, to: number): number => (from + to) / 2;

const isWithin = (at: number, { top, bottom }: Box): boolean => at >= top && at <= bottom;

/** Returns whether two boxes are in the same row: the middle of one is beside the other. */
const areBeside = (a: Box, b: Box): boolean =>
  isWithin(middleOf(a.top, a.bottom), b) || isWithin(middleOf(b.top, b.bottom), a);

/** Returns the best run by a distance; undefined if no run has one. */
function nearest(runs: readonly TextRun[], distanceTo: (run: TextRun) => number | undefined) {
  let best: { run: number; distance: number } | undefined;
  for (const [run, value] of runs.entries()) {
    const distance = value.text.trim() === '' ? undefined : distanceTo(value);
    if (distance !== undefined && (best === undefined || distance < best.distance)) best = { run, distance };
  }
  return best?.run;
}

/** Returns the run that ends the line of a run. */
function endOfLine(runs: readonly TextRun[], from: number): number {
  const end = runs.findIndex(({ endsLine }, index) => index >= from && endsLine);
  return end < 0 ? runs.length - 1 : end;
}

function insertionOf(runs: readonly TextRun[], { box }: PlacedText): Insertion | undefined {
  const middle = middleOf(box.left, box.right);
  const label = nearest(runs, (run) =>
    areBeside(box, run.box) && middleOf(run.box.left, run.box.right) <= middle
      ? Math.abs(box.left - run.box.right)
      : undefined,
  );
  if (label !== undefined) return { kind: 'after', run: label };
  const follower = nearest(runs, (run) => (areBeside(box, run.box) ? run.box.left : undefined));
  if (follower !== undefined) return { kind: 'before', run: follower };
  const above = nearest(runs, ({ box: other }) => {
    const space = box.top - other.bottom;
    const isAside = other.right < box.left || other.left > box.right;
    return middleOf(other.top, other.bottom) > box.top ? undefined : space + (isAside ? 1_000 : 0);
  });
  return above === undefined ? undefined : { kind: 'below', run: endOfLine(runs, above) };
}

/** Sorts from top to bottom and from left to right. */
const inReadingOrder = ({ box: a }: PlacedText, { box: b }: PlacedText): number =>
  areBeside(a, b) ? a.left - b.left : a.top - b.top;

const textOf = (run: TextRun): string => `${run.text}${run.endsLine ? '\n' : ''}`;

/** The runs of a line, with the box around them. */
interface PageLine {
  runs: TextRun[];
  box: Box | undefined;
}

/** Maximum number of lines to sort, as each is compared with each. */
const maxSortedLines = 1_000;
/** Lines that overlap vertically by up to this share of their height are one above the other. */
const sharedHeight = 0.3;

function around(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

function linesOf(runs: readonly TextRun[]): PageLine[] {
  const lines: TextRun[][] = [[]];
  for (const run of runs) {
    lines.at(-1)?.push(run);
    if (run.endsLine) lines.push([]);
  }
  return lines
    .filter((line) => line.length > 0)
    .map((line) => ({
      runs: line,
      box: around(line.filter(({ text }) => text.trim() !== '').map(({ box }) => box)),
    }));
}

/** Returns whether a line is above another one, in the same column. */
function isAbove(a: Box | undefined, b: Box | undefined): boolean {
  if (a === undefined || b === undefined || a.top >= b.top || a.bottom >= b.bottom) return false;
  const shared = sharedHeight * Math.min(a.bottom - a.top, b.bottom - b.top);
  return a.right > b.left && a.left < b.right && a.bottom - b.top <= shared;
}

/**
 * Keeps the order in which lines are drawn, which is the reading order of columns and tables, but moves each line behind
 * the lines above it.
 */
function inPageOrder(runs: readonly TextRun[]): readonly TextRun[] {
  const lines = linesOf(runs);
  const isSorted = lines.every(({ box }, index) => !isAbove(box, lines[index - 1]?.box));
  if (lines.length > maxSortedLines || isSorted) return runs;
  const sorted: PageLine[] = [];
  const added = new Set<PageLine>();
  function add(line: PageLine): void {
    if (added.has(line)) return;
    added.add(line);
    for (const other of lines) if (!added.has(other) && isAbove(other.box, line.box)) add(other);
    sorted.push(line);
  }
  for (const line of lines) add(line);
  return sorted.flatMap((line) => {
    const last = line.runs.at(-1);
    // The last line that was drawn has no end.
    return last === undefined ? [] : [...line.runs.slice(0, -1), { ...last, endsLine: true }];
  });
}

const lengthOf = (runs: readonly TextRun[]): number =>
  runs.reduce((sum, { text }) => sum + text.trim().length, 0);

/** Returns the runs in groups of neighbours with the same direction; each run from right to left is a group. */
function directedGroups(runs: readonly TextRun[]): TextRun[][] {
  const groups: TextRun[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    if (group === undefined || run.isRightToLeft || group[0]?.isRightToLeft) groups.push([run]);
    else group.push(run);
  }
  return groups;
}

/** Returns the runs of a line as they are read. Words from right to left may be drawn from the left. */
function inReadingDirection({ runs }: PageLine): readonly TextRun[] {
  const words = runs.filter(({ isRightToLeft }) => isRightToLeft);
  const others = runs.filter(({ isRightToLeft }) => !isRightToLeft);
  const areFromLeft = words.every(
    ({ box }, index) => index === 0 || box.left > Number(words[index - 1]?.box.left),
  );
  if (words.length < 2 || !areFromLeft || lengthOf(others) > lengthOf(words)) return runs;
  const read = directedGroups(runs).reverse().flat();
  const endsLine = runs.some((run) => run.endsLine);
  return read.map((run, index) => ({ ...run, endsLine: endsLine && index === read.length - 1 }));
}

/** Minimum gap between two words, as a share of the height of the line. */
const wordGap = 0.15;

/** Minimum distance by which a text begins before the end of another one over it, as a share of the height of the line. */
const overprint = 0.5;
/** Scripts without blanks between words. */
const withoutBlanks = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Returns whether a run is to the left of the one before it, as in scripts from right to left, with a gap between them. */
function isLeftOfGap({ box }: TextRun, before: TextRun): boolean {
  const gap = before.box.left - box.right;
  return gap > wordGap * (box.bottom - box.top) && areBeside(before.box, box);
}

/** Returns whether a run does not continue the one before it: it is above or below it, or over it. */
function isElsewhere({ text, box, isRightToLeft }: TextRun, before: TextRun): boolean {
  if (withoutBlanks.test(`${before.text.slice(-1)}${text.slice(0, 1)}`)) return false;
  if (box.top >= before.box.bottom || box.bottom <= before.box.top) return true;
  const isOver = box.left < before.box.right - overprint * (box.bottom - box.top);
  return isOver && !isRightToLeft && !before.isRightToLeft && box.right > before.box.left;
}

/** Adds the spaces between words that are not drawn from left to right. The library adds only those of others. */
function withSpaces(runs: readonly TextRun[]): TextRun[] {
  let before: TextRun | undefined;
  return runs.map((run) => {
    const last = before;
    if (run.endsLine) before = undefined;
    else if (run.text !== '') before = run;
    if (last === undefined || /\s$/.test(last.text) || /^\s|^$/.test(run.text)) return run;
    return isLeftOfGap(run, last) || isElsewhere(run, last) ? { ...run, text: ` ${run.text}` } : run;
  });
}

/** Joins the runs of a page in reading order, with texts of annotations inserted. */
export function joinRuns(drawn: readonly TextRun[], placed: readonly PlacedText[]): string {
  const runs = withSpaces(linesOf(inPageOrder(drawn)).flatMap(inReadingDirection));
  if (placed.length === 0) return runs.map(textOf).join('');
  const first: string[] = [];
  const inserted = new Map<string, string[]>();
  for (const text of placed.toSorted(inReadingOrder)) {
    const insertion = insertionOf(runs, text);
    if (insertion === undefined) first.push(text.text);
    else {
      const key = `${insertion.kind} ${insertion.run}`;
      inserted.set(key, [...(inserted.get(key) ?? []), text.text]);
    }
  }
  const at = (kind: Insertion['kind'], run: number): string[] => inserted.get(`${kind} ${run}`) ?? [];
  const parts = first.map((text) => `${text}\n`);
  for (const [index, run] of runs.entries()) {
    parts.push(...at('before', index).map((text) => `${text} `), run.text);
    parts.push(...at('after', index).map((text) => ` ${text}`));
    const below = at('below', index);
    // Words of the line that follow a text need a space.
    if (run.endsLine || below.length > 0) parts.push('\n');
    else if (at('after', index).length > 0) parts.push(' ');
    parts.push(...below.map((text) => `${text}\n`));
  }
  return parts.join('');
}
