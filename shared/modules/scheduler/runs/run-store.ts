/** Stores runs in the partition of their job, newest first, until they expire. */

import { homeKeys, isClosed } from '../../../kernel/auth/directory-reader.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { toJson } from '../../../kernel/http/json.ts';
import { type EntriesPage, listEntries } from '../../../kernel/table/entries.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import type { Key } from '../../../kernel/table/keys.ts';
import { chunksOf, forEachParallel } from '../../../kernel/table/parallel.ts';
import { batchGet, getItem, type Item } from '../../../kernel/table/read.ts';
import { notExists, revisionIs, transact, updateItem, type Write } from '../../../kernel/table/write.ts';
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
  const place = locationOfRun(run.id);
  if (place === undefined) throw new Error(`${run.id} is not the id of a run.`);
  return keyAt(run, place);
}

function toRun(item: Item): RunRow {
  return { ...fromItem<RunRow>(item, entity), ttl: Number(item.ttl) };
}

function itemOf({ revision, ttl, ...run }: RunRow): Key & Item {
  return { ...toItem(keyOf({ ...run, revision, ttl }), entity, run, { revision }), ttl };
}

/** Another worker has started, ended or planned the run meanwhile. */
const overtaken = () => new StaleError();

/** The write that adds a run. Throws StaleError within its transaction if it exists. */
export function insertWrite(run: RunRow): Write {
  return { put: itemOf(run), when: notExists, otherwise: overtaken };
}

/** The write that replaces a run. Throws StaleError within its transaction if the run has changed. */
export function replaceWrite(before: RunRow, after: RunRow): Write {
  return { put: itemOf(after), when: revisionIs(before.revision), otherwise: overtaken };
}

/** The run; undefined if it does not exist or has expired. One request. */
export async function findRun(
  scope: JobScope,
  place: RunLocation,
  nowMs: number,
): Promise<RunRow | undefined> {
  const item = await getItem(keyAt(scope, place));
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

export const nothingDue: Due = {
  job: undefined,
  deletedJob: undefined,
  run: undefined,
  isClosed: false,
  names: { tenant: null, organization: null },
};

function namesOf([tenant, organization]: readonly (Item | undefined)[]): HomeNames {
  const nameOf = (item: Item | undefined) => (typeof item?.name === 'string' ? item.name : null);
  return { tenant: nameOf(tenant), organization: nameOf(organization) };
}

/** The keys of a run and its job: the job's scope, and the run's position in the history. */
export interface DueLocation {
  home: Pick<JobRow, 'tenantId' | 'organizationId'>;
  place: RunLocation;
}

/**
 * Reads job, run and home for each location: one strongly consistent request for all, up to 100 items and 16
 * MB.
 */
export async function findDues(places: readonly DueLocation[]): Promise<Due[]> {
  const keysOf = ({ home, place }: DueLocation) => ({
    job: jobKey(home, place.jobId),
    run: keyAt(home, place),
    home: homeKeys(home),
  });
  const text = ({ pk, sk }: Key) => toJson([pk, sk]);
  const keys = places.map(keysOf);
  const distinct = new Map(keys.flatMap((of) => [of.job, of.run, ...of.home]).map((key) => [text(key), key]));
  const items = new Map(
    (await batchGet([...distinct.values()])).map((item) => [text(item as Item & Key), item]),
  );
  return keys.map((of, index) => {
    const run = items.get(text(of.run));
    const home = of.home.map((key) => items.get(text(key))).filter((item) => item !== undefined);
    const { home: place } = places[index] ?? { home: { tenantId: null, organizationId: null } };
    return {
      job: liveJobIn(items.get(text(of.job))),
      deletedJob: deletedJobIn(items.get(text(of.job))),
      run: run && toRun(run),
      isClosed: isClosed(place, home),
      names: namesOf(of.home.map((key) => items.get(text(key)))),
    };
  });
}

/** One page of a job's runs, newest first. */
export async function listRuns(
  scope: JobScope,
  jobId: string,
  { page, pageSize, withTotal, state, triggerType }: ListExecutions,
  nowMs: number,
): Promise<Omit<EntriesPage, 'items'> & { runs: RunRow[] }> {
  const { items, ...counts } = await listEntries([jobKey(scope, jobId).pk], {
    page,
    pageSize,
    withTotal,
    range: runRange,
    matches: (item) =>
      (state === undefined || item.state === state) &&
      (triggerType === undefined || item.triggerType === triggerType),
    nowSeconds: Math.floor(nowMs / 1_000),
  });
  return { ...counts, runs: items.map(toRun) };
}

export async function insertRun(run: RunRow): Promise<void> {
  await transact([insertWrite(run)]);
}

/** DynamoDB accepts at most 100 writes per transaction. */
const runsPerTransaction = 100;

const parallelInserts = 8;

/** Adds all of these runs, or none if one exists. Returns whether it did. */
async function insertTogether(runs: readonly RunRow[]): Promise<boolean> {
  try {
    await transact(runs.map(insertWrite));
    return true;
  } catch (error) {
    if (error instanceof StaleError) return false;
    throw error;
  }
}

/** Adds planned runs. Runs that already exist stay unchanged. */
export async function insertDelayedRuns(runs: readonly RunRow[]): Promise<void> {
  for (const some of chunksOf(runs, runsPerTransaction)) {
    if (await insertTogether(some)) continue;
    // A repeated tick, or an earlier schedule with some of the same times.
    await forEachParallel(some, parallelInserts, (run) => insertTogether([run]));
  }
}

/** Removes a run, unless a worker has started it since it was read. */
export async function removeRun(run: RunRow): Promise<void> {
  try {
    await transact([{ delete: keyOf(run), when: revisionIs(run.revision), otherwise: overtaken }]);
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
