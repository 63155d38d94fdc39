/**
 * Slots of which a tenant may hold so many at once: numbered attributes of one item, each with the time until which it
 * is held. A holder that dies gives its slot back by doing nothing. Each operation is one request.
 */
import { ConditionFailedError } from './errors.ts';
import type { Key } from './keys.ts';
import { updateItem } from './write.ts';

/** A slot that is held until the given time, unless it is kept or released. */
export interface Slot {
  name: string;
  untilMs: number;
}

/** The item that holds slots, and how many there are. */
export interface Slots {
  key: Key;
  entity: string;
  count: number;
}

/** Other holders may take the slot that was seen free; after so many of them all are taken, or nearly. */
const maxTries = 5;
const itemDaysKept = 1;

const nameOf = (index: number): string => `slot${index}`;

/** Any of so many slots, to be tried first: with some of them free, one request mostly does. */
export function anySlot(count: number, random: number): string {
  return nameOf(Math.floor(random * count));
}

const heldUntilMs = (item: Readonly<Record<string, unknown>>, name: string): number =>
  Number(item[name] ?? 0);

/** Any free slot of an item, or how long until one is free. */
export function findSlot(
  item: Readonly<Record<string, unknown>>,
  count: number,
  { nowMs, random }: { nowMs: number; random: number },
): { name: string } | { freeInSeconds: number } {
  const names = Array.from({ length: count }, (_, index) => nameOf(index));
  const free = names.filter((name) => heldUntilMs(item, name) <= nowMs);
  const name = free[Math.floor(random * free.length)];
  if (name !== undefined) return { name };
  const firstMs = Math.min(...names.map((held) => heldUntilMs(item, held)));
  return { freeInSeconds: Math.max(1, Math.ceil((firstMs - nowMs) / 1_000)) };
}

async function write(
  { key, entity }: Omit<Slots, 'count'>,
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

/** Takes a slot. Returns in how many seconds one is free, at the latest, when all are held. */
export async function takeSlot(
  slots: Slots,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): Promise<Slot | { freeInSeconds: number }> {
  let name = anySlot(slots.count, Math.random());
  for (let tries = 0; tries < maxTries; tries += 1) {
    const slot = { name, untilMs };
    try {
      await write(slots, slot, 'attribute_not_exists(#slot) OR #slot <= :expected', nowMs);
      return slot;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      const found = findSlot(error.item ?? {}, slots.count, { nowMs, random: Math.random() });
      if (!('name' in found)) return found;
      name = found.name;
    }
  }
  return { freeInSeconds: 1 };
}

/** Holds a slot for longer. Undefined when it was let go too long ago and has another holder now. */
export async function keepSlot(slots: Slots, held: Slot, untilMs: number): Promise<Slot | undefined> {
  const slot = { name: held.name, untilMs };
  try {
    await write(slots, slot, '#slot = :expected', held.untilMs);
    return slot;
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined;
    throw error;
  }
}

/** Gives a slot back, unless it has another holder by now. */
export async function releaseSlot(slots: Slots, held: Slot): Promise<void> {
  await keepSlot(slots, held, 0);
}
