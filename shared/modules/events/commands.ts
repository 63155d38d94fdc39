/** The commands of this module that scheduled jobs can run. */
import type { CommandSpec } from '../../kernel/commands/command.ts';
import { PublishEvent } from './publish-contract.ts';

export const commands: Readonly<Record<string, CommandSpec>> = {
  'webhooks.publish_event': {
    summary: 'Publishes an event of your own module',
    feature: 'events.publish',
    needs: 'tenant',
    payload: PublishEvent,
  },
};
