/**
 * Stores mail templates of tenants by notification type. Not a declared resource: a template belongs to a tenant, has no id
 * of its own, and a list reads all.
 */
import type { TenantScope } from '../../../kernel/base/principal.ts';
import type { AppError } from '../../../kernel/errors/app-error.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem, queryAll } from '../../../kernel/table/read.ts';
import { notExists, revisionIs, transact, type Write } from '../../../kernel/table/write.ts';
import { emailTemplateKey, emailTemplatePartition } from '../keys.ts';
import type { MailTemplate } from './texts.ts';

const templateEntity = 'email_template';

export interface StoredTemplate extends MailTemplate {
  type: string;
  updatedAtMs: number;
  revision: number;
}

/** Returns the tenant's template of a type; undefined if there is none. */
export async function findTemplate(scope: TenantScope, type: string): Promise<StoredTemplate | undefined> {
  const item = await getItem(emailTemplateKey(scope, type));
  return item && fromItem<StoredTemplate>(item, templateEntity);
}

/** Returns all templates of a tenant, sorted by type. */
export async function listTemplates(scope: TenantScope): Promise<StoredTemplate[]> {
  const items = await queryAll({ pk: emailTemplatePartition(scope), consistent: true });
  return items.map((item) => fromItem<StoredTemplate>(item, templateEntity));
}

/** Replaces the template `before`, with further writes. Throws the error of `otherwise` if it has been changed since. */
export async function putTemplate(
  scope: TenantScope,
  { revision, ...template }: StoredTemplate,
  before: StoredTemplate | undefined,
  writes: readonly Write[],
  otherwise: () => AppError,
): Promise<void> {
  const put = toItem(emailTemplateKey(scope, template.type), templateEntity, template, { revision });
  const when = before === undefined ? notExists : revisionIs(before.revision);
  await transact([{ put, when, otherwise }, ...writes]);
}

/** Deletes a template, with further writes. Throws the error of `otherwise` if it has been changed since. */
export async function deleteTemplate(
  scope: TenantScope,
  { type, revision }: StoredTemplate,
  writes: readonly Write[],
  otherwise: () => AppError,
): Promise<void> {
  await transact([
    { delete: emailTemplateKey(scope, type), when: revisionIs(revision), otherwise },
    ...writes,
  ]);
}
