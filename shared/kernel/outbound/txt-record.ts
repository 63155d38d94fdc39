/** Looks up TXT records in DNS, by which tenants prove that a domain is theirs. */
import dns from 'node:dns/promises';

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
  lookUp: TxtLookup = lookUpInDns,
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
