/** Whether the recipient of a mail has unsubscribed while it waited. */
import { isUnsubscribed } from '../channel/contacts.ts';
import { readContact } from '../settings/contact-store.ts';
import { type EmailPreferences, type EmailSettings, modeFor } from '../settings/settings.ts';
import { readPreferences } from '../settings/settings-store.ts';
import type { Mail } from './mail.ts';

/** Whether a user receives neither mails in general nor those of any type. A digest may contain any type. */
function isOff({ mode, types }: EmailPreferences, { defaultMode }: EmailSettings): boolean {
  return [mode ?? defaultMode, ...Object.values(types)].every((one) => one === 'off');
}

/** False for mails without an unsubscribe link. One request. */
export async function hasUnsubscribed(
  { tenantId, kind, userId, to, type }: Pick<Mail, 'tenantId' | 'kind' | 'userId' | 'to' | 'type'>,
  settings: EmailSettings,
): Promise<boolean> {
  if (kind !== 'notification' && kind !== 'digest') return false;
  if (userId === null) return isUnsubscribed(await readContact({ tenantId }, to), type);
  const preferences = await readPreferences({ tenantId }, userId);
  return kind === 'digest' ? isOff(preferences, settings) : modeFor(type, preferences, settings) === 'off';
}
