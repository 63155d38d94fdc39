import { InvalidInputError } from '../errors/errors.ts';

/** The id of a DELETE, whose body or query has it. Throws InvalidInputError without one. */
export function requiredId({ id }: { id?: string | undefined }): string {
  if (id === undefined) throw new InvalidInputError({ id: 'is required' });
  return id;
}
