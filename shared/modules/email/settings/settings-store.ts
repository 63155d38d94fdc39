/** Stores mail settings of tenants and preferences of users. */
import { type Change, type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { batchGet, getItem, type Item, queryPages } from '../../../kernel/table/read.ts';
import { deleteItem, ifRevision, transact } from '../../../kernel/table/write.ts';
import { emailPreferencesKey, emailPreferencesPartition, emailSettingsKey } from '../keys.ts';
import {
  defaultPreferences,
  defaultSettings,
  type EmailPreferences,
  type EmailSettings,
} from './settings.ts';

const settingsEntity = 'email_settings';
const preferencesEntity = 'email_preferences';

/** Converts an item to settings; returns the defaults without an item. */
export const settingsOf = (item: Item | undefined): EmailSettings =>
  item === undefined ? defaultSettings : { ...defaultSettings, ...fromItem(item, settingsEntity) };

export async function readSettings(scope: TenantScope): Promise<EmailSettings> {
  return settingsOf(await getItem(emailSettingsKey(scope)));
}

/** Replaces the settings `before`, with audit entry and event. Throws StaleError. */
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
      ...ifRevision(before.revision),
    },
    ...recordChange(change, context),
  ]);
  return { ...settings, revision };
}

export async function readPreferences(scope: TenantScope, userId: string): Promise<EmailPreferences> {
  const item = await getItem(emailPreferencesKey(scope, userId));
  return item === undefined ? defaultPreferences : fromItem<EmailPreferences>(item, preferencesEntity);
}

/** Returns preferences by user id; users without preferences are missing. Sends one request per 100 users. */
export async function readPreferencesOf(
  scope: TenantScope,
  userIds: readonly string[],
): Promise<Map<string, EmailPreferences>> {
  const items = await batchGet([...new Set(userIds)].map((id) => emailPreferencesKey(scope, id)));
  return new Map(items.map((item) => [String(item.sk), fromItem<EmailPreferences>(item, preferencesEntity)]));
}

/** Yields the ids of users with preferences in pages of DynamoDB. */
export async function* usersWithPreferences(scope: TenantScope): AsyncGenerator<string[]> {
  for await (const page of queryPages({ pk: emailPreferencesPartition(scope), consistent: true }))
    yield page.map(({ sk }) => String(sk));
}

/** Replaces the preferences `before`, with audit entry and event. Throws StaleError. */
export async function savePreferences(
  { tenantId }: TenantScope,
  userId: string,
  before: EmailPreferences,
  { mode, types }: Pick<EmailPreferences, 'mode' | 'types'>,
  context: ChangeContext,
): Promise<EmailPreferences> {
  const revision = Math.max(context.nowMs, before.revision + 1);
  const after = { mode, types };
  const item = toItem(emailPreferencesKey({ tenantId }, userId), preferencesEntity, after, { revision });
  const change: Change = {
    ...{ tenantId, organizationId: null, resource: 'email.preferences', resourceId: userId },
    ...{ action: 'updated', version: revision, data: { mode } },
    changes: differences({ ...before }, after, ['revision']),
  };
  await transact([{ put: item, ...ifRevision(before.revision) }, ...recordChange(change, context)]);
  return { ...after, revision };
}

/** Removes the preferences of a deleted user. */
export async function removePreferences(scope: TenantScope, userId: string): Promise<void> {
  await deleteItem(emailPreferencesKey(scope, userId));
}
