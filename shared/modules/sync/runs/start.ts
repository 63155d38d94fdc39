/** Starts runs on request, and retries ended runs. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { IdempotencyConflictError, InvalidInputError, NotFoundError } from '../../../kernel/errors/errors.ts';
import { givenIdHash, givenKey, requestHashOf } from '../../../kernel/http/idempotency.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { onceWrite } from '../../../kernel/table/once.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { blockedReasonOf, credentialsOwner, readSettings } from '../../integrations/public.ts';
import type { IntegrationDefinition } from '../../integrations/public-contract.ts';
import {
  CredentialsMissingError,
  credentialTarget,
  IntegrationDisabledError,
  missingCredentials,
} from '../../integrations/public-light.ts';
import {
  adapterOf,
  assertSupported,
  type FindAdapter,
  type SyncAdapter,
  type SyncDirection,
} from '../adapter.ts';
import { SyncOverlapError, SyncRunStateError } from '../errors.ts';
import { type SyncSubject, syncRequestKey } from '../keys.ts';
import { assertNamed, dispatchCleanUp, isOver, noCounts, type StoredRun } from './run.ts';
import type { StartRun } from './run-fields-contract.ts';
import { syncLimits } from './run-limits.ts';
import { findRun, RunMovedError } from './run-row.ts';
import { insertRun, storedCursor } from './run-store.ts';
import type { RetryRun, StartedRun } from './start-contract.ts';

type Send = (run: StoredRun, data: { runId: string; batch: number }) => Promise<void>;

/** The dependencies of a start: adapters, and the function that sends its first message. */
export interface StartDependencies {
  findAdapter: FindAdapter;
  send: Send;
}

type Subject = SyncSubject & { direction: SyncDirection };

/** Throws IntegrationDisabledError, CredentialsMissingError. */
async function assertReady(scope: RowScope, definition: IntegrationDefinition): Promise<void> {
  const settings = await readSettings(scope);
  const blockedReason = blockedReasonOf(definition, settings);
  const { id } = definition;
  if (blockedReason === 'off') throw new IntegrationDisabledError(id, 'switched off');
  if (blockedReason === 'refused') throw new IntegrationDisabledError(id, 'refused');
  const { fields, readFrom } = credentialTarget(definition);
  const { credentialKeys = [] } = credentialsOwner(readFrom, settings);
  const missing = missingCredentials(fields, Object.fromEntries(credentialKeys.map((key) => [key, true])));
  if (blockedReason === 'no credentials' || missing.length > 0)
    throw new CredentialsMissingError(id, missing);
}

/**
 * Throws InvalidInputError for the name of another user, API key or module, because `triggeredBy` names the
 * caller.
 */
function assertOwnName(triggeredBy: string, { principal }: ChangeContext): void {
  if (triggeredBy === principal.subject || !/^(user|api_key|system):/i.test(triggeredBy.trim())) return;
  throw new InvalidInputError({ triggeredBy: 'must not name another user, API key or module' });
}

type NewRun = Pick<
  StoredRun,
  'fullSync' | 'batchSize' | 'maxFailures' | 'retryOf' | 'cursor' | 'triggeredBy'
>;

function newRun(scope: RowScope, subject: Subject, given: NewRun, nowMs: number): StoredRun {
  const { tenantId, organizationId } = scope;
  const { integrationId, entityType, direction } = subject;
  return {
    ...{ id: randomUUID(), tenantId, organizationId, integrationId, entityType, direction },
    ...given,
    ...noCounts,
    status: 'pending',
    initialCursor: given.cursor,
    batchesCompleted: 0,
    lastError: null,
    progressJobId: randomUUID(),
    totalCount: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    startedAtMs: null,
    finishedAtMs: null,
    revision: 1,
  };
}

/** Sends the first message. If this fails, the sweep sends another, because the run is already stored. */
async function sendFirst(run: StoredRun, send: Send): Promise<void> {
  await send(run, { runId: run.id, batch: 0 }).catch((error: unknown) =>
    log('error', 'the first message of a sync run was not sent', {
      runId: run.id,
      error: describeError(error),
    }),
  );
}

const startedOf = ({ id, progressJobId }: StoredRun): StartedRun => ({ id, progressJobId });

/** The run of an earlier start with this key. Throws IdempotencyConflictError. */
async function replayed({ key, requestHash, nowMs }: RequestKey) {
  const item = await getItem(key);
  if (item === undefined || Number(item.ttl) * 1_000 <= nowMs) return undefined;
  if (item.requestHash !== requestHash) throw new IdempotencyConflictError();
  return { id: String(item.runId), progressJobId: String(item.progressJobId), replayed: true as const };
}

/** An `Idempotency-Key` with the hash of its request. */
interface RequestKey {
  key: ReturnType<typeof syncRequestKey>;
  requestHash: string;
  nowMs: number;
}

/** Undefined without the header. `kind` separates the keys of starts and retries. Throws InvalidInputError. */
function requestKeyOf(
  scope: RowScope,
  header: string | undefined,
  kind: 'run' | 'retry',
  request: object,
  nowMs: number,
): RequestKey | undefined {
  const given = givenKey(header, syncLimits.idempotencyKey);
  if (given === undefined) return undefined;
  const key = syncRequestKey(scope, givenIdHash(scope.organizationId, [kind, given]));
  return { key, requestHash: requestHashOf(request), nowMs };
}

