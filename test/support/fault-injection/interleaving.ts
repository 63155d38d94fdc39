/** Another writer's change between two requests of some work. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { table } from '../../../shared/kernel/table/table.ts';

interface Interleaving {
  isDone: boolean;
  isBefore: (request: string) => boolean;
  other: () => Promise<unknown>;
}

const current = new AsyncLocalStorage<Interleaving>();
const prepared = new WeakSet<object>();

function prepare(): void {
  const { client } = table();
  if (prepared.has(client)) return;
  prepared.add(client);
  client.middlewareStack.add(
    (next) => async (args) => {
      const interleaving = current.getStore();
      if (interleaving && !interleaving.isDone && interleaving.isBefore(JSON.stringify(args.input))) {
        interleaving.isDone = true;
        await current.exit(interleaving.other);
      }
      return next(args);
    },
    { step: 'initialize', name: 'interleaving' },
  );
}

/** Runs the work, and `other` once, before the first of the work's requests to the table whose JSON matches. */
export async function interleaved<Result>(
  isBefore: (request: string) => boolean,
  other: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  prepare();
  const interleaving = { isDone: false, isBefore, other };
  const result = await current.run(interleaving, work);
  if (!interleaving.isDone) throw new Error('The work did not send the request.');
  return result;
}
