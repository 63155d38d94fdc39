/** The worker table: every function that a stream, a queue or a schedule starts. */
import type { Worker } from '../kernel/queues/worker-spec.ts';
import { manifests } from './manifests.ts';

export const workers: readonly Worker[] = manifests.flatMap(({ workers: own = [] }) => own);
