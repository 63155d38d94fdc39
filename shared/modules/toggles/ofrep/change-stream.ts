/** One connection of the stream of changes: it looks at the marks of changes, and says when they have moved. */
import { setTimeout as wait } from 'node:timers/promises';
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { ScopeRequiredError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import type { Caller } from '../../../kernel/http/endpoint.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { allOf } from '../../../kernel/table/parallel.ts';
import { queryAll } from '../../../kernel/table/read.ts';
import { keepSlot, type Slot, takeSlot } from '../../../kernel/table/slots.ts';
import { TooManyToggleStreamsError } from '../errors.ts';
import { toggleChangesPartition, toggleStreamsKey } from '../keys.ts';
import { tenantOfToken } from './stream-token.ts';

const changeStreamLimits = {
  /** A connection ends after at most so long: its function may run on unseen when the client leaves. */
  maxSeconds: 60,
  /** Proxies close what says nothing for longer. */
  maxSilenceSeconds: 30,
  /** A change is seen within this time. */
  pollMs: 1_000,
  /** What a client waits before it connects again. */
  reconnectMs: 1_000,
  /** A slot is kept so much longer than until it is kept again. */
  slotReserveMs: 5_000,
} as const;

export interface ChangeSource {
  /** Grows with every change. */
  read(): Promise<number>;
  /** Takes or keeps the connection's slot until the given time; false when it is lost. */
  keep(untilMs: number): Promise<boolean>;
}

export interface ChangeTiming {
  lastsMs: number;
  heartbeatMs: number;
  now(): number;
  sleep(ms: number, ended: AbortSignal): Promise<void>;
}

const frame = (position: number): string =>
  `id: ${position}\ndata: ${JSON.stringify({ type: 'refetchEvaluation', etag: String(position) })}\n\n`;

/**
 * The text of a connection. A client evaluates before it listens, so a new connection begins with a frame: what changed in
 * between would be missed. One that resumes gets that frame only when something has changed.
 */
export async function* changeStream(
  source: ChangeSource,
  { lastsMs, heartbeatMs, now, sleep }: ChangeTiming,
  { lastEventId, ended }: { lastEventId: string | undefined; ended: AbortSignal },
): AsyncGenerator<string> {
  const { pollMs, reconnectMs, slotReserveMs } = changeStreamLimits;
  const endsAtMs = now() + lastsMs;
  const keep = () => source.keep(Math.min(endsAtMs, now() + heartbeatMs) + slotReserveMs);
  await keep();
  let position = await source.read();
  const isCurrent = lastEventId === String(position);
  yield `: connected\n\nretry: ${reconnectMs}\n${isCurrent ? `id: ${position}\n\n` : frame(position)}`;
  let beatAtMs = now();
  while (!ended.aborted && now() < endsAtMs) {
    await sleep(Math.min(pollMs, endsAtMs - now()), ended);
    if (ended.aborted) return;
    const current = await source.read();
    if (current !== position) {
      position = current;
      yield frame(position);
    }
    if (now() - beatAtMs < heartbeatMs) continue;
    if (!(await keep())) return;
    beatAtMs = now();
    yield ': heartbeat\n\n';
  }
}

/** The sum of the marks of the deployment and of the tenant; eventually consistent. */
async function countChanges(scope: TenantScope): Promise<number> {
  const marks = await allOf(
    [null, scope].map((owner) => queryAll({ pk: toggleChangesPartition(owner), consistent: false })),
  );
  return marks.flat().reduce((sum, { n }) => sum + Number(n ?? 0), 0);
}

function sourceFor(scope: TenantScope): ChangeSource {
  const slots = {
    key: toggleStreamsKey(scope),
    entity: 'toggle_streams',
    count: integerSetting('EVENT_STREAMS_PER_TENANT'),
  };
  let slot: Slot | undefined;
  let isOpen = false;
  return {
    read: () => countChanges(scope),
    async keep(untilMs) {
      if (isOpen) {
        slot = slot && (await keepSlot(slots, slot, untilMs));
        return slot !== undefined;
      }
      const taken = await takeSlot(slots, { untilMs, nowMs: Date.now() });
      if (!('name' in taken)) throw new TooManyToggleStreamsError(slots.count, taken.freeInSeconds);
      [slot, isOpen] = [taken, true];
      return true;
    },
  };
}

function timing(): ChangeTiming {
  const { maxSeconds, maxSilenceSeconds } = changeStreamLimits;
  return {
    lastsMs: Math.min(integerSetting('EVENT_STREAM_SECONDS'), maxSeconds) * 1_000,
    heartbeatMs: Math.min(integerSetting('EVENT_STREAM_HEARTBEAT_SECONDS'), maxSilenceSeconds) * 1_000,
    now: Date.now,
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
  };
}

/** Nothing on the way may keep the stream back or pack it; pages of any origin may listen with their token. */
export const changeStreamHeaders = {
  'cache-control': 'no-cache, no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** Opens a connection for who has a token or credentials. Throws UnauthenticatedError, ScopeRequiredError. */
export async function openChangeStream(
  caller: Caller | undefined,
  token: string | undefined,
  connection: { lastEventId: string | undefined; ended: AbortSignal },
): Promise<AsyncGenerator<string>> {
  const named = token === undefined ? undefined : await tenantOfToken(token, Date.now());
  if (named === undefined && caller === undefined) throw new UnauthenticatedError();
  const tenantId = named?.tenantId ?? caller?.scope.tenantId;
  if (tenantId === undefined) throw new ScopeRequiredError('tenant');
  return changeStream(sourceFor({ tenantId }), timing(), connection);
}
