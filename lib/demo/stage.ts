/** The stage that runs on this machine. */
import { formatProblem, tableFormat } from '../../shared/kernel/table/schema.ts';
import { queueName } from '../aws/names.ts';
import type { DataOwner } from '../local/data-dir.ts';

export const stage = 'local';

/** Beginning of the names of the stage's queues and buckets. */
export const namePrefix = queueName(stage, '');

/** Buckets that only the demo and tests have: one to sync with. */
export const furtherBuckets = ['sync'];

export const dataOwner: DataOwner = {
  name: 'Platform Modules',
  markerFile: '.platform-modules',
  format: tableFormat,
  formatProblem,
};
