/**
 * A customer of a payment provider, identified by the caller's reference: pure decisions. Contains no card
 * data.
 */

import { hash } from 'node:crypto';
import { toJson } from '../../../kernel/base/json.ts';
import { paymentLimits } from '../limits.ts';

/** `removing`: the provider was asked to detach it and has not confirmed. `removed` is final. */
export type MethodState = 'saved' | 'removing' | 'removed';

export interface StoredCustomer {
  /** Hash of provider and reference; part of its key. */
  id: string;
  tenantId: string;
  organizationId: string;
  providerKey: string;
  customerReference: string;
  /** The provider's id of the customer. */
  gatewayCustomerId: string;
  /** Number of customers that the provider has created for the reference, one after the other. */
  generation: number;
  /** States of the known payment methods by the provider's id, the oldest first. */
  methods: Readonly<Record<string, MethodState>>;
  /** The payment method that was last made the default. */
  defaultMethodId: string | null;
  createdAtMs: number;
  updatedAtMs: number;
  revision: number;
}

export function customerIdOf(providerKey: string, customerReference: string): string {
  return hash('sha256', toJson([providerKey, customerReference]), 'hex').slice(0, 40);
}

/** The idempotency key for all attempts to create a customer. */
export function customerWriteKey(
  { tenantId, organizationId }: Pick<StoredCustomer, 'tenantId' | 'organizationId'>,
  { id, generation }: Pick<StoredCustomer, 'id' | 'generation'>,
): string {
  const name = hash('sha256', toJson([tenantId, organizationId, id]), 'hex');
  return `pm_${name}_customer_${generation}`;
}

/** Drops the oldest removed and saved payment methods if there are too many. */
function trimmed(methods: StoredCustomer['methods']): StoredCustomer['methods'] {
  const idsOf = (state: MethodState) => Object.keys(methods).filter((id) => methods[id] === state);
  const kept = new Set([
    ...idsOf('removed').slice(-paymentLimits.removedMethods),
    ...idsOf('saved').slice(-paymentLimits.savedMethods),
  ]);
  return Object.fromEntries(
    Object.entries(methods).filter(([id, state]) => state === 'removing' || kept.has(id)),
  );
}

/**
 * The customer's payment methods after a report about one, or undefined if the report changes nothing.
 * Reports arrive late, twice and in any order. A provider never attaches a detached method again, so
 * `removed` is final.
 */
export function withMethod(
  { methods }: Pick<StoredCustomer, 'methods'>,
  id: string,
  state: MethodState,
): StoredCustomer['methods'] | undefined {
  const rank: Readonly<Record<MethodState, number>> = { saved: 0, removing: 1, removed: 2 };
  const current = methods[id];
  if (current !== undefined && rank[state] <= rank[current]) return undefined;
  const { [id]: _, ...others } = methods;
  return trimmed({ ...others, [id]: state });
}

/** Payment methods with a started removal that the provider no longer has. */
export function finishedRemovals(
  { methods }: Pick<StoredCustomer, 'methods'>,
  atProvider: readonly { id: string }[],
): string[] {
  const present = new Set(atProvider.map(({ id }) => id));
  return Object.keys(methods).filter((id) => methods[id] === 'removing' && !present.has(id));
}
