/** Stores runs in the partition of their job, newest first, until they expire. */

import { homeKeys, isClosed } from '../../../kernel/auth/directory-reader.ts';
import { forEachParallel } from '../../../kernel/base/parallel.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { type EntriesPage, listEntries } from '../../../kernel/table/entries.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { batchGet, getItem, type Item } from '../../../kernel/table/read.ts';
import {
  type Condition,
  ifRevision,
  putNew,
  transact,
  updateItem,
  type Write,
} from '../../../kernel/table/write.ts';
import type { JobScope } from '../firing-jobs.ts';
import type { JobRow } from '../job.ts';
import { deletedJobIn, liveJobIn } from '../job-store.ts';
import { jobKey, runKey, runRange } from '../keys.ts';
import type { HomeNames } from './condition.ts';
import { locationOfRun, type RunLocation, type RunRow } from './run.ts';
import type { ListExecutions } from './run-contract.ts';

const entity = 'job_run';

const keyAt = (scope: JobScope, { jobId, atMs, suffix }: RunLocation): Key =>
  runKey(scope, jobId, atMs, suffix);

function keyOf(run: RunRow): Key {
  const location = locationOfRun(run.id);
  if (location === undefined) throw new Error(`${run.id} is not the id of a run.`);
  return keyAt(run, location);
}

export function toRun(item: Item): RunRow {
  return { ...fromItem<RunRow>(item, entity), ttl: Number(item.ttl) };
}

function itemOf({ revision, ttl, ...run }: RunRow): Key & Item {
  return { ...toItem(keyOf({ ...run, revision, ttl }), entity, run, { revision }), ttl };
}

/** The write that adds a run. Throws StaleError within its transaction if it exists. */
export function insertWrite(run: RunRow): Write {
  return { put: itemOf(run), ...ifRevision() };
}

/** The write that replaces a run. Throws StaleError within its transaction if another worker has changed the run. */
export function replaceWrite(before: RunRow, after: RunRow): Write {
  return { put: itemOf(after), ...ifRevision(before.revision) };
}

/** The run; undefined if it does not exist or has expired. One request. */
export async function findRun(
  scope: JobScope,
  location: RunLocation,
  nowMs: number,
): Promise<RunRow | undefined> {
  const item = await getItem(keyAt(scope, location));
  return item && Number(item.ttl) > nowMs / 1_000 ? toRun(item) : undefined;
}

/** The data that a worker needs to start a run. */
export interface Due {
  /** Undefined if the job does not exist or was deleted. */
  job: JobRow | undefined;
  /** The job that was deleted, while it can still be brought back. */
  deletedJob: JobRow | undefined;
  run: RunRow | undefined;
  /** The tenant or the organization of the job is closed or deleted. */
  isClosed: boolean;
  names: HomeNames;
}

function namesOf([tenant, organization]: readonly (Item | undefined)[]): HomeNames {
  const nameOf = (item: Item | undefined) => (typeof item?.name === 'string' ? item.name : null);
  return { tenant: nameOf(tenant), organization: nameOf(organization) };
}

/** The keys of a run and its job: the job's scope, and the run's position in the history. */
export interface DueLocation {
  home: Pick<JobRow, 'tenantId' | 'organizationId'>;
  location: RunLocation;
}

/** Reads job, run and home: one strongly consistent request. */
export async function findDue({ home, location }: DueLocation): Promise<Due> {
  const [key, runAt, homes] = [jobKey(home, location.jobId), keyAt(home, location), homeKeys(home)];
  const items = await batchGet([key, runAt, ...homes]);
  const itemAt = ({ pk, sk }: Key) => items.find((item) => item.pk === pk && item.sk === sk);
  const [job, run, homeItems] = [itemAt(key), itemAt(runAt), homes.map(itemAt)];
  return {
    job: liveJobIn(job),
    deletedJob: deletedJobIn(job),
    run: run && toRun(run),
    isClosed: isClosed(
      home,
      homeItems.filter((item) => item !== undefined),
    ),
    names: namesOf(homeItems),
  };
}

/** Whether the run was planned for a time at which the job no longer fires; its message will remove it. */
const isObsolete = (job: JobRow, { state, attemptsMade, scheduleVersion }: Item): boolean =>
  state === 'delayed' && attemptsMade === 0 && !(job.isEnabled && scheduleVersion === job.scheduleVersion);

/** One page of a job's runs, newest first. */
export async function listRuns(
  job: JobRow,
  { page, pageSize, withTotal, state, triggerType }: ListExecutions,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { runs: RunRow[] }> {
  const { items, ...counts } = await listEntries([jobKey(job, job.id).pk], {
    page,
    pageSize,
    withTotal,
    range: runRange,
    matches: (item) =>
      !isObsolete(job, item) &&
      (state === undefined || item.state === state) &&
      (triggerType === undefined || item.triggerType === triggerType),
    nowSeconds: Math.floor(nowMs / 1_000),
  });
  return { ...counts, runs: items.map(toRun) };
}

export async function insertRun(run: RunRow): Promise<void> {
  await transact([insertWrite(run)]);
}

const parallelInserts = 8;

/** There is no run at this time, or only one that an earlier schedule of the job has planned. */
const isUnplanned = ({ scheduleVersion }: RunRow): Condition => ({
  expression:
    'attribute_not_exists(pk) OR (#state = :delayed AND attemptsMade = :none AND scheduleVersion < :version)',
  names: { '#state': 'state' },
  values: { ':delayed': 'delayed', ':none': 0, ':version': scheduleVersion },
});

/** Adds planned runs. Other runs that already exist stay unchanged. */
export async function insertDelayedRuns(runs: readonly RunRow[]): Promise<void> {
  await forEachParallel(runs, parallelInserts, async (run) => {
    try {
      await putNew(itemOf(run), isUnplanned(run));
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
    }
  });
}

/** Removes a run, unless a worker has started it since it was read. */
export async function removeRun(run: RunRow): Promise<void> {
  try {
    await transact([{ delete: keyOf(run), ...ifRevision(run.revision) }]);
  } catch (error) {
    if (!(error instanceof StaleError)) throw error;
  }
}

/** Stores the progress of a run, while its worker holds the lease. */
export async function noteProgress(run: RunRow, percent: number): Promise<void> {
  try {
    await updateItem({
      Key: keyOf(run),
      UpdateExpression: 'SET progress = :percent',
      ConditionExpression: 'rev = :revision',
      ExpressionAttributeValues: { ':percent': percent, ':revision': run.revision },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}
