/**
 * Ids of others, of the platform and of deleted resources get the response of random ids. The requests are the samples of
 * all operations.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { forEachConcurrently } from '../../../lib/lab/fuzz/concurrency.ts';
import { samples } from '../../../shared/catalog/samples.ts';
import type { Sample, SampleClient } from '../../../shared/kernel/samples/sample.ts';
import { toWire, type WireRequest } from '../../../shared/kernel/samples/wire.ts';
import { aSuperAdmin } from '../../support/builders/administrators.ts';
import { samplesAs, sendAs } from '../../support/builders/samples.ts';
import { aJob, aStoredJob } from '../../support/builders/scheduler.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';

/** Ids in requests: UUIDs, and long texts of hexadecimal digits. */
const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![0-9a-f-])[0-9a-f]{20,}(?![0-9a-f-])/g;

/** A random id of the same form. */
function randomLike(id: string): string {
  if (id.includes('-')) return randomUUID();
  if (/^\d+$/.test(id)) return id.replaceAll(/\d/g, () => String(1 + Math.floor(Math.random() * 9)));
  return randomBytes(id.length / 2 + 1)
    .toString('hex')
    .slice(0, id.length);
}

interface Prepared {
  wire: WireRequest;
  /** The ids of resources in the request, each with the operation that returned it first. */
  ids: Map<string, string>;
}

/** Rewrites the texts of a request. */
function rewritten(wire: WireRequest, replacements: ReadonlyMap<string, string>): WireRequest {
  const replace = (text: string) =>
    [...replacements].reduce((result, [from, to]) => result.replaceAll(from, to), text);
  const { path, body } = wire;
  return { ...wire, path: replace(path), ...(typeof body === 'string' && { body: replace(body) }) };
}

let owner: TestCaller;

/** Prepares a sample as the owner, and finds the ids in its request. */
async function prepare({ endpoint, prepare: make }: Sample): Promise<Prepared> {
  const created = new Map<string, string>();
  const client = samplesAs(owner);
  const recording: SampleClient = {
    ...client,
    async call(called, request) {
      const response = await client.call(called, request);
      for (const [id] of JSON.stringify([request, response]).matchAll(idPattern))
        if (!created.has(id)) created.set(id, called.operationId);
      return response;
    },
  };
  const wire = toWire(endpoint, await make(recording));
  const text = `${wire.path} ${typeof wire.body === 'string' ? wire.body : ''}`;
  const found = [...text.matchAll(idPattern)].map(([id]) => id);
  const ids = found.filter((id) => id !== owner.tenantId && id !== owner.organizationId);
  return { wire, ids: new Map(ids.map((id) => [id, created.get(id) ?? ''])) };
}

/** Status and body of a response, with numbered ids. */
async function responseOf(
  caller: TestCaller,
  { wire, ids }: { wire: WireRequest; ids: Iterable<string> },
): Promise<string> {
  const { status, body } = await sendAs(caller)(wire);
  const text = `${status} ${JSON.stringify(body)}`;
  return [...ids].reduce((result, id, index) => result.replaceAll(id, `id ${index}`), text);
}

/** The response to the request and, if it differs, that to the same request with random ids. */
async function differences(caller: TestCaller, wire: WireRequest, ids: readonly string[]): Promise<string[]> {
  const random = new Map(ids.map((id) => [id, randomLike(id)]));
  const unknown = await responseOf(caller, { wire: rewritten(wire, random), ids: random.values() });
  const known = await responseOf(caller, { wire, ids });
  return known === unknown ? [] : [`${known.slice(0, 300)}\n  instead of ${unknown.slice(0, 300)}`];
}

/** Resources that all organizations of a tenant share; the samples of searches find a role. */
const ofTenant = /Partition|EmailPreferences|Role|Things|Segment|Targeting|ToggleUsage/;
/** Toggles, which are defined for all tenants. */
const ofAllTenants = /Targeting|ToggleUsage/;
/** Toggles and tenants, which belong to the platform, and files, whose links name no scope. */
const ofSuperAdmins = /Toggle|Targeting|Tenant|Override|downloadFile|getImage/;
/** The interface requires 403 for the payment of another tenant. */
const namesForeign = /^getPaymentStatus$/;
/** Operations whose purpose is a deleted resource or its history. */
const ofDeleted = /^(?:undo|restore)|Revision/;
/** Deletions that only change a state. */
const cancels = ['cancelProgressJob', 'removeUserFactors'];
/** Operations on the caller's own account, whose samples log in as its user. */
const ofOwnAccount = ['confirmPasskey', 'confirmTotp', 'deleteFactor', 'renameFactor'];

