/**
 * The stage that is examined, and callers on it. Everything is created over HTTP: a tenant per test file, which is
 * deleted afterwards, and an organization and a key per caller.
 */
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { KeyOptions, TestCaller } from '../../support/builders/tenants.ts';
import { type Api, apiFor } from '../../support/clients/api.ts';
import { followTenant } from '../../support/runtime/fan-out.ts';
import { holdTest } from './held.ts';
import { namePrefix } from './names.ts';

/** The addresses and keys of the stage. Empty texts stand for what was not given. */
export interface Stage {
  adminKey: string;
  /** Of a super administrator without an organization, and with limits that a whole run does not reach. */
  superKey: string;
  /** The public address that leads to a port of this machine. Without one, receivers have local addresses. */
  receiver: { url: string; port: number };
  /** A web origin that the stage allows (`CORS_ALLOWED_ORIGINS`). */
  origin: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    stage: Stage;
  }
}

/** The run, in the names of what it creates. */
const run = randomBytes(4).toString('hex');
let count = 0;

/** Makes a text unique in the deployment; the result begins with the text. */
export const unique = (text: string): string => `${text}${namePrefix}${run}n${count++}`;

/** A name that nothing else has. */
export const aName = (what = 'name'): string => `${namePrefix} ${what} ${run} ${count++}`;

