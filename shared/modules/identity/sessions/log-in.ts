/** Logs in with an e-mail address and a password. */
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { openHomesOf } from '../../../kernel/auth/directory-reader.ts';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import { countAgainst, type RatePolicy, resetLimit } from '../../../kernel/auth/rate-limit.ts';
import { comparedAddress } from '../../../kernel/base/email-address.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import { RateLimitedError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import type { Client } from '../../../kernel/http/types.ts';
import { LoginFailedError, ProviderRequiredError, TenantRequiredError } from '../errors.ts';
import { requireFactor } from '../factors/log-in-challenge.ts';
import { directoryNames } from '../names.ts';
import { findProvider } from '../providers/provider-store.ts';
import { hashPassword, needsRehash, verifyPassword } from '../users/password.ts';
import { findByEmail, findUsersAt, mayLogIn, replacePasswordHash } from '../users/user-store.ts';
import type { Visitor } from '../visitor.ts';
import type { LogIn } from './contract.ts';
import { isKnownAddress, rememberAddress } from './known-address.ts';
import { loggedInReply } from './session-replies.ts';
import { originOf, type SessionClient, startSession } from './session-service.ts';
import type { SessionTokens } from './session-tokens.ts';

/**
 * Attempts per client address, per account from one address, and per account from all addresses. The last
 * limit stops guessing from many addresses. It does not apply to addresses from which the account has
 * recently logged in, so that others cannot lock its owner out. An account is an e-mail address with the
 * given tenant, so that attempts in one tenant do not block log-ins of another.
 */
export const loginLimits = {
  address: { name: 'login-address', limit: 20, windowSeconds: 60, blockSeconds: 60 },
  person: { name: 'login-person', limit: 5, windowSeconds: 60, blockSeconds: 60 },
  account: { name: 'login-account', limit: 30, windowSeconds: 900 },
} as const satisfies Record<string, RatePolicy>;

/**
 * Hashes of a log-in without a tenant, for any number of users with the address. Users whose address belongs to more
 * tenants must name theirs.
 */
const maxTenantsTried = 4;

/** Tenants with the address, also closed and deleted ones, that a log-in reads in one request. */
const maxTenantsRead = 50;

interface Credentials {
  email: string;
  password: string;
  /** Needed if the password matches in several tenants, or if more than `maxTenantsTried` know the address. */
  tenantId: string | undefined;
  remember: boolean;
}

/** With the address of the platform, for which passkeys are. */
type LogInClient = SessionClient & Pick<Client, 'origin' | 'overPlainHttp'>;

interface Candidates {
  /** One for each hash; undefined for a dummy. */
  users: readonly (UserRow | undefined)[];
  /** Whether no other tenant can know the address of these users. */
  isOnlyTenant: boolean;
}

/**
 * The users that the credentials can mean, among those of the `knownTenants` if given. Makes the same requests for every
 * address, so that neither response nor duration reveals which tenants know it.
 */
async function findCandidates(
  { email, tenantId }: Credentials,
  knownTenants: ReadonlySet<string> | undefined,
): Promise<Candidates> {
  const entries = await findByEmail(email);
  const meant = entries.filter((entry) => tenantId === undefined || entry.tenantId === tenantId);
  const read = meant.length > maxTenantsRead ? [] : meant;
  const hashes = tenantId === undefined ? maxTenantsTried : 1;
  // Keys without a user: reading them takes as long as reading users.
  const dummies = Array.from({ length: Math.max(0, hashes - read.length) }, (_, index) => ({
    tenantId: `none${index}`,
    userId: 'none',
  }));
  const found = (await findUsersAt([...read, ...dummies])).filter((user) => user !== undefined);
  const tried = found.length > maxTenantsTried ? [] : found;
  const allowed = tried.filter((user) => knownTenants?.has(user.tenantId) ?? true);
  const users = Array.from({ length: hashes }, (_, index) => allowed[index]);
  return { users, isOnlyTenant: meant.length === 1 };
}

/** The candidates who may log in with the password. Computes one hash for each candidate, of a dummy where there is none. */
async function findMatching(
  users: readonly (UserRow | undefined)[],
  password: string,
): Promise<(UserRow & { passwordHash: string })[]> {
  const checked = await allOf(
    users.map(async (user) => {
      const passwordHash = user?.passwordHash ?? null;
      const matches = await verifyPassword(password, passwordHash);
      return matches && user && passwordHash !== null && mayLogIn(user) ? [{ ...user, passwordHash }] : [];
    }),
  );
  return checked.flat();
}

