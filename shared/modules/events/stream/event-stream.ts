/** One connection of the event stream, from its first byte to its end. Storage and clock are parameters. */
import { type FeedHead, follow, startAt } from './cursor.ts';
import { frameText, type StoredFrame } from './frame.ts';
import { streamLimits } from './limits.ts';

/** The source of a connection's frames. */
export interface StreamSource {
  /** Takes a slot until the given time and returns the state of the feed. Throws if no slot is free. */
  open(untilMs: number): Promise<FeedHead>;
  /** Extends the slot until the given time; false if it is lost. */
  keep(untilMs: number): Promise<boolean>;
  /** Whether the frame at an assigned position still exists. */
  isKept(this: void, position: number): Promise<boolean>;
  /** The frames after a position, in order. */
  read(after: number): Promise<StoredFrame[]>;
  maySee(frame: StoredFrame): Promise<boolean>;
}

export interface StreamTiming {
  /** The duration of the connection. */
  lastsMs: number;
  heartbeatMs: number;
  now(): number;
  /** Resolves after the time, or when the signal is aborted. */
  sleep(ms: number, ended: AbortSignal): Promise<void>;
}

/** An `id:` without data updates a browser's `Last-Event-ID` without an event for the page. */
const idText = (position: number): string => `id: ${position}\n\n`;
const missedText = 'event: missed\ndata: {}\n\n';

/**
 * The text of a connection that resumes after `lastEventId`, if there is one. The first chunk is returned
 * when a slot is taken. Ends after its time, when its slot is lost, and, without another request of the
 * source, when `ended` is aborted.
 */
export async function* eventStream(
  source: StreamSource,
  timing: StreamTiming,
  { lastEventId, ended }: { lastEventId: string | undefined; ended: AbortSignal },
): AsyncGenerator<string> {
  const { now, sleep, heartbeatMs } = timing;
  const endsAtMs = now() + timing.lastsMs;
  const slotUntilMs = () => Math.min(endsAtMs, now() + heartbeatMs + streamLimits.slotReserveSeconds * 1_000);

  const head = await source.open(slotUntilMs());
  const start = await startAt(lastEventId, head, source.isKept);
  const greeting = `: connected\n\nretry: ${streamLimits.reconnectMs}\n${idText(start.position)}`;
  yield greeting + (start.missed ? missedText : '');

  let { position } = start;
  let sentPosition = position;
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
      sentPosition = frame.position;
    }
    if (text !== '') {
      busyUntilMs = now() + streamLimits.busyForMs;
      yield text;
    }
    if (now() - beatAtMs >= heartbeatMs) {
      if (ended.aborted || !(await source.keep(slotUntilMs()))) return;
      beatAtMs = now();
      // Frames for other listeners have advanced the position, so a client that resumes here reads less.
      yield `: heartbeat\n\n${position > sentPosition ? idText(position) : ''}`;
      sentPosition = position;
    }
    if (found.length === streamLimits.framesPerRead && found.at(-1)?.position === position) continue;
    const waitMs = now() < busyUntilMs ? streamLimits.busyPollMs : streamLimits.pollMs;
    await sleep(Math.min(waitMs, endsAtMs - now()), ended);
  }
  if (!ended.aborted && position > sentPosition) yield idText(position);
}
