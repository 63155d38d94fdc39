/** Stores what tenants and users say about mails, and whether addresses that are no users' may get some. */
import { type Change, type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/auth/principal.ts';
import { StaleError } from '../../../kernel/errors/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { batchGet, getItem, queryPages } from '../../../kernel/table/read.ts';
import { commit, notExists, revisionIs, transact } from '../../../kernel/table/write.ts';
import { hashAddress } from '../address.ts';
import {
  emailContactKey,
  emailPreferencesKey,
  emailPreferencesPartition,
  emailSettingsKey,
} from '../keys.ts';
import {
  defaultPreferences,
  defaultSettings,
  type EmailPreferences,
  type EmailSettings,
} from './settings.ts';

const settingsEntity = 'email_settings';
const preferencesEntity = 'email_preferences';
const contactEntity = 'email_contact';

export async function readSettings(scope: TenantScope): Promise<EmailSettings> {
  const item = await getItem(emailSettingsKey(scope));
  return item === undefined ? defaultSettings : fromItem<EmailSettings>(item, settingsEntity);
}

const whenAt = (revision: number) => (revision === 0 ? notExists : revisionIs(revision));

/** Replaces the settings that were read, with the audit entry and the event of the change. Throws StaleError. */
export async function saveSettings(
  { tenantId }: TenantScope,
  before: EmailSettings,
  after: EmailSettings,
  context: ChangeContext,
): Promise<EmailSettings> {
  const { revision: _, ...settings } = after;
  const revision = Math.max(context.nowMs, before.revision + 1);
  const change: Change = {
    tenantId,
    organizationId: null,
    resource: 'email.settings',
    resourceId: tenantId,
    action: 'updated',
    version: revision,
    data: { isEnabled: settings.isEnabled, defaultMode: settings.defaultMode },
    changes: differences({ ...before }, { ...settings }, ['revision']),
  };
  await transact([
    {
      put: toItem(emailSettingsKey({ tenantId }), settingsEntity, settings, { revision }),
      when: whenAt(before.revision),
      otherwise: () => new StaleError(),
    },
    ...recordChange(change, context),
  ]);
  return { ...settings, revision };
}

export async function readPreferences(scope: TenantScope, userId: string): Promise<EmailPreferences> {
  const item = await getItem(emailPreferencesKey(scope, userId));
  return item === undefined ? defaultPreferences : fromItem<EmailPreferences>(item, preferencesEntity);
}

/** Preferences by user; those who have said nothing are missing. One request per 100. */
export async function readPreferencesOf(
  scope: TenantScope,
  userIds: readonly string[],
): Promise<Map<string, EmailPreferences>> {
  const items = await batchGet([...new Set(userIds)].map((id) => emailPreferencesKey(scope, id)));
  return new Map(items.map((item) => [String(item.sk), fromItem<EmailPreferences>(item, preferencesEntity)]));
}

/** Ids of users who have said something about mails, a DynamoDB page at a time. */
export async function* usersWithPreferences(scope: TenantScope): AsyncGenerator<string[]> {
  for await (const page of queryPages({ pk: emailPreferencesPartition(scope), consistent: true }))
    yield page.map(({ sk }) => String(sk));
}

/** Replaces the preferences that were read. Throws StaleError. */
export async function savePreferences(
  scope: TenantScope,
  userId: string,
  before: EmailPreferences,
  { mode, types }: Pick<EmailPreferences, 'mode' | 'types'>,
  nowMs: number,
): Promise<EmailPreferences> {
  const revision = Math.max(nowMs, before.revision + 1);
  const item = toItem(emailPreferencesKey(scope, userId), preferencesEntity, { mode, types }, { revision });
  await transact([{ put: item, when: whenAt(before.revision), otherwise: () => new StaleError() }]);
  return { mode, types, revision };
}

/** Whether an address that is no user's gets mails of a tenant. */
export interface Contact {
  address: string;
  state: 'asked' | 'confirmed' | 'unsubscribed';
  /** When it was asked, last. */
  askedAtMs: number;
  /** Types of notifications that it does not want. */
  typesOff: readonly string[];
}

export async function readContact(scope: TenantScope, address: string): Promise<Contact | undefined> {
  const item = await getItem(emailContactKey(scope, hashAddress(address)));
  return item && fromItem<Contact>(item, contactEntity);
}

/** Stores a contact as it is now; the last one wins. */
export async function saveContact(scope: TenantScope, contact: Contact): Promise<void> {
  await commit([
    { put: toItem(emailContactKey(scope, hashAddress(contact.address)), contactEntity, contact) },
  ]);
}
