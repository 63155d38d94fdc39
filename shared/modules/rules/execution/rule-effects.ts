/** Connects each effect to the module that implements it. */
import { callWebhook } from './call-effect.ts';
import type { RuleEffects } from './effects.ts';
import { notifyRecipients } from './notify-effect.ts';

export const ruleEffects: RuleEffects = { notify: notifyRecipients, callWebhook };
