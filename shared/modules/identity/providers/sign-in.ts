/** Signs people in at the identity provider of their tenant. */
import { randomBytes, randomUUID } from 'node:crypto';
import { addressKey } from '../../../kernel/auth/address-key.ts';
import { isOpenHome, openHomesOf } from '../../../kernel/auth/directory-reader.ts';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import { countAgainst, type RatePolicy } from '../../../kernel/auth/rate-limit.ts';
import { rightsOfUser } from '../../../kernel/auth/rights.ts';
import { claimedSessionId, hashSessionId, sessionLimits } from '../../../kernel/auth/session-token.ts';
import { domainOf, normalizeAddress } from '../../../kernel/base/email-address.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { StaleError, UnauthenticatedError } from '../../../kernel/errors/errors.ts';
import {
  clearCookie,
  cookieValue,
  sessionCookie,
} from '../../../kernel/http/authentication/session-cookies.ts';
import { retryWhenStale } from '../../../kernel/http/optimistic-locking.ts';
import { Reply } from '../../../kernel/http/reply.ts';
import type { Client } from '../../../kernel/http/types.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { openSecret } from '../../../kernel/secrets/seal.ts';
import { EmailTakenError } from '../errors.ts';
import { directoryNames } from '../names.ts';
import { changeUser } from '../roles/rights-changes.ts';
import { findRoles } from '../roles/role-store.ts';
import { safeRedirect } from '../sessions/redirect.ts';
import { cookiesOf } from '../sessions/session-replies.ts';
import { originOf, startSession } from '../sessions/session-service.ts';
import { findByEmail, findUser, insertUser, mayLogIn } from '../users/user-store.ts';
import type { Visitor } from '../visitor.ts';
import { authorizationAddress, isRefusal, redeem } from './authorization.ts';
import { IssuerUnavailableError } from './issuer.ts';
import { providerLimits } from './limits.ts';
import { callbackPath, consolePath, secretPurpose } from './paths.ts';
import {
  addressOf,
  assertWithinLimit,
  type Claims,
  mayLink,
  type Person,
  type Provider,
  personOf,
  rightsGiven,
  SignInRefusedError,
} from './provider.ts';
import { findProvider, findProvidersOfDomain } from './provider-store.ts';
import {
  findUserIdOf,
  hashOf,
  insertState,
  linkPerson,
  linkWrite,
  nameSession,
  type SignInState,
  takeState,
} from './sign-in-store.ts';

const signInLimits = {
  find: { name: 'sign-in-find', limit: 60, windowSeconds: 60 },
  start: { name: 'sign-in-start', limit: 60, windowSeconds: 60 },
  finish: { name: 'sign-in-finish', limit: 60, windowSeconds: 60 },
} as const satisfies Record<string, RatePolicy>;

/** How these sessions start. */
const signIn = { method: 'provider', factors: ['provider'] } as const;

/** Changes of users by a sign-in are the platform's own: no user has signed in yet. */
const actorOf = (nowMs: number) => ({ principal: { subject: 'system:sign-in' }, nowMs });

const newSecret = (): string => randomBytes(32).toString('base64url');

/** The prefix of the host lets no other one of the domain set the cookie; browsers refuse it without TLS. */
const cookiePrefix = ({ overPlainHttp }: Client): string => (overPlainHttp ? 'sign_in_' : '__Host-sign_in_');

/** Each sign-in has a cookie of its own, so that several tabs of a browser can sign in at the same time. */
const cookieOf = (state: string, client: Client): string =>
  `${cookiePrefix(client)}${hashOf(state).slice(0, 16)}`;

const clearedCookie = (state: string, client: Client): string =>
  clearCookie(cookieOf(state, client), client.overPlainHttp);

/** Removes the earliest sign-ins of a browser beyond the limit, to which one is added; browsers send the earliest first. */
function surplusCleared(client: Client): string[] {
  const names = client.cookies.map((cookie) => cookie.split('=', 1)[0] ?? '');
  const started = names.filter((name) => name.startsWith(cookiePrefix(client)));
  const surplus = started.slice(0, Math.max(0, started.length + 1 - providerLimits.startedPerBrowser));
  return surplus.map((name) => clearCookie(name, client.overPlainHttp));
}

/** Where a sign-in may end: on a page of the console. */
function consoleRedirect(requested: string | undefined): string {
  const path = safeRedirect(requested);
  return path.startsWith(consolePath) ? path : consolePath;
}

/** Sends the browser to the console with the reason, and logs it. */
function refusedReply(
  error: unknown,
  tenantId: string | undefined,
  cookies: readonly string[] = [],
): Reply<undefined> {
  const problem =
    error instanceof SignInRefusedError
      ? error.problem
      : error instanceof IssuerUnavailableError
        ? 'provider_unavailable'
        : 'response_invalid';
  log('warn', 'A sign-in at an identity provider was refused.', {
    problem,
    tenantId,
    error: describeError(error),
  });
  return new Reply(undefined, {
    headers: { location: `${consolePath}?signInProblem=${problem}` },
    cookies,
  });
}