/** The body of a response that must not be a refusal. */
export async function created<Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  if (status >= 400) throw new Error(`A prerequisite was refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

const unlimited = { requestsPerMinute: 1_000_000, requestsPerHour: 1_000_000 };

/** What callers are made in: a tenant, and a key that may create organizations, roles and keys in it. */
interface Home {
  tenantId: string;
  maker: Api;
  isSuper: boolean;
}

/** Requests of the super administrator, which select a tenant. */
function within(api: Api, tenantId: string): Api {
  const select = (path: string) => `${path}${path.includes('?') ? '&' : '?'}tenantId=${tenantId}`;
  const bound = Object.entries(api).map(([method, call]) => [
    method,
    (path: string, options?: object) => call(select(path), options),
  ]);
  return Object.fromEntries(bound);
}

const tenants: string[] = [];

/** Locally, events that no test awaits are held back: publishing them costs more than the requests. */
async function newTenant({ hasEvents = false } = {}): Promise<Home> {
  const api = apiFor(inject('stage').superKey);
  const { id } = await created(
    api.post<{ id: string }>('/api/directory/tenants', { body: { name: aName('tenant') } }),
  );
  tenants.push(id);
  if (inject('controlUrl') !== '') await followTenant(id, { isHeld: !hasEvents });
  return { tenantId: id, maker: within(api, id), isSuper: true };
}

async function ownTenant(): Promise<Home> {
  const { adminKey } = inject('stage');
  const api = apiFor(adminKey);
  const { body } = await api.get<{ tenantId: string }>('/api/directory/organization-switcher');
  return { tenantId: body.tenantId, maker: api, isSuper: false };
}

let home: Promise<Home> | undefined;

/** The tenant of this test file: a new one if there is a super administrator's key, else the admin's. */
function fileHome(): Promise<Home> {
  home ??= inject('stage').superKey === '' ? ownTenant() : newTenant();
  return home;
}

/** Options of a caller: the rights and the rate limits of its key. */
export interface CallerOptions extends Pick<KeyOptions, 'isSuperAdmin' | 'perMinute' | 'perHour' | 'name'> {
  /** By default all. */
  features?: readonly string[];
  /** Organizations that it may select besides its own, by default none; null for all of its tenant. */
  organizations?: readonly string[] | null;
}

/** Roles by tenant and rights: most callers have all features. */
const roles = new Map<string, Promise<string>>();

async function newRole({ tenantId, maker }: Home, rights: object): Promise<string> {
  const body = { name: aName('role'), tenantId };
  const { id } = await created(maker.post<{ id: string }>('/api/auth/roles', { body }));
  await created(maker.put('/api/auth/roles/acl', { body: { roleId: id, ...rights } }));
  return id;
}

function roleOf(home: Home, rights: object): Promise<string> {
  const key = `${home.tenantId} ${JSON.stringify(rights)}`;
  const role = roles.get(key) ?? newRole(home, rights);
  roles.set(key, role);
  return role;
}

async function callerIn(
  home: Home,
  organizationId: string,
  {
    features = ['*'],
    organizations = [],
    isSuperAdmin = false,
    perMinute,
    perHour,
    name = aName('key'),
  }: CallerOptions,
): Promise<TestCaller> {
  const { tenantId, maker, isSuper } = home;
  if (organizations === null || organizations.length > 0) needsSuper();
  const role = await roleOf(home, { features, organizations, ...(isSuperAdmin && { isSuperAdmin }) });
  const body = {
    ...{ name, tenantId, roles: [role] },
    // A key of an organization cannot select all of its tenant.
    ...(organizations !== null && { organizationId }),
    ...(isSuper && unlimited),
    ...(typeof perMinute === 'number' && { requestsPerMinute: perMinute }),
    ...(typeof perHour === 'number' && { requestsPerHour: perHour }),
  };
  const key = await created(maker.post<{ id: string; secret: string }>('/api/api_keys/keys', { body }));
  return { tenantId, organizationId, keyId: key.id, key: key.secret, api: apiFor(key.secret) };
}

async function organizationIn({ tenantId, maker }: Home): Promise<string> {
  const body = { name: aName('organization'), tenantId };
  return (await created(maker.post<{ id: string }>('/api/directory/organizations', { body }))).id;
}

async function inNewOrganization(where: Home, options: CallerOptions): Promise<TestCaller> {
  return callerIn(where, await organizationIn(where), options);
}

/** A key with all features in a new organization of this file's tenant. */
export async function aCaller(options: CallerOptions = {}): Promise<TestCaller> {
  if (options.isSuperAdmin) needsSuper();
  return inNewOrganization(await fileHome(), options);
}

let shared: Promise<TestCaller> | undefined;

/**
 * The key with all features that cases of this file share. For cases that see no difference: all that they send is refused, or
 * they read only what they have made.
 */
export function theCaller(): Promise<TestCaller> {
  shared ??= aCaller();
  return shared;
}

/** A super administrator in a new organization of this file's tenant. The test is skipped without `--super-key`. */
export function aSuperAdmin(options: CallerOptions = {}): Promise<TestCaller> {
  return aCaller({ ...options, isSuperAdmin: true });
}

/** A key with all features in a tenant of its own. The test is skipped without `--super-key`. */
export async function aTenant(options: CallerOptions = {}): Promise<TestCaller> {
  needsSuper();
  return inNewOrganization(await newTenant(), options);
}

/** Like `aTenant`, with the events delivered. Without `--super-key`, an organization of the admin's tenant. */
export async function aTenantWithEvents(options: CallerOptions = {}): Promise<TestCaller> {
  const { superKey } = inject('stage');
  const own = superKey === '' ? await fileHome() : await newTenant({ hasEvents: true });
  return inNewOrganization(own, options);
}

/** Another organization of the caller's tenant, with its own key. */
export async function aSibling({ tenantId }: TestCaller, options: CallerOptions = {}): Promise<TestCaller> {
  return inNewOrganization(await homeOf(tenantId), options);
}

/** Another key in the caller's organization. */
export async function aKey({
  tenantId,
  organizationId,
  ...options
}: CallerOptions & Pick<TestCaller, 'tenantId' | 'organizationId'>): Promise<TestCaller> {
  return callerIn(await homeOf(tenantId), organizationId, options);
}

async function homeOf(tenantId: string): Promise<Home> {
  const own = await fileHome();
  if (own.tenantId === tenantId) return own;
  return { tenantId, maker: within(apiFor(inject('stage').superKey), tenantId), isSuper: true };
}

function needsSuper(): void {
  if (inject('stage').superKey === '') holdTest('needs --super-key');
}

/** Deletes what callers of the test file were created in. The next file of the process creates its own. */
export async function endFile(): Promise<void> {
  const { superKey } = inject('stage');
  home = undefined;
  shared = undefined;
  roles.clear();
  for (const id of tenants.splice(0)) await apiFor(superKey).delete(`/api/directory/tenants?id=${id}`);
}
