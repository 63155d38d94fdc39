/** Taking and keeping a place among a tenant's open streams: one request each. */
import { TooManyStreamsError } from '../http/errors.ts';
import type { TenantScope } from '../identity/principal.ts';
import { ConditionFailedError } from '../table/errors.ts';
import { streamPlacesKey } from '../table/keys.ts';
import { updateItem } from '../table/write.ts';
import { anyPlace, findPlace, type Place } from './places.ts';

/** Others may take the place that was seen free; with so many of them the tenant is full, or nearly. */
const mostTries = 5;
const itemDaysKept = 1;

async function write(scope: TenantScope, place: Place, condition: string, expected: number): Promise<void> {
  await updateItem({
    Key: streamPlacesKey(scope),
    UpdateExpression: 'SET #place = :until, #ttl = :ttl, entity = :entity, v = :v',
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#place': place.name, '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':until': place.untilMs,
      ':expected': expected,
      ':ttl': Math.ceil(place.untilMs / 1_000) + itemDaysKept * 86_400,
      ':entity': 'stream_places',
      ':v': 1,
    },
  });
}

/** Takes one of the tenant's places. Throws TooManyStreamsError, which says when to come back, when all are taken. */
export async function takePlace(
  scope: TenantScope,
  { count, untilMs, nowMs }: { count: number; untilMs: number; nowMs: number },
): Promise<Place> {
  let name = anyPlace(count, Math.random());
  for (let tries = 0; tries < mostTries; tries += 1) {
    const place = { name, untilMs };
    try {
      await write(scope, place, 'attribute_not_exists(#place) OR #place <= :expected', nowMs);
      return place;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      const found = findPlace(error.item ?? {}, count, { nowMs, random: Math.random() });
      if (!('name' in found)) throw new TooManyStreamsError(count, found.freeInSeconds);
      name = found.name;
    }
  }
  throw new TooManyStreamsError(count, 1);
}

/** Keeps a place for longer. Undefined when it was let go too long ago and is somebody else's now. */
export async function keepPlace(
  scope: TenantScope,
  { name, untilMs: heldUntilMs }: Place,
  untilMs: number,
): Promise<Place | undefined> {
  const place = { name, untilMs };
  try {
    await write(scope, place, '#place = :expected', heldUntilMs);
    return place;
  } catch (error) {
    if (error instanceof ConditionFailedError) return undefined;
    throw error;
  }
}
