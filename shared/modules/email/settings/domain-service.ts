/** Verifies domains of a tenant by DNS. Addresses of verified domains need no confirmation. */
import dns from 'node:dns/promises';
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { countAgainst } from '../../../kernel/auth/rate-limit.ts';
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

/** Returns whether a record has the value; long values are split into pieces. An unknown name has no records. */
export async function hasRecord(name: string, value: string, lookUp: TxtLookup): Promise<boolean> {
  try {
    const records = await lookUp(name);
    return records.some((pieces) => pieces.join('') === value);
  } catch {
    return false;
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
 * Returns the record that verifies a domain, and stores whether DNS has this record. Throws LimitReachedError and
 * RateLimitedError.
 */
export async function verifyDomain(scope: TenantScope, domain: string, context: ChangeContext) {
  await countAgainst(lookUpLimit, scope.tenantId, context.nowMs);
  const record = {
    type: 'TXT' as const,
    name: `${label}.${domain}`,
    value: await domainProof(scope, domain),
  };
  const isVerified = await hasRecord(record.name, record.value, lookUpInDns);
  const next: MailDomain = { name: domain, verifiedAtMs: isVerified ? context.nowMs : null };
  await updateWithRetry(
    () => readSettings(scope),
    undefined,
    async (before) => {
      const current = before.domains.find(({ name }) => name === domain);
      if (current !== undefined && (current.verifiedAtMs !== null) === isVerified) return;
      const others = before.domains.filter(({ name }) => name !== domain);
      if (others.length >= emailLimits.domains) throw new LimitReachedError('domains', emailLimits.domains);
      await saveSettings(scope, before, { ...before, domains: [...others, next] }, context);
    },
  );
  return { domain, isVerified, record };
}
