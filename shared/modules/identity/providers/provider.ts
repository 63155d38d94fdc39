/** The identity provider of a tenant, and what its claims mean. Pure. */
import { type Acl, missingRights } from '../../../kernel/auth/acl.ts';
import { domainOf, normalizeAddress } from '../../../kernel/base/email-address.ts';
import { valueAt } from '../../../kernel/base/field-path.ts';
import { truncate } from '../../../kernel/base/text.ts';
import { userLimits } from '../users/contract.ts';

/** What membership in a group of the provider gives. */
export interface GroupMapping {
  group: string;
  roleIds: readonly string[];
  /** Home organization of the members; null for none of its own. */
  organizationId: string | null;
}

export interface Provider {
  tenantId: string;
  isEnabled: boolean;
  issuer: string;
  clientId: string;
  /** Encrypted; null for a client without a secret. */
  sealedSecret: string | null;
  scopes: readonly string[];
  /** Domains of e-mail addresses that may sign in; empty for all. */
  domains: readonly string[];
  /** Those whose DNS record was found when the settings were saved. Others give neither users nor sign-ins. */
  verifiedDomains: readonly string[];
  /** Whether a verified address of the provider identifies an existing user. */
  trustsEmail: boolean;
  emailClaim: string;
  groupsClaim: string;
  /** Whether a first sign-in makes a user. */
  createsUsers: boolean;
  /** Roles of everyone who signs in, and of users whom a first sign-in makes. */
  roleIds: readonly string[];
  organizationId: string | null;
  groups: readonly GroupMapping[];
  /** Whether passwords are refused, except that of the emergency account. */
  onlyProvider: boolean;
  emergencyUserId: string | null;
  /** The rights of the administrator who saved the settings: a sign-in never gives more. */
  limit: Acl;
  revision: number;
  createdAt: string;
  updatedAt: string;
}

/** Why a sign-in was refused. */
export type SignInProblem =
  | 'not_configured'
  | 'provider_unavailable'
  | 'provider_changed'
  | 'provider_refused'
  | 'state_unknown'
  | 'other_browser'
  | 'response_invalid'
  | 'email_missing'
  | 'email_unverified'
  | 'email_domain'
  | 'domain_unverified'
  | 'account_exists'
  | 'account_unknown'
  | 'account_inactive'
  | 'rights_exceeded';

export class SignInRefusedError extends Error {
  override name = 'SignInRefusedError';
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, options?: ErrorOptions) {
    super(`The sign-in was refused: ${problem}.`, options);
    this.problem = problem;
  }
}

export type Claims = Readonly<Record<string, unknown>>;

/** A person, as the provider describes it. */
export interface Person {
  subject: string;
  email: string | undefined;
  /** Whether the provider says that the address belongs to the person; undefined if it says nothing. */
  isEmailVerified: boolean | undefined;
  name: string | null;
  groups: readonly string[];
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** A list of texts, one text, or an object: some providers write roles as its keys, with what they are for as values. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [value].flat().filter((one) => typeof one === 'string');
  return Object.entries(value).flatMap(([name, reason]) => (reason ? [name] : []));
}

export function personOf(
  { emailClaim, groupsClaim }: Pick<Provider, 'emailClaim' | 'groupsClaim'>,
  claims: Claims,
): Person {
  const { sub, name, email_verified: verified } = claims;
  const shownName = textOf(name);
  return {
    subject: String(sub),
    // Some providers list the addresses of a person, the main one first.
    email: normalizeAddress(textOf([valueAt(claims, emailClaim)].flat()[0]) ?? ''),
    // Speaks of the claim `email` only. Some providers write the boolean as text.
    isEmailVerified:
      verified === undefined || emailClaim !== 'email' ? undefined : verified === true || verified === 'true',
    name: shownName === undefined ? null : truncate(shownName, userLimits.name),
    groups: textsOf(valueAt(claims, groupsClaim)),
  };
}

/** The address with which a person may become a user. Throws SignInRefusedError. */
export function addressOf(
  { domains, verifiedDomains }: Pick<Provider, 'domains' | 'verifiedDomains'>,
  person: Person,
): string {
  const { email, isEmailVerified } = person;
  if (email === undefined) throw new SignInRefusedError('email_missing');
  if (isEmailVerified === false) throw new SignInRefusedError('email_unverified');
  const domain = domainOf(email);
  if (domains.length > 0 && !domains.includes(domain)) throw new SignInRefusedError('email_domain');
  if (domains.length > 0 && !verifiedDomains.includes(domain))
    throw new SignInRefusedError('domain_unverified');
  return email;
}

/** Whether the address of the person identifies an existing user: verified, and trusted by the tenant. */
export const mayLink = ({ trustsEmail }: Pick<Provider, 'trustsEmail'>, person: Person): boolean =>
  trustsEmail && person.isEmailVerified === true;

export interface GivenRights {
  roleIds: string[];
  organizationId: string | null;
}

/**
 * The roles and the home of a person. The groups decide on every sign-in if any are mapped; otherwise only the first
 * sign-in does, and `current` stays. A home stays also if the settings name none: then it is assigned here.
 */
export function rightsGiven(
  { groups, roleIds, organizationId }: Pick<Provider, 'groups' | 'roleIds' | 'organizationId'>,
  person: Pick<Person, 'groups'>,
  current?: { roleIds: readonly string[]; organizationId: string | null },
): GivenRights {
  if (current !== undefined && groups.length === 0)
    return { roleIds: [...current.roleIds], organizationId: current.organizationId };
  const member = groups.filter(({ group }) => person.groups.includes(group));
  const homeIn = (mappings: typeof groups) =>
    mappings.find((mapping) => mapping.organizationId !== null)?.organizationId ?? organizationId;
  const stays = homeIn(groups) === null ? current?.organizationId : undefined;
  return {
    roleIds: [...new Set([...roleIds, ...member.flatMap((mapping) => mapping.roleIds)])],
    organizationId: homeIn(member) ?? stays ?? null,
  };
}

/** Throws SignInRefusedError for rights that the administrator of the settings did not have. */
export function assertWithinLimit({ limit }: Pick<Provider, 'limit'>, rights: Acl): void {
  if (missingRights(limit, rights).length > 0) throw new SignInRefusedError('rights_exceeded');
}