/** The enabled provider of an open tenant. Throws SignInRefusedError. */
async function enabledProvider({ tenantId }: TenantScope): Promise<Provider> {
  const provider = await findProvider({ tenantId });
  if (!provider?.isEnabled || !(await isOpenHome({ tenantId, organizationId: null })))
    throw new SignInRefusedError('not_configured');
  return provider;
}

/** The open tenants whose provider signs in addresses of the domain, for any address of it. Throws RateLimitedError. */
export async function findSignIn(
  { client, context }: Visitor<Pick<Client, 'ip'>>,
  { email }: { email: string },
) {
  await countAgainst(signInLimits.find, addressKey(client.ip), context.nowMs);
  const address = normalizeAddress(email);
  if (address === undefined) return { providers: [] };
  const found = await findProvidersOfDomain(domainOf(address));
  const enabled = found
    .filter(({ isEnabled }) => isEnabled)
    .map(({ tenantId, onlyProvider }) => ({ tenantId, organizationId: null, onlyProvider }));
  const providers = await allOf(
    [...(await openHomesOf(enabled))].map(async ({ tenantId, onlyProvider }) => {
      const { tenant } = await directoryNames({ tenantId });
      return { tenantId, tenantName: tenant, onlyProvider };
    }),
  );
  const nameOf = ({ tenantName, tenantId }: (typeof providers)[number]) => tenantName ?? tenantId;
  return { providers: providers.toSorted((left, right) => nameOf(left).localeCompare(nameOf(right))) };
}

interface StartRequest {
  tenantId: string;
  email?: string | undefined;
  redirect?: string | undefined;
}

async function started({ tenantId, email, redirect }: StartRequest, client: Client, nowMs: number) {
  const provider = await enabledProvider({ tenantId });
  const { issuer, clientId } = provider;
  const [state, nonce, verifier] = [newSecret(), newSecret(), newSecret()];
  const redirectUri = `${client.origin}${callbackPath}`;
  const location = await authorizationAddress(
    provider,
    { redirectUri, state, nonce, verifier },
    email && normalizeAddress(email),
  );
  await insertState(state, {
    ...{ tenantId, issuer, clientId, nonce },
    browserSha256: hashOf(verifier),
    redirect: consoleRedirect(redirect),
    expiresAtMs: nowMs + providerLimits.signInSeconds * 1_000,
  });
  return new Reply(undefined, {
    headers: { location },
    cookies: [
      sessionCookie(cookieOf(state, client), verifier, {
        maxAgeSeconds: providerLimits.signInSeconds,
        overPlainHttp: client.overPlainHttp,
      }),
      ...surplusCleared(client),
    ],
  });
}

/** Redirects the browser to the provider, or to the console with the reason. Throws RateLimitedError. */
export async function startSignIn({ client, context: { nowMs } }: Visitor, request: StartRequest) {
  await countAgainst(signInLimits.start, addressKey(client.ip), nowMs);
  return started(request, client, nowMs).catch((error: unknown) => refusedReply(error, request.tenantId));
}

/** What the provider returns. */
type CallbackQuery = Partial<Record<'state' | 'code' | 'iss' | 'error', string | undefined>>;

/** The started sign-in of this browser, with the secret of its cookie. Throws SignInRefusedError. */
async function startedBy(
  { state = '' }: CallbackQuery,
  client: Client,
  nowMs: number,
): Promise<SignInState & { state: string; verifier: string }> {
  const verifier = cookieValue(client, cookieOf(state, client)) ?? '';
  const found = await takeState(state, hashOf(verifier), nowMs);
  return { ...found, state, verifier };
}

/** The claims of the person who has signed in. Throws SignInRefusedError, IssuerUnavailableError. */
async function claimsOf(
  provider: Provider,
  query: CallbackQuery,
  flow: { state: string; nonce: string; verifier: string },
  { origin }: Client,
): Promise<Claims> {
  const { tenantId, sealedSecret } = provider;
  const secret = sealedSecret === null ? null : await openSecret({ tenantId }, secretPurpose, sealedSecret);
  const url = new URL(`${origin}${callbackPath}`);
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string') url.searchParams.set(name, value);
  }
  try {
    return await redeem(provider, secret, url, flow);
  } catch (error) {
    if (error instanceof IssuerUnavailableError || error instanceof SignInRefusedError) throw error;
    const problem = isRefusal(error) ? 'provider_refused' : 'response_invalid';
    throw new SignInRefusedError(problem, { cause: error });
  }
}

/** Throws SignInRefusedError for rights that the administrator of the settings did not have. */
async function assertAllowed(provider: Provider, user: UserRow): Promise<void> {
  const settled = { ...user, pending: undefined };
  assertWithinLimit(provider, rightsOfUser(settled, await findRoles(user, settled.roleIds)));
}

