/**
 * Limited slots of a tenant: numbered attributes of one item, each with the time until which it is held. The slot of a
 * holder that dies expires. Each operation is one request.
 */
import { hash } from 'node:crypto';
import { ConditionFailedError } from './errors.ts';
import type { Key } from './keys.ts';
import { updateItem } from './write.ts';

/** A slot that is held until the given time, unless it is extended or released. */
export interface Slot {
  name: string;
  untilMs: number;
}

/** The item of the slots, and their number. */
export interface Slots {
  key: Key;
  entity: string;
  count: number;
  /** Whom a slot is for, and how many of the slots it may hold. Without it, anyone may hold all of them. */
  holder?: { name: string; count: number };
}

/** Others may take the slot that was read as free; after this number of attempts, all or nearly all are in use. */
const maxTries = 5;
const itemDaysKept = 1;

const nameOf = (index: number): string => `slot${index}`;

/**
 * The names of the slots that a holder may take. A hash selects them, so its limit needs no count of its own, and two
 * holders rarely share all their slots.
 */
export function slotNames({ count, holder }: Pick<Slots, 'count' | 'holder'>): string[] {
  const names = Array.from({ length: count }, (_, index) => nameOf(index));
  if (holder === undefined || holder.count >= count) return names;
  const byDigest = names.map((name) => ({ name, digest: hash('sha256', `${holder.name} ${name}`, 'hex') }));
  byDigest.sort((a, b) => (a.digest < b.digest ? -1 : 1));
  return byDigest.slice(0, holder.count).map(({ name }) => name);
}

/** Any of these slots, tried first: when some are free, one request is usually enough. */
export function anySlot(names: readonly string[], random: number): string {
  return names[Math.floor(random * names.length)] ?? nameOf(0);
}

const heldUntilMs = (item: Readonly<Record<string, unknown>>, name: string): number =>
  Number(item[name] ?? 0);

/** Any free slot of an item, or the time until one is free. */
export function findSlot(
  item: Readonly<Record<string, unknown>>,
  names: readonly string[],
  { nowMs, random }: { nowMs: number; random: number },
): { name: string } | { freeInSeconds: number } {
  const free = names.filter((name) => heldUntilMs(item, name) <= nowMs);
  const name = free[Math.floor(random * free.length)];
  if (name !== undefined) return { name };
  const firstMs = Math.min(...names.map((held) => heldUntilMs(item, held)));
  return { freeInSeconds: Math.max(1, Math.ceil((firstMs - nowMs) / 1_000)) };
}

async function write(
  { key, entity }: Pick<Slots, 'key' | 'entity'>,
  slot: Slot,
  condition: string,
  expected: number,
): Promise<void> {
  await updateItem({
    Key: key,
    UpdateExpression: 'SET #slot = :until, #ttl = :ttl, entity = :entity, v = :v',
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#slot': slot.name, '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':until': slot.untilMs,
      ':expected': expected,
      ':ttl': Math.ceil(Math.max(slot.untilMs, Date.now()) / 1_000) + itemDaysKept * 86_400,
      ':entity': entity,
      ':v': 1,
    },
  });
}

/** Takes a slot. Returns the maximum number of seconds until one is free when all are in use. */
export async function takeSlot(
  slots: Slots,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): Promise<Slot | { freeInSeconds: number }> {
  const names = slotNames(slots);
  let name = anySlot(names, Math.random());
  for (let tries = 0; tries < maxTries; tries += 1) {
    const slot = { name, untilMs };
    try {
      await write(slots, slot, 'attribute_not_exists(#slot) OR #slot <= :expected', nowMs);
      return slot;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      const found = findSlot(error.item ?? {}, names, { nowMs, random: Math.random() });
      if (!('name' in found)) return found;
      name = found.name;
    }
  }
  return { freeInSeconds: 1 };
}

/** Extends a slot. Undefined when it expired too long ago and has another holder. */
export async function keepSlot(
  slots: Pick<Slots, 'key' | 'entity'>,
  held: Slot,
  untilMs: number,
): Promise<Slot | undefined> {
  const slot = { name: held.name, untilMs };
  try {
    await write(slots, slot, '#slot = :expected', held.untilMs);
    return slot;
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined;
    throw error;
  }
}

/** Releases a slot, unless it has another holder. */
export async function releaseSlot(slots: Pick<Slots, 'key' | 'entity'>, held: Slot): Promise<void> {
  await keepSlot(slots, held, 0);
}
