/** The commands of this module that scheduled jobs can run. */
import type { CommandSpec } from '../../kernel/commands/command.ts';

export const commands: Readonly<Record<string, CommandSpec>> = {
  'scheduler.test.echo': {
    summary: 'Returns its payload as the result, for tests',
    needs: 'nothing',
  },
};
