/** The connection slots of a tenant's event streams. */

import { addressKey } from '../../../kernel/auth/address-key.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { type HeldSlot, takeSlot } from '../../../kernel/table/limiter.ts';
import { TooManyStreamsError } from '../errors.ts';
import { streamSlotsKey } from '../keys.ts';

export interface StreamLimits {
  perTenant: number;
  perAddress: number;
}

/**
 * Takes one of the tenant's slots for a client's address. Throws TooManyStreamsError with the time to retry if all that
 * the address may take are taken.
 */
export async function takeConnectionSlot(
  scope: TenantScope,
  ip: string,
  { limits, untilMs, nowMs }: { limits: StreamLimits; untilMs: number; nowMs: number },
): Promise<HeldSlot> {
  const holder = { name: addressKey(ip), max: limits.perAddress };
  const slots = { key: streamSlotsKey(scope), entity: 'stream_places', max: limits.perTenant, holder };
  const slot = await takeSlot(slots, { untilMs, nowMs });
  if ('freeInSeconds' in slot) throw new TooManyStreamsError(limits, slot.freeInSeconds);
  return slot;
}
