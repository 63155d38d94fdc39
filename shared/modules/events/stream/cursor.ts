/**
 * Reads a tenant's feed in order. Positions are consecutive, and each frame is committed after the previous
 * one. But a Query may return a later commit before an earlier one, so a frame is used only after all frames
 * before it. The only state of a reader is its position, which is the `id:` of the last frame: a reader that
 * resumes there gets the following frames once. Pure.
 */
import type { StoredFrame } from './frame.ts';
import { streamLimits } from './limits.ts';

/** The state of a feed when a connection opens. */
export interface FeedHead {
  /** Position of the last frame. */
  position: number;
  /** Position at which it continued after a time without connections, in which events were not appended. */
  resumedAt: number;
}

export interface Start {
  position: number;
  /** The frames after the client's last one are lost: it continues at the end of the feed. */
  missed: boolean;
}

/**
 * The start of a connection: the end of the feed, or after the client's last frame. `isKept` returns whether
 * a frame still exists; it is called only if a frame followed.
 */
export async function startAt(
  lastEventId: string | undefined,
  { position, resumedAt }: FeedHead,
  isKept: (position: number) => Promise<boolean>,
): Promise<Start> {
  if (lastEventId === undefined || lastEventId === '') return { position, missed: false };
  const last = /^\d{1,16}$/.test(lastEventId) ? Number(lastEventId) : Number.POSITIVE_INFINITY;
  if (last > position || last < resumedAt) return { position, missed: true };
  // Later frames expire later, so they exist if this one does.
  if (last < position && !(await isKept(last + 1))) return { position, missed: true };
  return { position: last, missed: false };
}

export interface Step {
  /** In order, including those that the listener may not see. */
  frames: StoredFrame[];
  /** The reader's position after the step. */
  position: number;
  /** A frame is missing permanently. */
  missed: boolean;
}

/**
 * One step of a reader over the frames after its position, in order. It stops before a gap, because the
 * missing frame is being committed; a gap is skipped only if the frame after it has some age.
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
