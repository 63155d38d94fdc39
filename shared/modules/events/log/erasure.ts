/** What the deletion of a person or a record erases from the event log. Pure. */
import { containing } from '../../../kernel/base/compared.ts';
import { dateMs } from '../../../kernel/base/dates.ts';
import type { Message } from '../../../kernel/queues/message.ts';
import { type ErasableEvent, entityIdOf, entityTypeOf, sourceOf } from './logged-event.ts';

const userDeletedType = 'auth.user.deleted';
const deletedSuffix = '.deleted';

/** A deleted user, or a deleted record or thing of the tenant's own modules. */
export interface ErasedEntity {
  entityType: string;
  entityId: string;
  organizationId: string | null;
  /** Texts that name a person in the data of other events: id and e-mail address; absent for things. */
  namedBy?: readonly string[];
  /** When it was deleted. */
  atMs: number;
}

/** What the event of a deletion erases; undefined for events that erase nothing. */
export function erasedBy({ type, data, organizationId, occurredAt = '' }: Message): ErasedEntity | undefined {
  const entityId = entityIdOf(data);
  const isUser = type === userDeletedType;
  const isOwn = type.endsWith(deletedSuffix) && sourceOf(type) === 'own';
  if (entityId === null || !(isUser || isOwn)) return undefined;
  const texts = [entityId, data.email].filter((text) => typeof text === 'string' && text !== '');
  return {
    ...{ entityType: entityTypeOf(type), entityId, organizationId, atMs: dateMs(occurredAt) || 0 },
    ...(isUser && { namedBy: texts.map(String) }),
  };
}

const nameOf = ({ entityType, entityId, organizationId }: Omit<ErasedEntity, 'atMs' | 'namedBy'>): string =>
  [entityType, organizationId, entityId].join('#');

/**
 * Whether the data of an event is to be erased: undefined if its data, which is in the bucket, decides. Events of a deleted
 * thing are those of its type, id and organization; events about a person name it anywhere in their data.
 */
export function erasureOf(entities: readonly ErasedEntity[]): (event: ErasableEvent) => boolean | undefined {
  const names = new Set(entities.map(nameOf));
  const persons = entities.flatMap(({ namedBy = [] }) => namedBy.map(containing));
  return (event) => {
    if (event.isErased) return false;
    if (event.entityId !== null && names.has(nameOf({ ...event, entityId: event.entityId }))) return true;
    if (persons.length === 0) return false;
    return event.data === undefined ? undefined : persons.some((isNamedIn) => isNamedIn(event.data));
  };
}
