import { retryWhile } from '../base/retry.ts';
import { StaleError, UnavailableError } from '../errors/errors.ts';
import { expectsRevision, namesTag, type Revised } from './reply.ts';

/** A state that `If-Match` can name: by its revision, or by a whole `ETag`. */
type Tagged = Revised | { etag: string };

function isNamed(ifMatch: string, state: Tagged): boolean {
  return 'etag' in state ? namesTag(ifMatch, state.etag) : expectsRevision(ifMatch, state);
}

/** Repeats work while concurrent writes win. Throws UnavailableError when they keep winning. */
function again<Result>(
  isConflict: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  return retryWhile(isConflict, work).catch((error: unknown) => {
    throw isConflict(error) ? new UnavailableError(error, 1) : error;
  });
}

/** Repeats work that throws StaleError because another writer changed what it had read. */
export function retryWhenStale<Result>(work: () => Promise<Result>): Promise<Result> {
  return again((error) => error instanceof StaleError, work);
}

/**
 * Runs a write on the current state, and repeats it on the new state when another writer was faster: the last write
 * wins, unless `ifMatch` (the `If-Match` header) names another state.
 *
 * `read` returns the current state or throws; `write` throws StaleError when the state is no longer current. Throws
 * StaleError for a state that `ifMatch` does not name, UnavailableError when others keep winning.
 */
export async function updateWithRetry<State extends Tagged, Result>(
  read: () => Promise<State>,
  ifMatch: string | undefined,
  write: (current: State) => Promise<Result>,
): Promise<Result> {
  const conflict = new WeakSet<Error>();
  const attempt = async (): Promise<Result> => {
    const current = await read();
    if (ifMatch !== undefined && !isNamed(ifMatch, current)) throw new StaleError();
    return write(current).catch((error: unknown) => {
      if (error instanceof StaleError) conflict.add(error);
      throw error;
    });
  };
  return again((error) => error instanceof Error && conflict.has(error), attempt);
}
