/** One connection of the change stream: it polls the change markers and sends an event when they have changed. */

import { setTimeout as wait } from 'node:timers/promises';
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { Principal, TenantScope } from '../../../kernel/base/principal.ts';
import { ScopeRequiredError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import type { RequestCaller } from '../../../kernel/http/operation.ts';
import type { StreamInput, StreamReply } from '../../../kernel/http/stream-endpoint.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { type HeldSlot, takeSlot } from '../../../kernel/table/limiter.ts';
import { queryAll } from '../../../kernel/table/read.ts';
import { TooManyToggleStreamsError } from '../errors.ts';
import { toggleChangesPartition, toggleStreamsKey } from '../keys.ts';
import { tenantOfToken } from './stream-token.ts';

const changeStreamLimits = {
  /** Maximum duration of a connection, because its function may keep running after the client has disconnected. */
  maxSeconds: 60,
  /** Maximum time between two heartbeats; proxies close connections that are silent for longer. */
  maxSilenceSeconds: 30,
  /** Interval of polls. */
  pollMs: 1_000,
  /** Delay before a client reconnects. */
  reconnectMs: 1_000,
  /** Extra time for which a slot is kept beyond its next renewal. */
  slotReserveMs: 5_000,
} as const;

export interface ChangeSource {
  /** Returns a number that increases with every change. */
  read(): Promise<number>;
  /** Takes or renews the connection's slot until this time; returns false if it was lost. */
  keep(untilMs: number): Promise<boolean>;
}

export interface ChangeTiming {
  lastsMs: number;
  heartbeatMs: number;
  now(): number;
  sleep(ms: number, ended: AbortSignal): Promise<void>;
}

const frame = (position: number): string =>
  `id: ${position}\ndata: ${toJson({ type: 'refetchEvaluation', etag: String(position) })}\n\n`;

/**
 * Yields the frames of a connection. A new connection starts with an event, because values may have changed between the
 * client's evaluation and its connection. A resumed connection gets this event only after a change.
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

/** Returns the sum of the change markers of deployment and tenant. Eventually consistent. */
async function countChanges(scope: TenantScope): Promise<number> {
  const markers = await allOf(
    [null, scope].map((owner) => queryAll({ pk: toggleChangesPartition(owner), consistent: false })),
  );
  return markers.flat().reduce((sum, { n }) => sum + Number(n ?? 0), 0);
}

function sourceFor(scope: TenantScope, ip: string): ChangeSource {
  const slots = {
    key: toggleStreamsKey(scope),
    entity: 'toggle_streams',
    max: integerSetting('EVENT_STREAMS_PER_TENANT'),
    holder: { name: addressKey(ip), max: integerSetting('EVENT_STREAMS_PER_ADDRESS') },
  };
  let slot: HeldSlot | undefined;
  return {
    read: () => countChanges(scope),
    async keep(untilMs) {
      if (slot !== undefined) return slot.keep(untilMs);
      const taken = await takeSlot(slots, { untilMs, nowMs: Date.now() });
      if ('freeInSeconds' in taken)
        throw new TooManyToggleStreamsError(
          { perTenant: slots.max, perAddress: slots.holder.max },
          taken.freeInSeconds,
        );
      slot = taken;
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

/** Prevents proxies from buffering, caching or compressing the stream. */
const headers = {
  'cache-control': 'no-cache, no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** Who opens a connection; a caller with a token may have no credentials. */
interface Listener extends Pick<RequestCaller, 'client'> {
  principal: Principal | undefined;
  scope: Partial<TenantScope> | undefined;
}

/**
 * Opens a connection for a caller with a token or credentials. Throws UnauthenticatedError, AddressForbiddenError and
 * ScopeRequiredError.
 */
export async function streamToggleChanges(
  { principal, scope, client: { ip } }: Listener,
  { token, lastEventId, ended }: { token?: string | undefined } & Pick<StreamInput, 'lastEventId' | 'ended'>,
): Promise<StreamReply> {
  const tokenScope = token === undefined ? undefined : await tenantOfToken(token, ip, Date.now());
  if (tokenScope === undefined && principal === undefined) throw new UnauthenticatedError();
  const tenantId = tokenScope?.tenantId ?? scope?.tenantId;
  if (tenantId === undefined) throw new ScopeRequiredError('tenant');
  return { headers, body: changeStream(sourceFor({ tenantId }, ip), timing(), { lastEventId, ended }) };
}