/** Throws TenantRequiredError with the tenants in which the password matches. */
async function refuseSeveral(users: readonly UserRow[]): Promise<never> {
  const tenants = await allOf(
    users.map(async ({ tenantId }) => ({ id: tenantId, name: (await directoryNames({ tenantId })).tenant })),
  );
  throw new TenantRequiredError(tenants);
}

/** Throws ProviderRequiredError if users of the tenant sign in at its identity provider only, except one in an emergency. */
async function assertPasswordAllowed({ id, tenantId }: UserRow): Promise<void> {
  const provider = await findProvider({ tenantId });
  if (provider?.isEnabled && provider.onlyProvider && provider.emergencyUserId !== id)
    throw new ProviderRequiredError(tenantId);
}

/**
 * Starts a session. Throws LoginFailedError for all wrong credentials after the same work, TenantRequiredError if the
 * password matches in several tenants, ProviderRequiredError, FactorRequiredError.
 */
async function authenticate(
  credentials: Credentials,
  knownTenants: ReadonlySet<string> | undefined,
  client: LogInClient,
  nowMs: number,
): Promise<{ tokens: SessionTokens; user: UserRow; isOnlyTenant: boolean }> {
  const { password, remember } = credentials;
  const { users, isOnlyTenant } = await findCandidates(credentials, knownTenants);
  const matching = await findMatching(users, password);
  const open = matching.length > 1 ? [...(await openHomesOf(matching))] : matching;
  if (open.length > 1) await refuseSeveral(open);
  const [user] = open;
  if (user === undefined) throw new LoginFailedError();
  await assertPasswordAllowed(user);
  const current = needsRehash(user.passwordHash)
    ? await replacePasswordHash(user, await hashPassword(password))
    : user;
  await requireFactor(current, { remember, origin: client.origin, nowMs });
  const tokens = await startSession(current, { remember, nowMs, origin: originOf(client) });
  return { tokens, user, isOnlyTenant };
}

/** The tenants in which the person has recently logged in from the address. */
async function findKnownTenants(
  { email, tenantId }: Credentials,
  client: SessionClient,
  nowMs: number,
): Promise<Set<string>> {
  const meant =
    tenantId === undefined ? (await findByEmail(email)).map((entry) => entry.tenantId) : [tenantId];
  const knownTenants = await allOf(
    meant
      .slice(0, maxTenantsTried)
      .map(async (id) => ((await isKnownAddress(client, email, id, nowMs)) ? [id] : [])),
  );
  return new Set(knownTenants.flat());
}

/**
 * Counts an attempt for the account, from any address. Beyond the limit returns the only tenants in which the attempt may
 * succeed, those in which the person is known at the address. Throws RateLimitedError if there is none.
 */
async function countForAccount(
  credentials: Credentials,
  account: string,
  client: SessionClient,
  nowMs: number,
): Promise<ReadonlySet<string> | undefined> {
  try {
    await countAgainst(loginLimits.account, account, nowMs);
    return undefined;
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    const knownTenants = await findKnownTenants(credentials, client, nowMs);
    if (knownTenants.size === 0) throw error;
    return knownTenants;
  }
}

/** Counts the attempt, and starts a session if it succeeds. */
async function attempt(credentials: Credentials, client: LogInClient, nowMs: number): Promise<SessionTokens> {
  const { tenantId } = credentials;
  const email = comparedAddress(credentials.email);
  const account = tenantId === undefined ? email : `${email} ${tenantId}`;
  const address = addressKey(client.ip);
  await countAgainst(loginLimits.address, address, nowMs);
  await countAgainst(loginLimits.person, `${address} ${account}`, nowMs);
  const knownTenants = await countForAccount(credentials, account, client, nowMs);
  // After a concurrent change everything is read again, including the password's hash.
  const entered = await retryWhenStale(() => authenticate(credentials, knownTenants, client, nowMs)).catch(
    (error: unknown) => {
      // The user's tenant or organization is closed; other callers must not learn that.
      throw error instanceof UnauthenticatedError ? new LoginFailedError() : error;
    },
  );
  // A log-in in one tenant must not permit more guesses at the password of another.
  if (entered.isOnlyTenant) await resetLimit(loginLimits.person, `${address} ${account}`);
  await rememberAddress(client, entered.user, nowMs);
  return entered.tokens;
}

/**
 * Logs a user in from the client's address. Throws RateLimitedError, LoginFailedError, TenantRequiredError,
 * ProviderRequiredError, FactorRequiredError, and UnavailableError if the user keeps changing.
 */
export async function logIn(
  { client, context: { nowMs } }: Visitor<LogInClient>,
  { email, password, remember, tenant, tenantId = tenant, redirect }: LogIn,
) {
  const tokens = await attempt({ email, password, remember, tenantId }, client, nowMs);
  return loggedInReply(tokens, { remember, redirect }, client, nowMs);
}
