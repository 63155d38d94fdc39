/** The commands of this module that scheduled jobs can run. */
import type { CommandSpec } from '../../kernel/commands/command.ts';
import { StartRun } from './runs/run-fields-contract.ts';

export const commands: Readonly<Record<string, CommandSpec>> = {
  'data_sync.run': {
    summary: 'Starts a sync run, unless one is active or the integration is disabled',
    feature: 'data_sync.run',
    needs: 'organization',
    payload: StartRun,
  },
};
