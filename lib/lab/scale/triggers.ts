import { workers } from '../../../shared/catalog/workers.ts';

type Trigger = (typeof workers)[number]['trigger'];

/** The trigger of a worker. Throws when no worker of that name has one of that kind. */
export function triggerOf<Kind extends Trigger['kind']>(
  worker: string,
  kind: Kind,
): Extract<Trigger, { kind: Kind }> {
  const trigger = workers.find(({ name }) => name === worker)?.trigger;
  if (!isOf(trigger, kind)) throw new Error(`The worker ${worker} has no trigger of kind ${kind}.`);
  return trigger;
}

const isOf = <Kind extends Trigger['kind']>(
  trigger: Trigger | undefined,
  kind: Kind,
): trigger is Extract<Trigger, { kind: Kind }> => trigger?.kind === kind;