const checked = samples.filter(
  ({ endpoint }) =>
    endpoint.auth !== 'none' && !endpoint.holdsConnection && !ofOwnAccount.includes(endpoint.operationId),
);

/** A caller who must not reach the owner's resources, except those of operations that `reaches` matches. */
interface OtherCaller {
  name: string;
  create: () => Promise<TestCaller>;
  reaches: RegExp;
}

const aStranger = async () => aKey({ ...(await aTenant()), features: [] });
const aForeignAdmin = () => aTenant({ isSuperAdmin: true });
const others: readonly OtherCaller[] = [
  { name: 'a caller of another tenant', create: () => aTenant(), reaches: ofAllTenants },
  { name: 'a caller of another organization', create: () => aSibling(owner), reaches: ofTenant },
  { name: 'a super admin in another tenant', create: aForeignAdmin, reaches: ofSuperAdmins },
  { name: 'a caller without rights in another tenant', create: aStranger, reaches: ofAllTenants },
];
const idOfPlatform = 'the platform’s id';
const idOfDeleted = 'a deleted id';

/** Differences by caller or kind of id. */
const found = new Map<string, string[]>();

/** A request that deletes the resource of an operation, with its id. */
type Deletions = Map<string, { wire: WireRequest; id: string }>;

async function findDeletions(): Promise<Deletions> {
  const deletions: Deletions = new Map();
  for (const sample of checked) {
    const { method, operationId } = sample.endpoint;
    if (method !== 'DELETE' || cancels.includes(operationId)) continue;
    const { wire, ids } = await prepare(sample);
    const [[id, made] = ['', '']] = ids;
    if (ids.size === 1 && made !== '' && !deletions.has(made)) deletions.set(made, { wire, id });
  }
  return deletions;
}

/** Deletes the resources with these ids, as far as they can be deleted, and returns the ids. */
async function deleted(ids: Prepared['ids'], deletions: Deletions): Promise<string[]> {
  const gone: string[] = [];
  for (const [id, made] of ids) {
    const deletion = deletions.get(made);
    if (deletion === undefined) continue;
    const { status } = await sendAs(owner)(rewritten(deletion.wire, new Map([[deletion.id, id]])));
    if (status < 300) gone.push(id);
  }
  return gone;
}

/** The request about resources of the platform; undefined if it names none of a type that the platform has. */
function aboutPlatform({ wire, ids }: Prepared, platformIds: ReadonlyMap<string, string>) {
  const owned = [...ids].flatMap(([id, made]) => {
    const platformId = platformIds.get(made);
    return platformId === undefined ? [] : [[id, platformId] as const];
  });
  return owned.length === 0
    ? undefined
    : { wire: rewritten(wire, new Map(owned)), ids: owned.map(([, id]) => id) };
}

beforeAll(async () => {
  owner = await aTenant({ isSuperAdmin: true });
  const callers = await Promise.all(
    others.map(async ({ create, ...other }) => ({ ...other, caller: await create() })),
  );
  const tenant = await aTenant();
  const platformIds = new Map([
    ['createJob', (await aStoredJob(owner, aJob({ scopeType: 'system' }))).id],
    ['createApiKey', (await aSuperAdmin()).keyId],
  ]);
  const deletions = await findDeletions();
  const note = (name: string, operation: string, differing: readonly string[]) =>
    found.set(name, [...(found.get(name) ?? []), ...differing.map((one) => `${operation}: ${one}`)]);
  await forEachConcurrently(checked, 4, async (sample) => {
    const { operationId } = sample.endpoint;
    const made = await prepare(sample);
    const { wire, ids } = made;
    if (ids.size === 0) return;
    for (const { name, caller, reaches } of callers) {
      if (reaches.test(operationId) || namesForeign.test(operationId)) continue;
      note(name, sample.name, await differences(caller, wire, [...ids.keys()]));
    }
    const ofPlatform = aboutPlatform(made, platformIds);
    if (ofPlatform)
      note(idOfPlatform, sample.name, await differences(tenant, ofPlatform.wire, ofPlatform.ids));
    if (ofDeleted.test(operationId)) return;
    const gone = await deleted(ids, deletions);
    if (gone.length > 0) note(idOfDeleted, sample.name, await differences(owner, wire, gone));
  });
});

describe('the response to a known id', () => {
  it.each(others.map(({ name }) => name))('tells %s no more than that to a random id', (name) => {
    expect(found.get(name)).toEqual([]);
  });

  it.each([idOfPlatform, idOfDeleted])('that is %s is that to a random id', (name) => {
    expect(found.get(name)).toEqual([]);
  });
});
