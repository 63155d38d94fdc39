/** A progress bar for long operations on a terminal; prints nothing elsewhere, so that logs stay readable. */

export interface Progress {
  /** The current step. */
  label(text: string): void;
  /** Starts a new step with this number of units; the number may grow. */
  begin(steps: number): void;
  advance(steps: number): void;
  end(): void;
}

export interface Terminal {
  isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const width = 30;

/** The bar and its percentage; `share` is 0 to 1. */
export function drawBar(share: number): string {
  const bar = '#'.repeat(Math.floor(share * width)).padEnd(width, '-');
  return `[${bar}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}

/** One line of the bar. Rounded down, so that it is only full at the end. */
export function barOf(label: string, done: number, steps: number): string {
  const share = steps === 0 ? 0 : Math.min(done / Math.max(steps, done + 1), 1);
  return `${drawBar(share)} ${label} (${done})`;
}

/** The bar on a terminal. */
export function progressOn(terminal: Terminal): Progress {
  let [text, done, steps] = ['', 0, 0];
  const draw = (line: string) => {
    if (terminal.isTTY) terminal.write(`\r\u001b[K${line}`);
  };
  return {
    label: (next) => {
      text = next;
    },
    begin(count) {
      [done, steps] = [0, count];
      draw(barOf(text, done, steps));
    },
    advance(count) {
      done += count;
      draw(barOf(text, done, steps));
    },
    end: () => draw(''),
  };
}
