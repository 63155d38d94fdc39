/** Starts runs: those that are asked for, and those that go on for one that is over. */
import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../audit/record.ts';
import {
  AppError,
  CredentialsMissingError,
  IdempotencyConflictError,
  IntegrationDisabledError,
  InvalidInputError,
  NotFoundError,
  SyncAdapterMissingError,
  SyncOverlapError,
  SyncRunStateError,
} from '../http/errors.ts';
import { givenIdHash, givenKey, requestHashOf } from '../http/idempotency.ts';
import type { IntegrationDefinition } from '../integrations/definition-contract.ts';
import { credentialsOwner, isEnabled, type Settings } from '../integrations/integration.ts';
import { credentialTarget, findIntegration } from '../integrations/registry.ts';
import { readSettings } from '../integrations/state-store.ts';
import { describeError, log } from '../log.ts';
import { type RowScope, type SyncSubject, syncRequestKey } from '../table/keys.ts';
import { onceWrite } from '../table/once.ts';
import { getItem } from '../table/read.ts';
import type { Write } from '../table/write.ts';
import type { SyncAdapter, SyncDirection } from './adapter.ts';
import type { FindAdapter } from './parts.ts';
import { isOver, noCounts, type StoredRun } from './run.ts';
import { RunMovedError } from './run-items.ts';
import { syncLimits } from './run-limits.ts';
import { findRun, insertRun, storedCursor } from './run-store.ts';
import type { RetryRun, StartedRun, StartRun } from './start-contract.ts';

type Send = (run: StoredRun, data: { runId: string; batch: number }) => Promise<void>;

/** How a run is started: who knows the adapters, and who sends its first message. */
export interface StartParts {
  findAdapter: FindAdapter;
  send: Send;
}

type Subject = SyncSubject & { direction: SyncDirection };

/** The integration and its adapter. Throws NotFoundError, SyncAdapterMissingError. */
export function adapterOf(
  integrationId: string,
  findAdapter: FindAdapter,
): { definition: IntegrationDefinition; adapter: SyncAdapter } {
  const definition = findIntegration(integrationId);
  if (definition === undefined) throw new NotFoundError('Integration');
  const adapter = findAdapter(definition.providerKey);
  if (adapter === undefined) throw new SyncAdapterMissingError();
  return { definition, adapter };
}

/** Throws InvalidInputError for what the adapter cannot do. */
export function assertSupported(
  { directions, supportedEntities }: SyncAdapter,
  { direction, entityType }: Pick<Subject, 'direction' | 'entityType'>,
): void {
  if (!directions.includes(direction))
    throw new InvalidInputError({ direction: `must be one of: ${directions.join(', ')}` });
  if (supportedEntities !== undefined && !supportedEntities.includes(entityType))
    throw new InvalidInputError({ entityType: `must be one of: ${supportedEntities.join(', ')}` });
}

/** Whether a run of an integration may work; undefined when it may. */
export function hindranceOf(
  definition: IntegrationDefinition,
  settings: Settings,
): 'off' | 'refused' | 'no credentials' | undefined {
  const state = settings.state(definition.id);
  if (!isEnabled(definition, state)) return 'off';
  if (state.reauthRequired) return 'refused';
  const target = credentialTarget(definition);
  const { credentialKeys = [] } = credentialsOwner(target.readFrom, settings);
  return target.fields.length > 0 && credentialKeys.length === 0 ? 'no credentials' : undefined;
}

/** Throws IntegrationDisabledError, CredentialsMissingError. */
async function assertReady(scope: RowScope, definition: IntegrationDefinition): Promise<void> {
  const hindrance = hindranceOf(definition, await readSettings(scope));
  if (hindrance === 'off') throw new IntegrationDisabledError('is switched off');
  if (hindrance === 'refused')
    throw new IntegrationDisabledError('needs credentials that its provider accepts');
  if (hindrance === 'no credentials') throw new CredentialsMissingError();
}

/** Throws InvalidInputError for the name of another user, API key or module: it says who started the run. */
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

