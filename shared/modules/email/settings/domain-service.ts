/** Verifies domains of a tenant by DNS. Addresses of verified domains need no confirmation. */
import dns from 'node:dns/promises';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { countAgainst } from '../../../kernel/auth/rate-limit.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { LimitReachedError } from '../../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { emailLimits } from '../limits.ts';
import { domainProof } from '../links.ts';
import type { MailDomain } from './settings.ts';
import { readSettings, saveSettings } from './settings-store.ts';

const label = '_platform-email';
const lookUpLimit = { name: 'email-domain', limit: 20, windowSeconds: 60 } as const;

/** Looks up the TXT records of a name. Tests replace it. */
export type TxtLookup = (name: string) => Promise<readonly (readonly string[])[]>;

/** DNS errors that mean that a name has no records. Other errors are failures of the lookup. */
const withoutRecords: ReadonlySet<unknown> = new Set([dns.NOTFOUND, dns.NODATA]);

/**
 * Returns whether a record has the value; long values are split into pieces. An unknown name has no records. Undefined if the
 * lookup fails.
 */
export async function hasRecord(
  name: string,
  value: string,
  lookUp: TxtLookup,
): Promise<boolean | undefined> {
  try {
    const records = await lookUp(name);
    return records.some((pieces) => pieces.join('') === value);
  } catch (error) {
    return error instanceof Error && 'code' in error && withoutRecords.has(error.code) ? false : undefined;
  }
}

/** Timeouts of lookups, so that an unresponsive server does not exceed the time of the request. */
const lookUpTimes = { timeout: 2_000, tries: 2 } as const;

const lookUpInDns: TxtLookup = (name) => {
  const resolver = new dns.Resolver(lookUpTimes);
  resolver.setServers(dns.getServers());
  return resolver.resolveTxt(name);
};

/**
 * The domains with another one. At the limit it replaces the domain that has been unverified for longest: no request removes
 * domains, and a misspelled one must not count forever. Throws LimitReachedError if all are verified.
 */
export function withDomain(domains: readonly MailDomain[], next: MailDomain): MailDomain[] {
  const others = domains.filter(({ name }) => name !== next.name);
  if (others.length < emailLimits.domains) return [...others, next];
  const replaced = others.find(({ verifiedAtMs }) => verifiedAtMs === null);
  if (replaced === undefined) throw new LimitReachedError('domains', emailLimits.domains);
  return [...others.filter((one) => one !== replaced), next];
}

/**
 * Returns the record that verifies a domain, and stores whether DNS has this record. Without an answer of DNS, the domain stays
 * as it is. Throws LimitReachedError and RateLimitedError.
 */
export async function verifyDomain(scope: TenantScope, domain: string, context: ChangeContext) {
  await countAgainst(lookUpLimit, scope.tenantId, context.nowMs);
  const record = {
    type: 'TXT' as const,
    name: `${label}.${domain}`,
    value: await domainProof(scope, domain),
  };
  const found = await hasRecord(record.name, record.value, lookUpInDns);
  const isVerified = await updateWithRetry(
    () => readSettings(scope),
    undefined,
    async (before) => {
      const current = before.domains.find(({ name }) => name === domain);
      const wasVerified = current !== undefined && current.verifiedAtMs !== null;
      const isNow = found ?? wasVerified;
      if (current !== undefined && isNow === wasVerified) return isNow;
      const next: MailDomain = { name: domain, verifiedAtMs: isNow ? context.nowMs : null };
      await saveSettings(scope, before, { ...before, domains: withDomain(before.domains, next) }, context);
      return isNow;
    },
  );
  return { domain, isVerified, record };
}
