/** The commands of this module that scheduled jobs can run. */
import type { CommandSpec } from '../../kernel/commands/command.ts';
import { ExecuteSetCommand } from './execution/execution-input.ts';

export const commands: Readonly<Record<string, CommandSpec>> = {
  'business_rules.execute_set': {
    summary: 'Executes a rule set of the job’s organization',
    feature: 'business_rules.rules.execute',
    needs: 'organization',
    payload: ExecuteSetCommand,
    things: { ruleSetId: 'business_rules.set' },
  },
};
