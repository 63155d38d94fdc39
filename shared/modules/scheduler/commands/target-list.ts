/** The list of what jobs may do. Apart from the queues' names, so that functions that check one carry no texts. */

import { commands } from '../../../catalog/commands.ts';
import { queues } from '../../../catalog/queues.ts';
import { jobQueueNames } from './targets.ts';

const toOption = ([value, { summary }]: [string, { summary: string }]) => ({ value, label: value, summary });

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** Both lists by name. */
export function listTargets() {
  const forJobs = jobQueueNames.map((name): [string, { summary: string }] => [name, queues[name]]);
  return {
    queues: forJobs.toSorted(byName).map(toOption),
    commands: Object.entries(commands).toSorted(byName).map(toOption),
  };
}
