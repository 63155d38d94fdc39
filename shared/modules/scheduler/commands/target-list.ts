/**
 * Lists the targets of jobs. Separate from targets.ts, so that functions that only validate a target load no
 * texts.
 */

import type { CommandSpec, Commands } from '../../../kernel/commands/command.ts';
import { jobQueues } from './targets.ts';

const toOption = ([value, { summary }]: [string, { summary: string }]) => ({ value, label: value, summary });

const toCommandOption = ([name, command]: [string, CommandSpec]) => ({
  ...toOption([name, command]),
  things: command.things ?? {},
});

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** Both lists by name. */
export const listTargets = (commands: Commands) => async () => ({
  queues: Object.entries(jobQueues).toSorted(byName).map(toOption),
  commands: Object.entries(commands).toSorted(byName).map(toCommandOption),
});
