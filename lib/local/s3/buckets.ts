/** Local buckets: those of the template, and further ones. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { propertiesOf } from '../cloudformation/properties.ts';
import { account, region } from '../cloudformation/resource-names.ts';
import type { IdentityRegistry, ResolvedApp } from '../types.ts';
import { tagHeader } from './request.ts';
import { createS3 } from './service.ts';
import { openS3Store, type Place } from './store.ts';

const dayMs = 86_400_000;

/** The end of a bucket's name: `shop-local-files-000000000000-us-east-1` → `files`. */
const nameEnd = `-${account}-${region}`;

const lifecycleRule = z.strictObject({
  Id: z.optional(z.string()),
  Status: z.literal('Enabled'),
  Prefix: z._default(z.string(), ''),
  /** Objects must have all these tags. */
  TagFilters: z._default(z.array(z.strictObject({ Key: z.string(), Value: z.string() })), []),
  ExpirationInDays: z._default(z.number(), Number.POSITIVE_INFINITY),
  AbortIncompleteMultipartUpload: z._default(z.strictObject({ DaysAfterInitiation: z.number() }), {
    DaysAfterInitiation: Number.POSITIVE_INFINITY,
  }),
});
const shape = z.object({
  LifecycleConfiguration: z._default(z.object({ Rules: z.array(lifecycleRule) }), { Rules: [] }),
});

export type Buckets = ReturnType<typeof openBuckets>;

/**
 * Opens the buckets of the app and `further` ones, by short names, with the data of `dataDir`; their names begin with
 * `prefix`. Throws for settings of buckets that do not run locally.
 */
export function openBuckets(options: {
  app: ResolvedApp;
  registry: IdentityRegistry;
  dataDir: string;
  prefix: string;
  further?: readonly string[];
}) {
  const { app, registry, dataDir, prefix, further = [] } = options;
  const resources = app.ofType('AWS::S3::Bucket');
  const rules = resources.flatMap((bucket) =>
    propertiesOf(bucket, shape).LifecycleConfiguration.Rules.map((rule) => ({
      bucket: bucket.physicalId,
      ...rule,
    })),
  );
  const names = Object.fromEntries(further.map((name) => [name, `${prefix}${name}`]));
  for (const { physicalId: name } of resources) names[name.slice(prefix.length).replace(nameEnd, '')] = name;
  const store = openS3Store(join(dataDir, 'buckets'), Object.values(names));

  const buckets = {
    /** The service for the AWS gateway. */
    service: createS3(app, store, registry),
    /** Names of the buckets by their short names. */
    names,
    /**
     * Applies the buckets' lifecycle rules as if this number of days had passed. Returns the numbers of deleted objects
     * and aborted uploads.
     */
    expire(daysAhead: number): { objects: number; uploads: number } {
      const total = { objects: 0, uploads: 0 };
      const daysAgo = (days: number) => Date.now() + (daysAhead - days) * dayMs;
      for (const { bucket, Prefix, TagFilters, ExpirationInDays, AbortIncompleteMultipartUpload } of rules) {
        const objects = store.list(bucket, Prefix).filter(({ modifiedMs, headers }) => {
          const tags = new URLSearchParams(headers[tagHeader]);
          const isTagged = TagFilters.every(({ Key, Value }) => tags.get(Key) === Value);
          return isTagged && modifiedMs <= daysAgo(ExpirationInDays);
        });
        for (const object of objects.toArray()) {
          store.remove(object);
          total.objects += 1;
        }
        for (const { id, startedMs } of store.uploads(bucket, Prefix)) {
          if (startedMs > daysAgo(AbortIncompleteMultipartUpload.DaysAfterInitiation)) continue;
          store.endUpload(id);
          total.uploads += 1;
        }
      }
      return total;
    },
    /** Opens an object with its headers; undefined when it does not exist. */
    open(place: Place) {
      const object = store.find(place);
      if (object === undefined) return undefined;
      const chunks = () => store.read(object.blobs, 0, object.bytes - 1);
      return { ...object, read: async () => Buffer.concat(await Array.fromAsync(chunks())) };
    },
    /** Reads a whole object, for services that read it in a caller's name; undefined when it does not exist. */
    read: async (place: Place): Promise<Buffer | undefined> => buckets.open(place)?.read(),
    stop: () => store.close(),
  };
  buckets.expire(0);
  return buckets;
}