/** The first message. Should it be lost, the sweep sends another: the run is there, and so is the answer. */
async function sendFirst(run: StoredRun, send: Send): Promise<void> {
  await send(run, { runId: run.id, batch: 0 }).catch((error: unknown) =>
    log('error', 'the first message of a sync run was not sent', {
      runId: run.id,
      error: describeError(error),
    }),
  );
}

const startedOf = ({ id, progressJobId }: StoredRun): StartedRun => ({ id, progressJobId });

/** A start that was made before with this key. Throws IdempotencyConflictError. */
async function replayed(key: ReturnType<typeof syncRequestKey>, requestHash: string, nowMs: number) {
  const item = await getItem(key);
  if (item === undefined || Number(item.ttl) * 1_000 <= nowMs) return undefined;
  if (item.requestHash !== requestHash) throw new IdempotencyConflictError();
  return { id: String(item.runId), progressJobId: String(item.progressJobId) };
}

class RepeatedError extends AppError {
  constructor() {
    super('idempotency_conflict', 'The request was made before.');
  }
}

/**
 * Starts a run. With an `Idempotency-Key` the same request twice starts one, and both get the same answer. Throws
 * NotFoundError, SyncAdapterMissingError, InvalidInputError, IntegrationDisabledError, CredentialsMissingError,
 * SyncOverlapError, IdempotencyConflictError.
 */
export async function startRun(
  scope: RowScope,
  input: StartRun,
  header: string | undefined,
  { findAdapter, send }: StartParts,
  context: ChangeContext,
): Promise<StartedRun> {
  const { nowMs } = context;
  const given = givenKey(header, syncLimits.idempotencyKey);
  const requestHash = requestHashOf(input);
  const key = given && syncRequestKey(scope, givenIdHash(scope.organizationId, ['run', given]));
  const known = key && (await replayed(key, requestHash, nowMs));
  if (known) return known;
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
  const once: Write[] = key
    ? [
        {
          ...onceWrite(key, 'sync_request', {
            forDays: syncLimits.requestDays,
            nowMs,
            attributes: { requestHash, runId: run.id, progressJobId: run.progressJobId },
          }),
          otherwise: () => new RepeatedError(),
        },
      ]
    : [];
  try {
    await insertRun(run, { before: once }, context);
  } catch (error) {
    // Two of the same request at once: the one that came second answers as the first did.
    const first = error instanceof RepeatedError && key && (await replayed(key, requestHash, nowMs));
    if (first) return first;
    throw error;
  }
  await sendFirst(run, send);
  return startedOf(run);
}

/** Where the new run begins. What an export has put together elsewhere is gone with the run that did it. */
function cursorOf(run: StoredRun, { fromBeginning }: RetryRun, { exportsChangesOnly }: SyncAdapter) {
  if (fromBeginning) return null;
  return run.direction === 'export' && exportsChangesOnly === false ? run.initialCursor : run.cursor;
}

/**
 * Starts a run like one that is over, or that is paused and then ends. Throws NotFoundError, SyncRunStateError,
 * SyncOverlapError and what `startRun` throws.
 */
export async function retryRun(
  scope: RowScope & { organizationIds: readonly string[] },
  id: string,
  input: RetryRun,
  { findAdapter, send }: StartParts,
  context: ChangeContext,
): Promise<StartedRun> {
  const before = await findRun(scope, id);
  if (before === undefined || !scope.organizationIds.includes(before.organizationId))
    throw new NotFoundError('Run');
  const { definition, adapter } = adapterOf(before.integrationId, findAdapter);
  if (!isOver(before) && before.status !== 'paused')
    throw new SyncRunStateError('The run is not over.', before.status);
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
    await insertRun(run, before.status === 'paused' ? { replaces: before } : {}, context);
  } catch (error) {
    if (!(error instanceof RunMovedError)) throw error;
    throw new SyncOverlapError(before.id);
  }
  await sendFirst(run, send);
  return startedOf(run);
}
