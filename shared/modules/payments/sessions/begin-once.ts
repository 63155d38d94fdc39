/**
 * Starts what an idempotency key names at most once: sessions of payments, and pages on which methods are
 * saved.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { requestHashOf } from '../../../kernel/http/idempotency.ts';
import { openSecret, sealSecret } from '../../../kernel/secrets/seal.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { batchGet, type Item } from '../../../kernel/table/read.ts';
import { transact, type Write } from '../../../kernel/table/write.ts';
import { PaymentOperationConflictError, PaymentOperationInProgressError } from '../errors.ts';
import { paymentLimits } from '../limits.ts';
import {
  operationFor,
  operationIdOf,
  providerKeyOf,
  type StoredOperation,
  statusAfter,
} from '../operations/operation.ts';
import { claimWrite, endWrite, operationAmong, operationKey } from '../operations/operation-store.ts';
import type { ProviderError } from '../providers/provider.ts';

interface OnceRequest {
  action: 'session' | 'setup';
  /** The caller's idempotency key; without it, every request is a new one. */
  given: string | undefined;
  request: object;
  amountMinor: number;
  /** Items that `prepare` needs. */
  keys: readonly Key[];
}

/** One attempt of an idempotent start. */
export interface Once<Answer> {
  /** The same in every attempt. */
  transactionId: string;
  /** The provider's idempotency key for all tries of the attempt. */
  idempotencyKey: string;
  /** Null without an idempotency key of the caller. */
  operationId: string | null;
  /** The writes that store the response for later, equal requests. */
  endWrites(answer: Answer): Promise<Write[]>;
  /** Records that the provider failed or its response is unknown. */
  fail(error: ProviderError): Promise<void>;
}

interface Steps<Answer, Prepared> {
  prepare(items: readonly Item[]): Promise<Prepared>;
  begin(prepared: Prepared, once: Once<Answer>): Promise<Answer>;
}

/** The context of sealed responses, which contain client secrets and addresses of pages. */
const purpose = 'payments.session';

/** `isRepeated`: see `statusAfter`. */
function attemptOf<Answer>(
  scope: Scope,
  transactionId: string,
  operation: StoredOperation | undefined,
  isRepeated: boolean,
): Once<Answer> {
  return {
    transactionId,
    idempotencyKey: operation ? providerKeyOf(scope, operation) : `pm_${transactionId}`,
    operationId: operation?.id ?? null,
    async endWrites(answer) {
      if (operation === undefined) return [];
      const sealed = await sealSecret(scope, purpose, toJson(answer));
      return [endWrite(scope, { ...operation, status: 'succeeded', answer: sealed })];
    },
    async fail(error) {
      const status = statusAfter(error, isRepeated);
      if (operation) await transact([endWrite(scope, { ...operation, status })]);
    },
  };
}

const pauseMs = () => 60 + Math.random() * 120;

/**
 * Starts it, or returns the response of an equal earlier request, marked as `replayed`. Throws what the steps
 * throw, PaymentOperationConflictError, PaymentOperationInProgressError, UnavailableError.
 */
export async function beginOnce<Answer extends object, Prepared>(
  scope: Scope,
  { action, given, request, amountMinor, keys }: OnceRequest,
  { prepare, begin }: Steps<Answer, Prepared>,
): Promise<Answer & { replayed?: true }> {
  const requestHash = requestHashOf({ action, ...request });
  const id = given === undefined ? undefined : operationIdOf(scope.organizationId, given, requestHash);
  const untilMs = Date.now() + paymentLimits.waitMs;
  for (;;) {
    const neededKeys = [...keys, ...(id === undefined ? [] : [operationKey(scope, id)])];
    const items = neededKeys.length > 0 ? await batchGet(neededKeys) : [];
    const nowMs = Date.now();
    const found = id === undefined ? undefined : operationAmong(scope, id, items);
    const seen = found && found.expiresAtMs > nowMs ? found : undefined;
    if (seen && seen.requestHash !== requestHash) throw new PaymentOperationConflictError(given ?? '');
    if (seen?.status === 'succeeded' && seen.answer !== null)
      return {
        ...(parseJson(await openSecret(scope, purpose, seen.answer)) as Answer),
        replayed: true,
      };
    const isRunning = seen?.status === 'in_progress' && seen.leaseUntilMs > nowMs;
    if (isRunning && nowMs > untilMs) throw new PaymentOperationInProgressError();
    if (!isRunning) {
      const prepared = await prepare(items);
      // The ids are the same in every attempt, because the provider compares the parameters of repeated
      // requests.
      const transactionId = seen?.transactionId ?? randomUUID();
      const attempt = seen === undefined ? 1 : seen.attempt + (seen.status === 'failed' ? 1 : 0);
      const record = { action, transactionId, requestHash, amountMinor, attempt };
      const startMs = Date.now();
      const operation =
        id === undefined ? undefined : operationFor({ id, ...record }, randomUUID(), startMs, seen);
      if (operation === undefined) return begin(prepared, attemptOf(scope, transactionId, undefined, false));
      try {
        await transact([claimWrite(scope, operation, seen, startMs)]);
      } catch (error) {
        if (!(error instanceof StaleError)) throw error;
        continue;
      }
      return begin(prepared, attemptOf(scope, transactionId, operation, seen?.attempt === attempt));
    }
    await sleep(pauseMs());
  }
}