/**
 * Stores a run with the key of its request and sends its first message. Of two equal concurrent requests, the
 * second returns the first's run. Throws what `insertRun` throws, IdempotencyConflictError.
 */
async function insertOnce(
  run: StoredRun,
  requestKey: RequestKey | undefined,
  replaces: { replaces?: StoredRun },
  send: Send,
  context: ChangeContext,
): Promise<StartedRun> {
  const once = requestKey && {
    ...onceWrite(requestKey.key, 'sync_request', {
      forDays: syncLimits.requestDays,
      nowMs: requestKey.nowMs,
      attributes: {
        requestHash: requestKey.requestHash,
        runId: run.id,
        progressJobId: run.progressJobId,
      },
    }),
    otherwise: () => new RepeatedError(),
  };
  try {
    await insertRun(run, { before: once ? [once] : [], ...replaces }, context);
  } catch (error) {
    const first = error instanceof RepeatedError && requestKey && (await replayed(requestKey));
    if (first) return first;
    throw error;
  }
  await sendFirst(run, send);
  return startedOf(run);
}

class RepeatedError extends IdempotencyConflictError {
  constructor() {
    super('An equal request was already made.');
  }
}

/**
 * Starts a run. A repeated request with the same `Idempotency-Key` returns the first run. Throws
 * NotFoundError, SyncAdapterMissingError, InvalidInputError, IntegrationDisabledError,
 * CredentialsMissingError, SyncOverlapError, IdempotencyConflictError.
 */
export async function startRun(
  scope: RowScope,
  input: StartRun,
  header: string | undefined,
  { findAdapter, send }: StartDependencies,
  context: ChangeContext,
): Promise<StartedRun> {
  const { nowMs } = context;
  const requestKey = requestKeyOf(
    scope,
    header,
    'run',
    { triggeredBy: context.principal.subject, ...input },
    nowMs,
  );
  const earlierRun = requestKey && (await replayed(requestKey));
  if (earlierRun) return earlierRun;
  const { fullSync, batchSize, triggeredBy = context.principal.subject, maxFailures = null } = input;
  assertOwnName(triggeredBy, context);
  const { definition, adapter } = adapterOf(input.integrationId, findAdapter);
  assertSupported(adapter, input);
  await assertReady(scope, definition);
  const cursor = fullSync ? null : await storedCursor(scope, input);
  const run = newRun(
    scope,
    input,
    { fullSync, batchSize, triggeredBy, maxFailures, cursor, retryOf: null },
    nowMs,
  );
  return insertOnce(run, requestKey, {}, send, context);
}

/**
 * The cursor of the new run. Data that an export has staged is removed with its run, so exports of whole
 * files begin again.
 */
function cursorOf(run: StoredRun, { fromBeginning }: RetryRun, { exportsChangesOnly }: SyncAdapter) {
  if (fromBeginning) return null;
  return run.direction === 'export' && exportsChangesOnly === false ? run.initialCursor : run.cursor;
}

/**
 * Starts a run like an ended one, or like a paused one, which then ends; idempotent with an
 * `Idempotency-Key`, like `startRun`. Throws NotFoundError, StaleError, SyncRunStateError, SyncOverlapError
 * and what `startRun` throws.
 */
export async function retryRun(
  scope: RowScope & { organizationIds: readonly string[] },
  id: string,
  input: RetryRun,
  { idempotencyKey, ifMatch }: { idempotencyKey?: string | undefined; ifMatch?: string | undefined },
  { findAdapter, send }: StartDependencies,
  context: ChangeContext,
): Promise<StartedRun> {
  const requestKey = requestKeyOf(scope, idempotencyKey, 'retry', { id, ...input }, context.nowMs);
  const earlierRun = requestKey && (await replayed(requestKey));
  if (earlierRun) return earlierRun;
  const before = await findRun(scope, id);
  if (before === undefined || !scope.organizationIds.includes(before.organizationId))
    throw new NotFoundError('Run');
  assertNamed(ifMatch, before);
  const { definition, adapter } = adapterOf(before.integrationId, findAdapter);
  if (!isOver(before) && before.status !== 'paused')
    throw new SyncRunStateError('The run has not ended.', before.status);
  assertSupported(adapter, before);
  await assertReady(before, definition);
  const { fullSync, batchSize, maxFailures } = before;
  const run = newRun(
    before,
    before,
    {
      ...{ fullSync, batchSize, maxFailures },
      cursor: cursorOf(before, input, adapter),
      retryOf: before.id,
      triggeredBy: context.principal.subject,
    },
    context.nowMs,
  );
  try {
    const replaces = before.status === 'paused' ? { replaces: before } : {};
    const started = await insertOnce(run, requestKey, replaces, send, context);
    if (before.status === 'paused') await dispatchCleanUp(before, send);
    return started;
  } catch (error) {
    if (!(error instanceof RunMovedError)) throw error;
    throw new SyncOverlapError(before.id);
  }
}
