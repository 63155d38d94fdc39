/** Mail settings of tenants and preferences of users. Pure. */
import { integerSetting } from '../../../kernel/settings/settings.ts';
import { emailLimits } from '../limits.ts';

/** When users receive mails: immediately, as an hourly digest, or never. */
export const mailModes = ['instant', 'hourly', 'off'] as const;
export type MailMode = (typeof mailModes)[number];

/** A domain of a tenant. Once it is verified, its addresses need no confirmation. */
export interface MailDomain {
  name: string;
  verifiedAtMs: number | null;
}

export interface EmailSettings {
  isEnabled: boolean;
  senderName: string | null;
  replyTo: string | null;
  /** Mode of users without preferences. */
  defaultMode: MailMode;
  domains: readonly MailDomain[];
  /** Maximum number of mails per day (UTC); null is the limit of the deployment. */
  mailsPerDay: number | null;
  revision: number;
}

/** Settings of a tenant that has not changed them: only users who enable mails receive them. */
export const defaultSettings: EmailSettings = {
  isEnabled: true,
  senderName: null,
  replyTo: null,
  defaultMode: 'off',
  domains: [],
  mailsPerDay: null,
  revision: 0,
};

/** Returns the maximum number of notification mails per day (UTC). */
export const maxMailsPerDay = ({ mailsPerDay }: Pick<EmailSettings, 'mailsPerDay'>): number =>
  mailsPerDay ?? integerSetting('EMAIL_MAILS_PER_DAY');

/** Mail preferences of a user. */
export interface EmailPreferences {
  /** Null uses the setting of the tenant. */
  mode: MailMode | null;
  /** Exceptions by notification type. */
  types: Readonly<Record<string, MailMode>>;
  revision: number;
}

export const defaultPreferences: EmailPreferences = { mode: null, types: {}, revision: 0 };

/** Returns when a user receives mails of a notification type. */
export function modeFor(
  type: string,
  { mode, types }: Pick<EmailPreferences, 'mode' | 'types'>,
  { defaultMode }: Pick<EmailSettings, 'defaultMode'>,
): MailMode {
  const exception = Object.hasOwn(types, type) ? types[type] : undefined;
  return exception ?? mode ?? defaultMode;
}

/**
 * Returns preferences without mails of a type. With too many exceptions, all mails are off except the types that the user
 * has chosen to receive.
 */
export function withoutType(
  { mode, types }: Pick<EmailPreferences, 'mode' | 'types'>,
  type: string,
): Pick<EmailPreferences, 'mode' | 'types'> {
  const withException = { ...types, [type]: 'off' as const };
  if (Object.keys(withException).length <= emailLimits.types) return { mode, types: withException };
  const received = Object.entries(withException).filter(([, chosen]) => chosen !== 'off');
  return { mode: 'off', types: Object.fromEntries(received) };
}
