/** Opens a connection of the event stream for a caller. */
import { setTimeout as wait } from 'node:timers/promises';
import { hasFeature, type Principal, type Scope, type TenantScope } from '../../../kernel/base/principal.ts';
import type { Actor, RequestCaller } from '../../../kernel/http/operation.ts';
import type { StreamInput } from '../../../kernel/http/stream-endpoint.ts';
import { integerSetting } from '../../../kernel/settings/settings.ts';
import type { HeldSlot } from '../../../kernel/table/limiter.ts';
import { findApiKey, findUser } from '../../identity/public.ts';
import { takeConnectionSlot } from './connection-slots.ts';
import { eventStream, type StreamSource, type StreamTiming } from './event-stream.ts';
import { isFrameKept, openFeed, readFeed } from './feed-store.ts';
import { type Listener, type StoredFrame, type ViewFeatures, visibility } from './frame.ts';
import { streamLimits } from './limits.ts';

/** In addition to the headers of every streamed response. Proxies must not buffer or compress the stream. */
const eventStreamHeaders = {
  'cache-control': 'no-cache, no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;

const secondsOf = {
  connection: Math.min(integerSetting('EVENT_STREAM_SECONDS'), streamLimits.maxSeconds),
  heartbeat: Math.min(integerSetting('EVENT_STREAM_HEARTBEAT_SECONDS'), streamLimits.maxSilenceSeconds),
};
const limits = {
  perTenant: integerSetting('EVENT_STREAMS_PER_TENANT'),
  perAddress: integerSetting('EVENT_STREAMS_PER_ADDRESS'),
};

type ListeningScope = TenantScope & Partial<Scope>;

/** As in lists: the selected organizations, else all that are allowed. */
function visibleOrganizations(
  { organizationIds }: ListeningScope,
  principal: Principal,
): readonly string[] | null {
  return organizationIds ?? (principal.isSuperAdmin ? null : principal.organizationIds);
}

/** Reads the caller's roles once, when the first frame needs them. */
function rolesOf({ subject, tenantId }: Principal): () => Promise<readonly string[]> {
  const [kind, id = ''] = subject.split(':');
  let roleIds: Promise<readonly string[]> | undefined;
  const find = async () => {
    if (tenantId === null) return [];
    const holder = await (kind === 'user' ? findUser({ tenantId }, id) : findApiKey(tenantId, id));
    return holder?.roleIds ?? [];
  };
  return () => {
    roleIds ??= find();
    return roleIds;
  };
}

function sourceFor(
  scope: ListeningScope,
  principal: Principal,
  { ip, viewFeatures }: { ip: string; viewFeatures: ViewFeatures },
): StreamSource {
  const [, id = ''] = principal.subject.split(':');
  const listener: Listener = {
    id,
    organizationIds: visibleOrganizations(scope, principal),
    holds: (feature) => hasFeature(principal, feature),
  };
  const roles = rolesOf(principal);
  let slot: HeldSlot | undefined;
  return {
    async open(untilMs) {
      const nowMs = Date.now();
      slot = await takeConnectionSlot(scope, ip, { limits, untilMs, nowMs });
      return openFeed(scope, nowMs);
    },
    async keep(untilMs) {
      return (await slot?.keep(untilMs)) ?? false;
    },
    isKept: (position) => isFrameKept(scope, position, Date.now()),
    read: (after) => readFeed(scope, after),
    async maySee(frame: StoredFrame) {
      const seen = visibility(frame, listener, viewFeatures);
      if (seen !== 'by role') return seen === 'visible';
      const held = await roles();
      return frame.roleIds?.some((roleId) => held.includes(roleId)) ?? false;
    },
  };
}

function timing(): StreamTiming {
  const spreadMs = Math.min(streamLimits.spreadMs, secondsOf.connection * 100);
  return {
    lastsMs: secondsOf.connection * 1_000 - Math.random() * spreadMs,
    heartbeatMs: secondsOf.heartbeat * 1_000,
    now: Date.now,
    sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
  };
}

/** Who listens, and from where. */
type StreamCaller = Actor<ListeningScope> & Pick<RequestCaller, 'client'>;

/**
 * Opens a connection for the caller; `viewFeatures` has the features that events require. It takes a slot when its first
 * chunk is read, and then throws TooManyStreamsError if the tenant or the address has none left.
 */
export const streamEvents =
  (viewFeatures: ViewFeatures) =>
  async (
    { scope, context: { principal }, client }: StreamCaller,
    { lastEventId, ended }: Pick<StreamInput, 'lastEventId' | 'ended'>,
  ) => {
    const source = sourceFor(scope, principal, { ip: client.ip, viewFeatures });
    return { headers: eventStreamHeaders, body: eventStream(source, timing(), { lastEventId, ended }) };
  };
