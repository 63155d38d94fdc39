/** Templates of tenants, by type of notification. */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
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

/** The tenant's own template of a type; undefined when it has none. */
export async function findTemplate(scope: TenantScope, type: string): Promise<StoredTemplate | undefined> {
  const item = await getItem(emailTemplateKey(scope, type));
  return item && fromItem<StoredTemplate>(item, templateEntity);
}

/** All own texts of a tenant, in the order of their types. */
export async function listTemplates(scope: TenantScope): Promise<StoredTemplate[]> {
  const items = await queryAll({ pk: emailTemplatePartition(scope), consistent: true });
  return items.map((item) => fromItem<StoredTemplate>(item, templateEntity));
}

/** Stores a text in place of `before`, with further writes. Throws what `otherwise` makes when it is another by now. */
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

/** Removes the text that was read, with further writes. Throws what `otherwise` makes when it is another by now. */
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
