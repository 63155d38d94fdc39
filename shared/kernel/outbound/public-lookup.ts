/**
 * Name resolution of the sender. It is part of the connector, so that connections use exactly the checked addresses: a
 * name that resolves differently later (DNS rebinding) has no effect.
 */
import { ADDRCONFIG, type LookupAddress, type LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './address.ts';

/** All addresses of a name. Rejects when it has none or cannot be resolved now. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

/** Resolves like the operating system, for the address families that it supports. */
export const systemLookup: Lookup = (host) => lookup(host, { all: true, hints: ADDRCONFIG });

/** The reason why no address can be used. */
export class LookupError extends Error {
  override name = 'LookupError';
  readonly problem: 'dns' | 'unsafe';

  constructor(problem: 'dns' | 'unsafe') {
    super(problem === 'dns' ? 'The host has no address.' : 'The host has no public address.');
    this.problem = problem;
  }
}

/** The allowed addresses of a name, at least one. Throws LookupError. */
async function usableAddresses(lookup: Lookup, host: string, allowPrivate: boolean) {
  const addresses = await lookup(host).catch(() => []);
  const usable = allowPrivate ? addresses : addresses.filter(({ address }) => isPublicAddress(address));
  const [first] = usable;
  if (first === undefined) throw new LookupError(addresses.length === 0 ? 'dns' : 'unsafe');
  return { first, usable };
}

/** A lookup for sockets that only returns public addresses, or all of them when private ones are allowed. */
export function publicLookup(lookup: Lookup, allowPrivate: boolean): LookupFunction {
  return (host: string, { all }: LookupOptions, callback) => {
    usableAddresses(lookup, host, allowPrivate).then(
      ({ first, usable }) =>
        all ? callback(null, [...usable]) : callback(null, first.address, first.family),
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
}
