/**
 * One connection of the event stream, from its first byte to its end. It knows neither table nor clock: both are
 * handed in.
 */
import { type FeedHead, follow, startAt } from './cursor.ts';
import { frameText, type StoredFrame } from './frame.ts';
import { streamLimits } from './limits.ts';

/** Where a connection gets its frames from. */
export interface StreamSource {
  /** Takes a place until the given time and returns how far the feed is. Throws when there is no place. */
  open(untilMs: number): Promise<FeedHead>;
  /** Keeps the place until the given time; false when it is lost. */
  keep(untilMs: number): Promise<boolean>;
  /** Whether the frame at a position that has one is still kept. */
  isKept(this: void, position: number): Promise<boolean>;
  /** What comes after a position, in order. */
  read(after: number): Promise<StoredFrame[]>;
  maySee(frame: StoredFrame): Promise<boolean>;
}

export interface StreamTiming {
  /** How long the connection lasts. */
  lastsMs: number;
  heartbeatMs: number;
  now(): number;
  /** Resolves after a while, at once when the signal is aborted. */
  sleep(ms: number, ended: AbortSignal): Promise<void>;
}

/** An `id:` without data moves a browser's `Last-Event-ID` and tells the page nothing. */
const idText = (position: number): string => `id: ${position}\n\n`;
const missedText = 'event: missed\ndata: {}\n\n';

/**
 * The text of a connection that resumes after `lastEventId`, if there is one. The first chunk comes once a place is
 * taken. Ends by itself after its time, when its place is lost, and without another request of the source when
 * `ended` is aborted.
 */
export async function* eventStream(
  source: StreamSource,
  timing: StreamTiming,
  { lastEventId, ended }: { lastEventId: string | undefined; ended: AbortSignal },
): AsyncGenerator<string> {
  const { now, sleep, heartbeatMs } = timing;
  const endsAtMs = now() + timing.lastsMs;
  const keptUntil = () => Math.min(endsAtMs, now() + heartbeatMs + streamLimits.placeReserveSeconds * 1_000);

  const head = await source.open(keptUntil());
  const start = await startAt(lastEventId, head, source.isKept);
  const greeting = `: connected\n\nretry: ${streamLimits.reconnectMs}\n${idText(start.position)}`;
  yield greeting + (start.missed ? missedText : '');

  let { position } = start;
  let toldPosition = position;
  let beatAtMs = now();
  let busyUntilMs = 0;
  while (!ended.aborted && now() < endsAtMs) {
    const found = await source.read(position);
    if (ended.aborted) return;
    const step = follow(position, found, now());
    position = step.position;
    let text = step.missed ? missedText : '';
    for (const frame of step.frames) {
      if (!(await source.maySee(frame))) continue;
      text += frameText(frame);
      toldPosition = frame.position;
    }
    if (text !== '') {
      busyUntilMs = now() + streamLimits.busyForMs;
      yield text;
    }
    if (now() - beatAtMs >= heartbeatMs) {
      if (ended.aborted || !(await source.keep(keptUntil()))) return;
      beatAtMs = now();
      // Frames for others moved the position: a client that resumes from here has less to read.
      yield `: heartbeat\n\n${position > toldPosition ? idText(position) : ''}`;
      toldPosition = position;
    }
    if (found.length === streamLimits.framesPerRead && found.at(-1)?.position === position) continue;
    const waitMs = now() < busyUntilMs ? streamLimits.busyPollMs : streamLimits.pollMs;
    await sleep(Math.min(waitMs, endsAtMs - now()), ended);
  }
  if (!ended.aborted && position > toldPosition) yield idText(position);
}
