/** The connection slots of a tenant's event streams. */

import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { keepSlot, type Slot, type Slots, takeSlot } from '../../../kernel/table/slots.ts';
import { TooManyStreamsError } from '../errors.ts';
import { streamSlotsKey } from '../keys.ts';

const slotsOf = (scope: TenantScope, count: number): Slots => ({
  key: streamSlotsKey(scope),
  entity: 'stream_places',
  count,
});

/** Takes one of the tenant's slots. Throws TooManyStreamsError with the time to retry if all are taken. */
export async function takeConnectionSlot(
  scope: TenantScope,
  { count, untilMs, nowMs }: { count: number; untilMs: number; nowMs: number },
): Promise<Slot> {
  const slot = await takeSlot(slotsOf(scope, count), { untilMs, nowMs });
  if (!('name' in slot)) throw new TooManyStreamsError(count, slot.freeInSeconds);
  return slot;
}

/** Extends a slot. Undefined if it has expired and another connection has it. */
export function keepConnectionSlot(
  scope: TenantScope,
  held: Slot,
  untilMs: number,
): Promise<Slot | undefined> {
  return keepSlot(slotsOf(scope, 0), held, untilMs);
}
