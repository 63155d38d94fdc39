/** Which module carries out what: one line each. */
import { ActionError, type RuleEffects } from './effects.ts';
import { notifyRecipients } from './notify-effect.ts';

export const ruleEffects: RuleEffects = {
  notify: notifyRecipients,
  callWebhook: async () => {
    throw new ActionError('Nothing was sent: the delivery queue takes no requests of rules yet.');
  },
};
