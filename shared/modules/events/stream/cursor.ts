/**
 * How a reader goes through its tenant's feed. Positions are consecutive, and each frame is committed after the one
 * before it; but a Query may show a later commit before an earlier one, so a frame counts only once all before it
 * have been seen. A reader is nothing but its position, which is the `id:` of the last frame: a reader that resumes by it
 * gets what follows, once. Pure.
 */
import type { StoredFrame } from './frame.ts';
import { streamLimits } from './limits.ts';

/** A feed as it is when a connection opens. */
export interface FeedHead {
  /** Of the last frame. */
  position: number;
  /** There was no connection for so long that events were not put into it. */
  hasPaused: boolean;
}

export interface Start {
  position: number;
  /** What came after the client's last frame is not known: it continues from the end of the feed. */
  missed: boolean;
}

/**
 * Where a connection begins: at the end of the feed, or after the frame that its client had last. `isKept` says
 * whether there still is a frame, and is asked only when something followed.
 */
export async function startAt(
  lastEventId: string | undefined,
  { position, hasPaused }: FeedHead,
  isKept: (position: number) => Promise<boolean>,
): Promise<Start> {
  if (lastEventId === undefined || lastEventId === '') return { position, missed: false };
  const last = /^\d{1,16}$/.test(lastEventId) ? Number(lastEventId) : Number.POSITIVE_INFINITY;
  if (last > position || hasPaused) return { position, missed: true };
  // What followed later is younger, so it is there when this is.
  if (last < position && !(await isKept(last + 1))) return { position, missed: true };
  return { position: last, missed: false };
}

export interface Step {
  /** In order; those that the listener may not see among them. */
  frames: StoredFrame[];
  /** Where the reader is then. */
  position: number;
  /** A frame never came. */
  missed: boolean;
}

/**
 * One step from a position over what a read found after it, in order. It ends before a gap, because what is missing
 * is being committed; only where a frame of some age follows it, it is passed over.
 */
export function follow(position: number, found: readonly StoredFrame[], nowMs: number): Step {
  const step: Step = { frames: [], position, missed: false };
  for (const frame of found) {
    if (frame.position !== step.position + 1) {
      if (frame.writtenAtMs > nowMs - streamLimits.gapPatienceMs) return step;
      step.missed = true;
    }
    step.frames.push(frame);
    step.position = frame.position;
  }
  return step;
}
