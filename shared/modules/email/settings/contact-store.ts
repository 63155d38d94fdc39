/** Stores the state of addresses without a user account. */

import { type Change, type ChangeContext, differences, recordChange } from '../../../kernel/audit/record.ts';
import { uuidOf } from '../../../kernel/base/ids.ts';
import { toJson } from '../../../kernel/base/json.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { ifRevision, transact } from '../../../kernel/table/write.ts';
import { hashAddress } from '../address.ts';
import { emailContactKey } from '../keys.ts';

const entity = 'email_contact';

export interface Contact {
  address: string;
  state: 'asked' | 'confirmed' | 'unsubscribed';
  /** When the last confirmation request was sent. */
  askedAtMs: number;
  /** Unsubscribed notification types. */
  typesOff: readonly string[];
  revision: number;
}

export async function readContact(scope: TenantScope, address: string): Promise<Contact | undefined> {
  const item = await getItem(emailContactKey(scope, hashAddress(address)));
  return item && fromItem<Contact>(item, entity);
}

/** Replaces the contact `before`, with audit entry and event. Throws StaleError. */
export async function saveContact(
  { tenantId }: TenantScope,
  before: Contact | undefined,
  after: Omit<Contact, 'revision'>,
  context: ChangeContext,
): Promise<void> {
  const { address, state } = after;
  const revision = Math.max(context.nowMs, (before?.revision ?? 0) + 1);
  const action: 'created' | 'updated' = before === undefined ? 'created' : 'updated';
  const change: Change = {
    ...{ tenantId, organizationId: null, resource: 'email.contact' },
    resourceId: uuidOf(toJson(['contact', tenantId, address])),
    ...{ action, version: revision, data: { state } },
    // Only the audit entry contains the address; events do not.
    changes: {
      address: { ...(before && { before: before.address }), after: address },
      ...differences({ ...before, address }, { ...after }, ['revision']),
    },
  };
  await transact([
    {
      put: toItem(emailContactKey({ tenantId }, hashAddress(address)), entity, after, { revision }),
      ...ifRevision(before?.revision),
    },
    ...recordChange(change, context),
  ]);
}
