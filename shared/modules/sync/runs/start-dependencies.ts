/** The dependencies of a start in the functions of a deployment. */
import { loadAdapters } from '../load-adapters.ts';
import { sendBatch } from './run.ts';
import type { StartDependencies } from './start.ts';

export const startDependencies: StartDependencies = { loadAdapters, send: sendBatch };
