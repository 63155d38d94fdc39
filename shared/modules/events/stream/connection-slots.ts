/** The connection slots of a tenant's event streams. */

import { addressKey } from '../../../kernel/auth/address-key.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { keepSlot, type Slot, type Slots, takeSlot } from '../../../kernel/table/slots.ts';
import { TooManyStreamsError } from '../errors.ts';
import { streamSlotsKey } from '../keys.ts';

const slotsOf = (scope: TenantScope): Pick<Slots, 'key' | 'entity'> => ({
  key: streamSlotsKey(scope),
  entity: 'stream_places',
});

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
): Promise<Slot> {
  const { perTenant: count, perAddress } = limits;
  const slots: Slots = { ...slotsOf(scope), count, holder: { name: addressKey(ip), count: perAddress } };
  const slot = await takeSlot(slots, { untilMs, nowMs });
  if (!('name' in slot)) throw new TooManyStreamsError(limits, slot.freeInSeconds);
  return slot;
}

/** Extends a slot. Undefined if it has expired and another connection has it. */
export function keepConnectionSlot(
  scope: TenantScope,
  held: Slot,
  untilMs: number,
): Promise<Slot | undefined> {
  return keepSlot(slotsOf(scope), held, untilMs);
}
