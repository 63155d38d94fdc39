/** Publishes events without a change in the table: a team's own, and those that modules create from messages. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { platformEvents } from '../../extensions/events.ts';
import type { ChangeContext } from '../../kernel/audit/record.ts';
import { toJson } from '../../kernel/base/json.ts';
import { reachesAll, type Scope, type TenantScope } from '../../kernel/base/principal.ts';
import { BodyTooLargeError, InvalidInputError, ScopeRequiredError } from '../../kernel/errors/errors.ts';
import { entryBytes, messageText } from '../../kernel/events/envelope.ts';
import { withHops } from '../../kernel/events/hops.ts';
import { eventLimits } from '../../kernel/events/limits.ts';
import { insertEvent } from '../../kernel/events/outbox-store.ts';
import type { Created } from '../../kernel/http/create-once.ts';
import { issuePath } from '../../kernel/http/issue-path.ts';
import { describeIssue } from '../../kernel/http/issues.ts';
import type { Actor, RequestCaller } from '../../kernel/http/operation.ts';
import { parseOptions } from '../../kernel/http/parse-options.ts';
import { enterVerified } from '../../kernel/secrets/signed-hops.ts';
import { EventIdConflictError } from './errors.ts';
import type { PublishEvent } from './publish-contract.ts';

/** Events of a team have no revisions. */
const onlyVersion = 1;

/** Throws InvalidInputError for data that does not match its declared type. */
function refuseUndeclaredData({ type, data }: PublishEvent): void {
  const spec = platformEvents.find((one) => one.type === type);
  if (spec === undefined) return;
  const { error } = z.safeParse(spec.data, data, parseOptions);
  if (error === undefined) return;
  throw new InvalidInputError(
    Object.fromEntries(
      error.issues.map((issue) => [issuePath(['data', ...issue.path]), describeIssue(issue)]),
    ),
  );
}

/**
 * Writes the event to the outbox and returns its id. An event that the organization has already published with
 * this id is accepted and dropped; `isOfModule` says that a module has set the id. Throws InvalidInputError for
 * data that its declared type does not allow, BodyTooLargeError if it is too large for the outbox,
 * EventIdConflictError if the id was used for another event.
 */
export async function publishOwnEvent(
  scope: TenantScope & Partial<Scope>,
  { type, data, id }: PublishEvent,
  nowMs: number,
  { isOfModule = false, once }: { isOfModule?: boolean; once?: ChangeContext['once'] } = {},
): Promise<string> {
  const { tenantId, organizationId = null } = scope;
  refuseUndeclaredData({ type, data });
  const event = {
    id: id ?? randomUUID(),
    type,
    tenantId,
    organizationId,
    occurredAtMs: nowMs,
    version: onlyVersion,
    data: { ...data, tenantId, organizationId },
  };
  if (entryBytes(type, messageText(event, toJson(event.data))) > eventLimits.eventBytes) {
    throw new BodyTooLargeError(eventLimits.eventBytes);
  }
  const more = once?.remember({ resource: 'events.event', resourceId: event.id, version: onlyVersion }) ?? [];
  const result = await insertEvent(event, { remembersId: id !== undefined, isOfModule, more });
  if (result === 'conflict') throw new EventIdConflictError(event.id);
  return event.id;
}

/** Who publishes, and the hops that its request claims to have. */
type Publisher = Actor<TenantScope & Partial<Scope>> & Pick<RequestCaller, 'hopsClaim'>;

/**
 * Publishes an event of a caller, like `publishOwnEvent`. An event without an organization reaches the webhooks
 * and rules of all: throws ScopeRequiredError if the caller may not select all, LoopDetectedError for the second
 * return of a delivery.
 */
export async function publishEvent({ scope, context, hopsClaim }: Publisher, event: PublishEvent) {
  const { nowMs, once, principal } = context;
  if (scope.organizationId === undefined && !reachesAll(principal))
    throw new ScopeRequiredError('organization');
  const hops = await enterVerified(scope, hopsClaim);
  return { id: await withHops(hops, () => publishOwnEvent(scope, event, nowMs, { once })) };
}

/** Returns what `publishEvent` returned for an equal request. */
export const publishedEvent = async (_: unknown, { id }: Created) => ({ id });

/** Publishes an event of a module; an event with the same id is dropped. */
export async function publishOnce(
  scope: TenantScope & { organizationId: string },
  { id, type, data }: { id: string; type: string; data: Record<string, unknown> },
  occurredAtMs: number,
): Promise<void> {
  const { tenantId, organizationId } = scope;
  await insertEvent(
    {
      ...{ id, type, tenantId, organizationId, occurredAtMs },
      version: onlyVersion,
      data: { ...data, tenantId, organizationId },
    },
    { remembersId: true, isOfModule: true },
  );
}
