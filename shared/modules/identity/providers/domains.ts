/**
 * The proof that domains of e-mail addresses belong to a tenant: a TXT record. Otherwise the log-in page would offer the provider
 * of one tenant to the people of another.
 */
import { createHash } from 'node:crypto';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { hasRecord } from '../../../kernel/outbound/txt-record.ts';
import { allowsPlainHttp } from './issuer-address.ts';
import type { Provider } from './provider.ts';

/** The name of the record, before the domain. */
const label = '_platform-modules.';

/** The value of the record for all domains of a tenant. It is no secret: what counts is who can write it to DNS. */
export function domainRecord({ tenantId }: TenantScope): string {
  const token = createHash('sha256').update(`sign-in ${tenantId}`).digest('base64url');
  return `platform-modules-verification=${token}`;
}

/** RFC 2606 and 6761 reserve these names, so that no record can prove them. */
const reserved = /(?:^|\.)(?:test|example|invalid|localhost|example\.(?:com|net|org))$/;

/** The domains whose record is in DNS. Without an answer of DNS, those of `before` stay. One lookup for each. */
export async function verifiedAmong(
  { issuer, domains, ...scope }: TenantScope & Pick<Provider, 'issuer' | 'domains'>,
  before: readonly string[],
  hasRecordAt: typeof hasRecord = hasRecord,
): Promise<string[]> {
  const value = domainRecord(scope);
  // On a developer's machine, reserved names need no record.
  const isLocal = allowsPlainHttp(issuer);
  const checked = await allOf(
    domains.map(async (domain) => {
      if (isLocal && reserved.test(domain)) return domain;
      const isProven = (await hasRecordAt(`${label}${domain}`, value)) ?? before.includes(domain);
      return isProven ? domain : undefined;
    }),
  );
  return checked.filter((domain) => domain !== undefined);
}
