/** Starts runs on request, and retries ended runs. */

import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Principal, Scope } from '../../../kernel/base/principal.ts';
import { InvalidInputError, NotFoundError, requireFound } from '../../../kernel/errors/errors.ts';
import type { Caller, Reader, Target } from '../../../kernel/http/operation.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { blockedReasonOf, credentialsOwner, readSettings } from '../../integrations/public.ts';
import type { IntegrationDefinition } from '../../integrations/public-data.ts';
import {
  CredentialsMissingError,
  credentialTarget,
  IntegrationDisabledError,
  missingCredentials,
} from '../../integrations/public-data.ts';
import {
  adapterOf,
  assertSupported,
  type FindAdapter,
  type SyncAdapter,
  type SyncDirection,
} from '../adapter.ts';
import { SyncOverlapError, SyncRunStateError } from '../errors.ts';
import type { SyncSubject } from '../keys.ts';
import { assertNamed, dispatchCleanUp, isOver, noCounts, type StoredRun } from './run.ts';
import type { StartRun } from './run-fields-contract.ts';
import { findRun, RunMovedError } from './run-row.ts';
import { insertRun, storedPosition } from './run-store.ts';
import type { RetryRun, StartedRun } from './start-contract.ts';
import { fileOf } from './uploaded-file.ts';

type Send = (run: StoredRun, data: { runId: string; batch: number }) => Promise<void>;

/** The dependencies of a start: adapters, and the function that sends its first message. */
export interface StartDependencies {
  loadAdapters: () => Promise<FindAdapter>;
  send: Send;
}

/** Who starts a run. */
interface StartCaller<Selected = RowScope> extends Caller<Selected> {
  /** The rights of the caller; absent for schedules, which read no uploaded files. */
  principal?: Principal;
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
  | 'attachmentId'
  | 'fullSync'
  | 'batchSize'
  | 'maxFailures'
  | 'retryOf'
  | 'cursor'
  | 'serviceHash'
  | 'triggeredBy'
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

/**
 * Stores a run and sends its first message. Throws what `insertRun` throws.
 */
async function insertAndSend(
  run: StoredRun,
  replaces: { replaces?: StoredRun },
  send: Send,
  context: ChangeContext,
): Promise<StartedRun> {
  await insertRun(run, replaces, context);
  await sendFirst(run, send);
  return startedOf(run);
}

/** The response of an equal, earlier start or retry. Throws NotFoundError. */
export async function startedEarlier(
  { scope }: Reader<RowScope>,
  { id }: { id: string },
): Promise<StartedRun> {
  return { ...startedOf(requireFound(await findRun(scope, id), 'Run')), replayed: true };
}

/**
 * Starts a run. Throws NotFoundError, SyncAdapterMissingError, InvalidInputError, IntegrationDisabledError,
 * CredentialsMissingError, SyncOverlapError, LimitReachedError, MissingFeatureError.
 */
export const startSyncRun =
  ({ loadAdapters, send }: StartDependencies) =>
  async ({ scope, context, principal }: StartCaller, input: StartRun): Promise<StartedRun> => {
    const findAdapter = await loadAdapters();
    const { nowMs } = context;
    const { fullSync, batchSize, triggeredBy = context.principal.subject, maxFailures = null } = input;
    assertOwnName(triggeredBy, context);
    const { definition, adapter } = adapterOf(input.integrationId, findAdapter);
    assertSupported(adapter, input);
    const file = fileOf(adapter, input.attachmentId, principal);
    await assertReady(scope, definition);
    // The cursor of an earlier run is a position in another file.
    const position = fullSync || adapter.readsUploads ? { cursor: null } : await storedPosition(scope, input);
    const run = newRun(
      scope,
      input,
      { fullSync, batchSize, triggeredBy, maxFailures, ...position, retryOf: null, ...file },
      nowMs,
    );
    return insertAndSend(run, {}, send, context);
  };

/**
 * The cursor of the new run. Data that an export has staged is removed with its run, so exports of whole
 * files begin again.
 */
function cursorOf(run: StoredRun, { fromBeginning }: RetryRun, { exportsChangesOnly }: SyncAdapter) {
  if (fromBeginning) return null;
  return run.direction === 'export' && exportsChangesOnly === false ? run.initialCursor : run.cursor;
}

/**
 * Starts a run like an ended one, or like a paused one, which then ends. Throws NotFoundError, StaleError, SyncRunStateError, SyncOverlapError
 * and what `startSyncRun` throws.
 */
export const retrySyncRun =
  ({ loadAdapters, send }: StartDependencies) =>
  async (
    { scope, context, principal }: StartCaller<Scope>,
    { id, ifMatch, ...input }: RetryRun & Target,
  ): Promise<StartedRun> => {
    const findAdapter = await loadAdapters();
    const before = await findRun(scope, id);
    if (before === undefined || !scope.organizationIds.includes(before.organizationId))
      throw new NotFoundError('Run');
    assertNamed(ifMatch, before);
    const { definition, adapter } = adapterOf(before.integrationId, findAdapter);
    if (!isOver(before) && before.status !== 'paused')
      throw new SyncRunStateError('The run has not ended.', before.status);
    assertSupported(adapter, before);
    const file = fileOf(adapter, before.attachmentId, principal);
    await assertReady(before, definition);
    const { fullSync, batchSize, maxFailures, serviceHash } = before;
    const run = newRun(
      before,
      before,
      {
        ...{ fullSync, batchSize, maxFailures, ...file },
        cursor: cursorOf(before, input, adapter),
        ...(serviceHash !== undefined && { serviceHash }),
        retryOf: before.id,
        triggeredBy: context.principal.subject,
      },
      context.nowMs,
    );
    try {
      const replaces = before.status === 'paused' ? { replaces: before } : {};
      const started = await insertAndSend(run, replaces, send, context);
      if (before.status === 'paused') await dispatchCleanUp(before, send);
      return started;
    } catch (error) {
      if (!(error instanceof RunMovedError)) throw error;
      throw new SyncOverlapError(before.id);
    }
  };
