/** The commands of this module that scheduled jobs can run. */
import type { CommandSpec } from '../../kernel/commands/command.ts';

export const commands: Readonly<Record<string, CommandSpec>> = {
  'scheduler.test.echo': {
    summary: 'Answers its payload as result, for trying things out',
    needs: 'nothing',
  },
};
