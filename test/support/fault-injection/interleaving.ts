/** What happens between two requests of some work: another writer's change, or the death of its worker. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { table } from '../../../shared/kernel/table/table.ts';

/** Gets the JSON of each request before it is sent; the request fails if it throws. */
type Before = (request: string) => Promise<void> | void;

const current = new AsyncLocalStorage<Before>();
const prepared = new WeakSet<object>();

function watched<Result>(before: Before, work: () => Promise<Result>): Promise<Result> {
  const { client } = table();
  if (!prepared.has(client)) {
    prepared.add(client);
    client.middlewareStack.add(
      (next) => async (args) => {
        await current.getStore()?.(JSON.stringify(args.input));
        return next(args);
      },
      { step: 'initialize', name: 'interleaving' },
    );
  }
  return current.run(before, work);
}

/** Runs the work, and `other` once, before the first of the work's requests to the table whose JSON matches. */
export async function interleaved<Result>(
  isBefore: (request: string) => boolean,
  other: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  let isDone = false;
  const result = await watched(async (request) => {
    if (isDone || !isBefore(request)) return;
    isDone = true;
    await current.exit(other);
  }, work);
  if (!isDone) throw new Error('The work did not send the request.');
  return result;
}

/** Runs the work until a request whose JSON matches: neither it nor a later request to the table is executed. */
export async function crashingAt(
  endsAt: (request: string) => boolean,
  work: () => Promise<unknown>,
): Promise<void> {
  let isDead = false;
  const die = (request: string) => {
    isDead ||= endsAt(request);
    if (isDead) throw new Error('The worker is dead.');
  };
  await watched(die, work).catch(() => undefined);
  if (!isDead) throw new Error('The worker did not die.');
}
