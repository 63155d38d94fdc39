/** Verifies domains of a tenant by DNS. Addresses of verified domains need no confirmation. */
import { countAgainst } from '../../../kernel/auth/rate-limit.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { LimitReachedError } from '../../../kernel/errors/errors.ts';
import type { Caller } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { hasRecord } from '../../../kernel/outbound/txt-record.ts';
import { emailLimits } from '../limits.ts';
import { domainProof } from '../links.ts';
import type { MailDomain } from './settings.ts';
import { readSettings, saveSettings } from './settings-store.ts';

const label = '_platform-email';
const lookUpLimit = { name: 'email-domain', limit: 20, windowSeconds: 60 } as const;

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
export async function verifyEmailDomain(
  { scope, context }: Caller<TenantScope>,
  { domain }: { domain: string },
) {
  await countAgainst(lookUpLimit, scope.tenantId, context.nowMs);
  const record = {
    type: 'TXT' as const,
    name: `${label}.${domain}`,
    value: await domainProof(scope, domain),
  };
  const found = await hasRecord(record.name, record.value);
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
