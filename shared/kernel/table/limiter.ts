/**
 * Limits how many work at the same time: connections, downloads, workers of a tenant. Each holds a slot, a numbered
 * attribute of one item with the time until which it is held; the slot of a holder that dies expires. Each operation is
 * one request.
 */
import { hash } from 'node:crypto';
import { describeError, log } from '../observability/log.ts';
import { ConditionFailedError } from './errors.ts';
import type { Key } from './keys.ts';
import { updateItem } from './write.ts';

/** The item of the slots, and their number. */
export interface Slots {
  key: Key;
  entity: string;
  max: number;
  /** Whom a slot is for, and how many of the slots it may hold. Without it, anyone may hold all of them. */
  holder?: { name: string; max: number };
}

export interface HeldSlot {
  /** Extends the slot. False when it expired and has another holder. */
  keep: (untilMs: number) => Promise<boolean>;
  /** Frees the slot, unless it has another holder. Errors are only logged: the slot then expires. */
  release: () => Promise<void>;
}

/** Others may take the slot that was read as free; after this number of attempts, all or nearly all are in use. */
const maxTries = 5;
const itemDaysKept = 1;

const nameOf = (index: number): string => `slot${index}`;

/**
 * The names of the slots that a holder may take. A hash selects them, so its limit needs no count of its own, and two
 * holders rarely share all their slots.
 */
export function slotNames({ max, holder }: Pick<Slots, 'max' | 'holder'>): string[] {
  const names = Array.from({ length: max }, (_, index) => nameOf(index));
  if (holder === undefined || holder.max >= max) return names;
  const byDigest = names.map((name) => ({ name, digest: hash('sha256', `${holder.name} ${name}`, 'hex') }));
  byDigest.sort((a, b) => (a.digest < b.digest ? -1 : 1));
  return byDigest.slice(0, holder.max).map(({ name }) => name);
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
  { key, entity }: Slots,
  slot: { name: string; untilMs: number },
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

function held(slots: Slots, name: string, firstUntilMs: number): HeldSlot {
  let heldUntil = firstUntilMs;
  const keep = async (untilMs: number) => {
    try {
      await write(slots, { name, untilMs }, '#slot = :expected', heldUntil);
      heldUntil = untilMs;
      return true;
    } catch (error) {
      if (error instanceof ConditionFailedError) return false;
      throw error;
    }
  };
  const release = async () => {
    await keep(0).catch((error: unknown) =>
      log('warn', 'a slot was not released', { pk: slots.key.pk, error: describeError(error) }),
    );
  };
  return { keep, release };
}

/** Takes a slot. Returns the maximum number of seconds until one is free when all are in use. */
export async function takeSlot(
  slots: Slots,
  { untilMs, nowMs }: { untilMs: number; nowMs: number },
): Promise<HeldSlot | { freeInSeconds: number }> {
  const names = slotNames(slots);
  let name = anySlot(names, Math.random());
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      await write(slots, { name, untilMs }, 'attribute_not_exists(#slot) OR #slot <= :expected', nowMs);
      return held(slots, name, untilMs);
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      const found = findSlot(error.item ?? {}, names, { nowMs, random: Math.random() });
      if (!('name' in found)) return found;
      name = found.name;
    }
  }
  return { freeInSeconds: 1 };
}
