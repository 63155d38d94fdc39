/** Which module carries out what: one line each. */
import { ActionError, type Effect, type RuleEffects } from './effects.ts';

const unavailable = (what: string) => async (): Promise<Effect> => {
  throw new ActionError(what);
};

export const ruleEffects: RuleEffects = {
  notify: unavailable('Nobody was notified: the platform has no notifications yet.'),
  callWebhook: unavailable('Nothing was sent: the platform has no delivery queue yet.'),
};
