/** Local buckets: those of the template, and one for demonstrations that is not in the template. */
import { join } from 'node:path';
import { isRecord } from '../cloudformation/intrinsics.ts';
import type { StreamingAwsService } from '../gateway/aws-service.ts';
import type { IdentityRegistry, ResolvedApp, Resource } from '../types.ts';
import { createS3 } from './service.ts';
import { openS3Store, type S3Object, type S3Store } from './store.ts';
import { tagsOf } from './tags.ts';

export interface ExpiredObjects {
  /** Number of deleted objects. */
  objects: number;
  /** Number of aborted multipart uploads. */
  uploads: number;
}

export interface BucketControl {
  /** Applies the buckets' lifecycle rules as if this number of days had passed. */
  expire(daysAhead: number): ExpiredObjects;
}

export interface OpenedObject extends Pick<S3Object, 'headers' | 'etag' | 'bytes' | 'modifiedMs'> {
  read(): Promise<Buffer>;
}

export interface Buckets extends BucketControl {
  /** The service for the AWS gateway. */
  service: StreamingAwsService;
  /** Names of the buckets by their short names. */
  names: Record<string, string>;
  /** Opens an object with its headers; undefined when it does not exist. */
  open(place: { bucket: string; key: string }): OpenedObject | undefined;
  /** Reads a whole object, for services that read it in a caller's name; undefined when it does not exist. */
  read(place: { bucket: string; key: string }): Promise<Buffer | undefined>;
  stop(): void;
}

export interface BucketOptions {
  app: ResolvedApp;
  registry: IdentityRegistry;
  dataDir: string;
  /** Prefix of the names of all buckets. */
  prefix: string;
}

const dayMs = 86_400_000;

/** `platform-modules-local-files-000000000000-us-east-1` → `files`. */
function shortName(name: string, prefix: string): string {
  return name.slice(prefix.length).replace(/-\d{12}-[a-z0-9-]+$/, '');
}

interface Rule {
  prefix: string;
  /** Objects must have all these tags. */
  tags: readonly (readonly [key: string, value: string])[];
  objectDays: number | undefined;
  uploadDays: number | undefined;
}

/** Throws for rules whose effects are not emulated. */
function rulesOf(bucket: Resource): Rule[] {
  const { LifecycleConfiguration } = bucket.properties;
  const rules = isRecord(LifecycleConfiguration) ? LifecycleConfiguration.Rules : [];
  return (Array.isArray(rules) ? rules : []).filter(isRecord).map((rule) => {
    const { Id, Status, Prefix, TagFilters, ExpirationInDays, ...rest } = rule;
    const { AbortIncompleteMultipartUpload: abort, ...more } = rest;
    const [unknown] = Object.keys(more);
    if (unknown !== undefined || Status !== 'Enabled') {
      throw new Error(`Rule ${Id} of ${bucket.logicalId}: ${unknown ?? Status} does not run locally.`);
    }
    return {
      prefix: String(Prefix ?? ''),
      tags: (Array.isArray(TagFilters) ? TagFilters : [])
        .filter(isRecord)
        .map(({ Key, Value }) => [String(Key), String(Value)] as const),
      objectDays: ExpirationInDays === undefined ? undefined : Number(ExpirationInDays),
      uploadDays: isRecord(abort) ? Number(abort.DaysAfterInitiation) : undefined,
    };
  });
}

function expireBucket(store: S3Store, bucket: Resource, nowMs: number): ExpiredObjects {
  const done = { objects: 0, uploads: 0 };
  const { physicalId: name } = bucket;
  for (const { prefix, tags, objectDays, uploadDays } of rulesOf(bucket)) {
    if (objectDays !== undefined) {
      const isMeant = (one: S3Object) => tags.every(([key, value]) => tagsOf(one.headers).get(key) === value);
      const old = [...store.list(name, prefix)].filter(
        (one) => one.modifiedMs <= nowMs - objectDays * dayMs && isMeant(one),
      );
      for (const { key } of old) store.remove(name, key);
      done.objects += old.length;
    }
    if (uploadDays !== undefined) {
      const old = store
        .uploads(name)
        .filter(({ key, startedMs }) => key.startsWith(prefix) && startedMs <= nowMs - uploadDays * dayMs);
      for (const { id } of old) store.endUpload(id);
      done.uploads += old.length;
    }
  }
  return done;
}

/** Opens the buckets of the app with the data of `dataDir`. Throws for lifecycle rules that do not run locally. */
export function openBuckets({ app, registry, dataDir, prefix }: BucketOptions): Buckets {
  const store = openS3Store(join(dataDir, 'buckets'));
  const resources = app.ofType('AWS::S3::Bucket');
  const names: Record<string, string> = { sync: `${prefix}sync` };
  for (const { physicalId } of resources) names[shortName(physicalId, prefix)] = physicalId;
  for (const name of Object.values(names)) store.ensureBucket(name);

  function expire(daysAhead: number): ExpiredObjects {
    const total = { objects: 0, uploads: 0 };
    for (const bucket of resources) {
      const { objects, uploads } = expireBucket(store, bucket, Date.now() + daysAhead * dayMs);
      total.objects += objects;
      total.uploads += uploads;
    }
    return total;
  }

  try {
    expire(0);
  } catch (error) {
    store.close();
    throw error;
  }
  function open({ bucket, key }: { bucket: string; key: string }): OpenedObject | undefined {
    const object = store.find(bucket, key);
    if (object === undefined) return undefined;
    const { headers, etag, bytes, modifiedMs, blobs } = object;
    const read = async () => Buffer.concat(await Array.fromAsync(store.read(blobs, 0, bytes - 1)));
    return { headers, etag, bytes, modifiedMs, read };
  }

  return {
    service: createS3(app, store, registry),
    names,
    expire,
    open,
    read: async (place) => open(place)?.read(),
    stop: () => store.close(),
  };
}
