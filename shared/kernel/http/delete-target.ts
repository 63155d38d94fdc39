import { InvalidInputError } from '../errors/errors.ts';

interface MayHaveId {
  id?: string | undefined;
}

/** The id of a DELETE, in its body or its query. Throws InvalidInputError when it is missing or both differ. */
export function requiredId(body: MayHaveId, query: MayHaveId): string {
  const id = body.id ?? query.id;
  if (id === undefined) throw new InvalidInputError({ id: 'is required' });
  if (query.id !== undefined && query.id !== id) {
    throw new InvalidInputError({ id: 'must be the same in body and query' });
  }
  return id;
}
