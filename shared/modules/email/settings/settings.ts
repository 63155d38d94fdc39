/** What a tenant says about its mails. */
import { integerSetting } from '../../../kernel/settings/settings.ts';

/** When users get mails: at once, together once an hour, or never. */
export const mailModes = ['instant', 'hourly', 'off'] as const;
export type MailMode = (typeof mailModes)[number];

/** A domain whose addresses get mails without a confirmation, once DNS proves that it is the tenant's. */
export interface MailDomain {
  name: string;
  verifiedAtMs: number | null;
}

export interface EmailSettings {
  isEnabled: boolean;
  senderName: string | null;
  replyTo: string | null;
  /** For users who have not said otherwise. */
  defaultMode: MailMode;
  domains: readonly MailDomain[];
  /** Mails that the tenant may send on one day (UTC); null is the limit of the deployment. */
  mailsPerDay: number | null;
  revision: number;
}

/** Of a tenant that has said nothing: users who want mails get them. */
export const defaultSettings: EmailSettings = {
  isEnabled: true,
  senderName: null,
  replyTo: null,
  defaultMode: 'off',
  domains: [],
  mailsPerDay: null,
  revision: 0,
};

/** How many mails of notifications the tenant may send on one day (UTC). */
export const maxMailsPerDay = ({ mailsPerDay }: Pick<EmailSettings, 'mailsPerDay'>): number =>
  mailsPerDay ?? integerSetting('EMAIL_MAILS_PER_DAY');

/** What a user says about mails. */
export interface EmailPreferences {
  /** Null follows the tenant. */
  mode: MailMode | null;
  /** By type of notification. */
  types: Readonly<Record<string, MailMode>>;
  revision: number;
}

export const defaultPreferences: EmailPreferences = { mode: null, types: {}, revision: 0 };

/** When a user gets mails of a type of notifications. */
export function modeFor(
  type: string,
  { mode, types }: Pick<EmailPreferences, 'mode' | 'types'>,
  { defaultMode }: Pick<EmailSettings, 'defaultMode'>,
): MailMode {
  const own = Object.hasOwn(types, type) ? types[type] : undefined;
  return own ?? mode ?? defaultMode;
}