/** Sets the roles and the home of a user anew, if they differ. Throws SignInRefusedError, StaleError. */
async function refreshed(provider: Provider, person: Person, user: UserRow, nowMs: number): Promise<UserRow> {
  const { roleIds, organizationId } = rightsGiven(provider, person, user);
  // Deleted roles give nothing.
  const roles = await findRoles(user, roleIds);
  const after = { ...user, roleIds: [...roles.keys()], organizationId };
  await assertAllowed(provider, after);
  const isSame =
    after.roleIds.toSorted().join() === user.roleIds.toSorted().join() &&
    organizationId === user.organizationId &&
    user.pending === undefined;
  if (isSame) return user;
  const given = [...roles.values()].filter(({ id }) => !user.roleIds.includes(id));
  return changeUser(user, after, given, actorOf(nowMs), { endsSessions: false });
}

/** Makes the user of a new person. Throws SignInRefusedError, StaleError if the address was taken meanwhile. */
async function created(provider: Provider, person: Person, email: string, nowMs: number): Promise<UserRow> {
  const { tenantId, issuer } = provider;
  if (!provider.createsUsers) throw new SignInRefusedError('account_unknown');
  const { roleIds, organizationId } = rightsGiven(provider, person);
  const roles = await findRoles(provider, roleIds);
  const createdAt = toIso(nowMs);
  const user: UserRow = {
    ...{ id: randomUUID(), tenantId, organizationId, email, name: person.name },
    roleIds: [...roles.keys()],
    acl: null,
    isActive: true,
    passwordHash: null,
    revision: 1,
    ...{ createdAt, updatedAt: createdAt },
  };
  await assertAllowed(provider, user);
  const link = linkWrite(provider, { issuer, subject: person.subject }, user.id);
  await insertUser(user, [...roles.values()], actorOf(nowMs), [link]).catch((error: unknown) => {
    throw error instanceof EmailTakenError ? new StaleError() : error;
  });
  return user;
}

/** Throws SignInRefusedError for a user who is inactive, or becomes so by a pending change. */
function assertActive(user: UserRow): void {
  if (!mayLogIn(user)) throw new SignInRefusedError('account_inactive');
}

/** The user of a person: linked before, linked now by a trusted address, or new. Throws SignInRefusedError, StaleError. */
async function userOf(provider: Provider, person: Person, nowMs: number): Promise<UserRow> {
  const { tenantId, issuer } = provider;
  const name = { issuer, subject: person.subject };
  const linkedId = await findUserIdOf(provider, name);
  const linked = linkedId === undefined ? undefined : await findUser(provider, linkedId);
  if (linked !== undefined) {
    assertActive(linked);
    return refreshed(provider, person, linked, nowMs);
  }
  const email = addressOf(provider, person);
  const entry = (await findByEmail(email)).find((one) => one.tenantId === tenantId);
  const known = entry && (await findUser(provider, entry.userId));
  if (known === undefined) return created(provider, person, email, nowMs);
  if (!mayLink(provider, person)) throw new SignInRefusedError('account_exists');
  assertActive(known);
  await assertAllowed(provider, known);
  await linkPerson(known, name, actorOf(nowMs));
  return refreshed(provider, person, known, nowMs);
}

async function finished(query: CallbackQuery, client: Client, nowMs: number): Promise<Reply<undefined>> {
  const { redirect, tenantId, issuer, clientId, ...flow } = await startedBy(query, client, nowMs);
  const provider = await enabledProvider({ tenantId });
  if (provider.issuer !== issuer || provider.clientId !== clientId)
    throw new SignInRefusedError('provider_changed');
  const claims = await claimsOf(provider, query, flow, client);
  const person = personOf(provider, claims);
  const origin = originOf(client);
  const { user, tokens } = await retryWhenStale(async () => {
    const current = await userOf(provider, person, nowMs);
    return { user: current, tokens: await startSession(current, { remember: false, nowMs, origin, signIn }) };
  }).catch((error: unknown) => {
    // The tenant or the organization is closed.
    throw error instanceof UnauthenticatedError ? new SignInRefusedError('account_inactive') : error;
  });
  const sid = claimedSessionId(tokens.token);
  if (typeof claims.sid === 'string' && sid !== undefined) {
    const session = {
      userId: user.id,
      sessionSha256: hashSessionId(sid),
      // Refreshes extend the session.
      endsAtMs: nowMs + sessionLimits.maxSeconds * 1_000,
    };
    await nameSession(provider, { issuer, sid: claims.sid }, session);
  }
  return new Reply(undefined, {
    headers: { location: redirect },
    cookies: [...cookiesOf(tokens, client, nowMs), clearedCookie(flow.state, client)],
  });
}

/** Starts the session of the person whom the provider has signed in. Throws RateLimitedError. */
export async function finishSignIn({ client, context: { nowMs } }: Visitor, query: CallbackQuery) {
  await countAgainst(signInLimits.finish, addressKey(client.ip), nowMs);
  return finished(query, client, nowMs).catch((error: unknown) =>
    refusedReply(error, undefined, [clearedCookie(query.state ?? '', client)]),
  );
}
