/** Every command that scheduled jobs may run, as data. The code is in `command-handlers.ts`. */

import { platformConfig } from '../extensions/config.ts';
import { PublishEvent } from '../modules/events/contract.ts';
import { ExecuteSetCommand } from '../modules/rules/execution/execution-input-contract.ts';
import { StartRun } from '../modules/sync/runs/start-contract.ts';
import type { CommandSpec } from './platform.ts';

export const commands = {
  'scheduler.test.echo': {
    summary: 'Answers its payload as result, for trying things out',
    needs: 'nothing',
  },
  'webhooks.publish_event': {
    summary: 'Publishes an event of a team’s own module',
    feature: 'events.publish',
    needs: 'tenant',
    payload: PublishEvent,
  },
  'business_rules.execute_set': {
    summary: 'Executes a rule set of the job’s organization',
    feature: 'business_rules.rules.execute',
    needs: 'organization',
    payload: ExecuteSetCommand,
  },
  'data_sync.run': {
    summary: 'Starts a sync run, unless one is at work or the integration is switched off',
    feature: 'data_sync.run',
    needs: 'organization',
    payload: StartRun,
  },
  ...platformConfig.commands,
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof commands;

/** The command of this name; undefined when there is none. */
export function commandNamed(name: string): CommandSpec | undefined {
  return Object.hasOwn(commands, name) ? commands[name as CommandName] : undefined;
}
