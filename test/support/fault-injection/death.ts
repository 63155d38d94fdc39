/** Workers that die during their work: from a moment on, none of their requests to the table is executed. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { table } from '../../../shared/kernel/table/table.ts';

interface Life {
  isDead: boolean;
  endsAt: (request: string) => boolean;
}

const lives = new AsyncLocalStorage<Life>();
const prepared = new WeakSet<object>();

class CrashError extends Error {}

function prepare(): void {
  const { client } = table();
  if (prepared.has(client)) return;
  prepared.add(client);
  client.middlewareStack.add(
    (next) => (args) => {
      const life = lives.getStore();
      if (life !== undefined && !life.isDead) life.isDead = life.endsAt(JSON.stringify(args.input));
      if (life?.isDead) throw new CrashError('The worker is dead.');
      return next(args);
    },
    { step: 'initialize', name: 'death' },
  );
}

/** Runs the work until a request whose JSON matches; the worker dies before it. */
export async function crashingAt(
  endsAt: (request: string) => boolean,
  work: () => Promise<unknown>,
): Promise<void> {
  prepare();
  const life: Life = { isDead: false, endsAt };
  await lives.run(life, work).catch(() => undefined);
  if (!life.isDead) throw new Error('The worker did not die.');
}
