/** The items of a scheduled job: its row and its listing item. */
import { toJson } from '../../kernel/http/json.ts';
import { fromItem, toItem } from '../../kernel/table/item.ts';
import type { Key } from '../../kernel/table/keys.ts';
import { toListingItem } from '../../kernel/table/listed-rows.ts';
import type { ListingSpec } from '../../kernel/table/listing-spec.ts';
import type { Item } from '../../kernel/table/read.ts';
import type { Write } from '../../kernel/table/write.ts';
import { firesDifferently, type JobRow } from './job.ts';
import { jobKey, jobListingKey } from './keys.ts';

const entity = 'job';

export const jobListing = {
  attributes: {
    name: 'n',
    description: 'd',
    scopeType: 's',
    isEnabled: 'a',
    sourceType: 'st',
    sourceModule: 'sm',
    nextRunAt: 'x',
    createdAt: 'ca',
  },
  searchIn: ['name', 'description'],
  keyOrder: { field: 'createdAt', direction: 'desc' },
} as const satisfies ListingSpec<string>;
export type JobListField = keyof typeof jobListing.attributes;

/** A deleted job still is there for a while. */
export type StoredJob = JobRow & { deletedAtMs?: number };

/** Payloads are stored as JSON text: DynamoDB documents nest 32 levels and hold fewer numbers than JSON. */
export function rowValues({ revision, ...row }: JobRow): Item {
  return { ...row, targetPayload: toJson(row.targetPayload) };
}

export function toRow(item: Item): StoredJob {
  const row = fromItem<StoredJob>(item, entity);
  return { ...row, targetPayload: JSON.parse(String(row.targetPayload)) };
}

export function listingItem(job: JobRow): Key & Item {
  const { id, createdAt, nextRunAtMs } = job;
  const createdAtMs = Date.parse(createdAt);
  const fields = { ...job, createdAt: createdAtMs, nextRunAt: nextRunAtMs };
  const bytes = Buffer.byteLength(toJson(rowValues(job)));
  const row = { id, bytes, fields, revision: job.revision };
  return toListingItem(jobListing, jobListingKey(job, createdAtMs, id), row);
}

/** The listing item with what a change gives it. Its next run stays unless the change is of that. */
export function listingUpdate(before: JobRow, after: JobRow): Write {
  const { pk, sk, ...values } = listingItem(after);
  const { nextRunAt } = jobListing.attributes;
  const absent = Object.values(jobListing.attributes).filter((name) => values[name] === undefined);
  const keepsTimes = !firesDifferently(before, after);
  if (keepsTimes) delete values[nextRunAt];
  return {
    set: { pk, sk },
    values,
    remove: absent.filter((name) => !keepsTimes || name !== nextRunAt),
  };
}

/** The whole row. */
export const rowItem = (job: JobRow): Key & Item =>
  toItem(jobKey(job, job.id), entity, rowValues(job), { revision: job.revision });

/** The listing item's key. */
export const listingKeyOf = (job: JobRow): Key => jobListingKey(job, Date.parse(job.createdAt), job.id);
