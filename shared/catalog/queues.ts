/** Every queue of the platform. Their physical names begin with the stage's prefix (lib/aws/names.ts). */
import type { ModuleQueue } from '../kernel/modules/manifest.ts';
import type { QueueSpec } from '../kernel/queues/worker-spec.ts';
import { broadcastTypes } from './broadcast-events.ts';
import { manifests } from './manifests.ts';

const toSpec = ({ fromBus, ...spec }: ModuleQueue): QueueSpec => ({
  ...spec,
  ...(fromBus !== undefined && { fromBus: fromBus === 'broadcast' ? broadcastTypes : fromBus }),
});

export const queues: Readonly<Record<string, QueueSpec>> = Object.fromEntries(
  manifests.flatMap(({ queues: own = {} }) =>
    Object.entries(own).map(([name, queue]) => [name, toSpec(queue)] as const),
  ),
);
