import { workers } from '../../shared/catalog/workers.ts';

type Trigger = (typeof workers)[number]['trigger'];

/** How the worker is started. Throws when no worker of the name is started so. */
export function triggerOf<Kind extends Trigger['kind']>(
  worker: string,
  kind: Kind,
): Extract<Trigger, { kind: Kind }> {
  const trigger = workers.find(({ name }) => name === worker)?.trigger;
  if (!isOf(trigger, kind)) throw new Error(`There is no worker ${worker} with a trigger of kind ${kind}.`);
  return trigger;
}

const isOf = <Kind extends Trigger['kind']>(
  trigger: Trigger | undefined,
  kind: Kind,
): trigger is Extract<Trigger, { kind: Kind }> => trigger?.kind === kind;
