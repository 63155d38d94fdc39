/** The dependencies of a start in the functions of a deployment. */
import { sendBatch } from './run.ts';
import type { StartDependencies } from './start.ts';

export const startDependencies: StartDependencies = {
  // Adapters load the clients of other services, which no replay and no other job needs.
  loadAdapters: async () => (await import('../adapters.ts')).findAdapter,
  send: sendBatch,
};
