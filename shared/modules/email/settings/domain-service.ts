/** Domains of a tenant, whose addresses need no confirmation: DNS proves whose they are. */
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

/** Looks up the TXT records of a name; tests pass another one. */
export type TxtLookup = (name: string) => Promise<readonly (readonly string[])[]>;

/** Whether the records hold the value; one that is long comes in pieces. A name that DNS does not know has none. */
export async function hasRecord(name: string, value: string, lookUp: TxtLookup): Promise<boolean> {
  try {
    const records = await lookUp(name);
    return records.some((pieces) => pieces.join('') === value);
  } catch {
    return false;
  }
}

/** A server that does not answer must not use up the time of the request. */
const lookUpTimes = { timeout: 2_000, tries: 2 } as const;

const lookUpInDns: TxtLookup = (name) => {
  const resolver = new dns.Resolver(lookUpTimes);
  resolver.setServers(dns.getServers());
  return resolver.resolveTxt(name);
};

/**
 * Says which record verifies a domain, and notes the domain as the tenant's when DNS has the record. Throws
 * LimitReachedError, RateLimitedError.
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
      const known = before.domains.find(({ name }) => name === domain);
      if (known !== undefined && (known.verifiedAtMs !== null) === isVerified) return;
      const others = before.domains.filter(({ name }) => name !== domain);
      if (others.length >= emailLimits.domains) throw new LimitReachedError('domains', emailLimits.domains);
      await saveSettings(scope, before, { ...before, domains: [...others, next] }, context);
    },
  );
  return { domain, isVerified, record };
}
