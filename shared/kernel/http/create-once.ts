/**
 * Creates something once per `Idempotency-Key`. The transaction of the creation contains an item under the key, from which
 * an equal, later request finds what was created.
 */
import { hash, randomUUID } from 'node:crypto';
import type { ChangeContext, Changed } from '../audit/record.ts';
import type { Scope } from '../base/principal.ts';
import { AlreadyCreatedError, IdempotencyConflictError } from '../errors/errors.ts';
import { requestKey } from '../table/keys.ts';
import { onceWrite } from '../table/once.ts';
import { getItem } from '../table/read.ts';
import type { Write } from '../table/write.ts';
import { givenIdHash, givenKey, keyLimits, requestHashOf } from './idempotency.ts';

/** A request that may have an `Idempotency-Key`. */
export interface KeyedRequest {
  operationId: string;
  /** The header. */
  idempotencyKey: string | undefined;
  /** The scope in which the caller acts. */
  scope: { tenantId?: string | null | undefined } & Pick<Partial<Scope>, 'organizationId'>;
  /** What equal requests have in common. */
  content: object;
}

/** What an earlier request created. */
export interface Created {
  id: string;
  version: number;
}

/** The result of a request, and whether an earlier one had the effect. */
export interface Once<Result> {
  result: Result;
  isReplayed: boolean;
}

interface Steps<Context, Result> {
  create(context: Context): Promise<Result>;
  /** Returns the result of the earlier request again, or throws AlreadyCreatedError. */
  replay(created: Created): Promise<Result>;
}

/**
 * Makes `ChangeContext.once`. The first change determines the resource: what the operation creates besides it is not
 * remembered.
 */
function onceOf(
  key: ReturnType<typeof requestKey>,
  attributes: { requestHash: string; attempt: string },
  nowMs: number,
): NonNullable<ChangeContext['once']> {
  let first: string | undefined;
  const remember = ({ resource, resourceId: id, version }: Changed): Write[] => {
    first ??= resource;
    if (resource !== first) return [];
    const given = { forDays: keyLimits.days, nowMs, attributes: { ...attributes, id, version } };
    return [{ ...onceWrite(key, 'request', given), otherwise: () => new IdempotencyConflictError() }];
  };
  return { name: hash('sha256', `${key.pk} ${attributes.requestHash}`, 'hex'), remember };
}

/**
 * Creates it, or returns the result of an equal request with this key of the last 24 hours. Without a key, it only calls
 * `create`. The given context must reach `recordChange`, or the transaction must contain `context.once.remember(…)`.
 * Throws InvalidInputError for an unusable key, IdempotencyConflictError if the key was used for a different request, and
 * what the steps throw.
 */
export async function createOnce<Context extends ChangeContext, Result>(
  { operationId, idempotencyKey, scope, content }: KeyedRequest,
  context: Context,
  { create, replay }: Steps<Context, Result>,
): Promise<Once<Result>> {
  const given = givenKey(idempotencyKey, keyLimits.maxLength);
  if (given === undefined) return { result: await create(context), isReplayed: false };
  const { nowMs, principal } = context;
  const { tenantId = null, organizationId = '' } = scope;
  const name = givenIdHash(organizationId, [operationId, principal.subject, given]);
  const key = requestKey({ tenantId }, name);
  // With the key, which is not stored: a reader of the table could otherwise try passwords that a request contains.
  const requestHash = requestHashOf({ given, content });
  const attempt = randomUUID();

  async function findCreated() {
    const item = await getItem(key);
    if (item === undefined || Number(item.ttl) <= Math.floor(nowMs / 1_000)) return undefined;
    if (item.requestHash !== requestHash) throw new IdempotencyConflictError();
    return { id: String(item.id), version: Number(item.version), attempt: item.attempt };
  }

  const earlier = await findCreated();
  if (earlier !== undefined) return { result: await replay(earlier), isReplayed: true };
  try {
    const once = onceOf(key, { requestHash, attempt }, nowMs);
    return { result: await create({ ...context, once }), isReplayed: false };
  } catch (error) {
    // A parallel, equal request may have been faster, and any step of this one may have noticed it.
    const parallel = await findCreated();
    if (parallel === undefined || parallel.attempt === attempt) throw error;
    return { result: await replay(parallel), isReplayed: true };
  }
}

/** For results with a secret of which only the hash is stored. Throws AlreadyCreatedError. */
export async function refuseReplay(_: unknown, { id }: Created): Promise<never> {
  throw new AlreadyCreatedError(id);
}
