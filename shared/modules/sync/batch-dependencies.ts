/** The dependencies of the batch handler in the functions of a deployment. */
import { findAdapter } from './adapters.ts';
import type { BatchDependencies } from './dependencies.ts';
import { findMapping } from './mappings/mapping-store.ts';
import { sendBatch } from './runs/run.ts';

export const batchDependencies: BatchDependencies = { findAdapter, findMapping, send: sendBatch };
