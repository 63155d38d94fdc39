/** An event in the form for browsers, and who may see it. Pure. */
import { toJson } from '../../../kernel/base/json.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { streamLimits } from './limits.ts';

/** A frame before it has a position in its tenant's feed. */
export interface Frame {
  eventId: string;
  eventType: string;
  /** Null: the whole tenant. */
  organizationId: string | null;
  /** Only these users or API keys; absent: all. */
  userIds?: readonly string[];
  /** Only holders of one of these roles; absent: all. */
  roleIds?: readonly string[];
  /** Only holders of this feature; absent: all. */
  feature?: string;
  /** The `data:` of the frame, JSON in one line. */
  data: string;
}

export interface StoredFrame extends Frame {
  /** Consecutive within the tenant; the `id:` of the frame. */
  position: number;
  writtenAtMs: number;
}

/** Bytes besides the data: `id: `, `data: `, the line breaks, and the longest position. */
const bytesAround = Buffer.byteLength(frameText({ position: Number.MAX_SAFE_INTEGER, data: '' }));

/** A frame in the stream format. Without an `event:` line, so that pages receive every type by `onmessage`. */
export function frameText({ position, data }: Pick<StoredFrame, 'position' | 'data'>): string {
  return `id: ${position}\ndata: ${data}\n\n`;
}

type Data = Record<string, unknown>;

/**
 * The recipients in one pair of fields, such as `recipientUserId` and `recipientUserIds`. Undefined means
 * all; an invalid value means none.
 */
function recipients(data: Data, one: string, many: string): readonly string[] | undefined {
  const given = [data[one], data[many]].filter((value) => value !== undefined && value !== null);
  if (given.length === 0) return undefined;
  return given.flat().filter((value): value is string => typeof value === 'string');
}

/**
 * The feature that an event requires; an invalid value becomes the empty feature, which only super admins
 * have.
 */
function featureOf({ requiredFeature }: Data): string | undefined {
  if (requiredFeature === undefined || requiredFeature === null) return undefined;
  return typeof requiredFeature === 'string' ? requiredFeature : '';
}

function truncated({ id, entityId, entityType }: Data): Data {
  return { truncated: true, id, entityId, entityType };
}

function dataText({ id, type, occurredAt, organizationId, version }: Message, payload: Data): string {
  return toJson({
    id: type,
    payload,
    timestamp: Date.parse(occurredAt ?? '') || 0,
    organizationId: organizationId ?? '',
    eventId: id,
    version,
  });
}

/**
 * The frame of an event. If the event is too large, the payload only identifies the resource; undefined if
 * even that is too large.
 */
export function toFrame(message: Message): Frame | undefined {
  const { id, type, organizationId, data } = message;
  const fits = (text: string) => Buffer.byteLength(text) + bytesAround <= streamLimits.frameBytes;
  const text = [data, truncated(data)].map((payload) => dataText(message, payload)).find(fits);
  if (text === undefined) return undefined;
  const userIds = recipients(data, 'recipientUserId', 'recipientUserIds');
  const roleIds = recipients(data, 'recipientRoleId', 'recipientRoleIds');
  const feature = featureOf(data);
  return {
    eventId: id,
    eventType: type,
    organizationId,
    ...(userIds && { userIds }),
    ...(roleIds && { roleIds }),
    ...(feature !== undefined && { feature }),
    data: text,
  };
}

/** The user or API key of a connection. The feed determines the tenant. */
export interface Listener {
  /** Of the user or the API key. */
  id: string;
  /** Organizations that the listener may see; null is every one of the tenant. */
  organizationIds: readonly string[] | null;
  holds(feature: string): boolean;
}

/** The features that receivers of events must hold, by the type of the event. */
export type ViewFeatures = Readonly<Record<string, string>>;

/** Whether the listener may see a frame; `by role` if that depends on the listener's roles. */
export function visibility(
  frame: Frame,
  listener: Listener,
  viewFeatures: ViewFeatures,
): 'visible' | 'hidden' | 'by role' {
  const { eventType, organizationId, userIds, roleIds, feature } = frame;
  // A stored frame may have a type that no longer exists.
  const viewFeature = viewFeatures[eventType];
  if (viewFeature === undefined || !listener.holds(viewFeature)) return 'hidden';
  if (organizationId !== null && listener.organizationIds?.includes(organizationId) === false)
    return 'hidden';
  if (userIds?.includes(listener.id) === false) return 'hidden';
  if (feature !== undefined && !listener.holds(feature)) return 'hidden';
  return roleIds === undefined ? 'visible' : 'by role';
}
