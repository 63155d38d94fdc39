/** Describes the current caller for pages. */

import { userIdOf } from '../../../kernel/base/principal.ts';
import { textOrNull } from '../../../kernel/base/text.ts';
import { toIso } from '../../../kernel/base/times.ts';
import type { RequestCaller } from '../../../kernel/http/operation.ts';
import { tenantKey, userKey } from '../../../kernel/table/keys.ts';
import { batchGet, type Item } from '../../../kernel/table/read.ts';
import { apiKeyRowKey } from '../api-keys/api-key-store.ts';
import { shownSignIn } from './shown-sign-in.ts';

function earliest(times: readonly unknown[]): string | null {
  const definedTimes = times.filter((time) => typeof time === 'number');
  return definedTimes.length === 0 ? null : toIso(Math.min(...definedTimes));
}

/**
 * The caller with its name, its tenant's name and the end of its session. One eventually consistent request,
 * so a name of the last second may be missing.
 */
export async function getSession({ principal, session }: Pick<RequestCaller, 'principal' | 'session'>) {
  const { subject, tenantId, organizationId, isSuperAdmin, features } = principal;
  const userId = userIdOf(subject);
  const id = userId ?? subject.slice('api_key:'.length);
  const own =
    userId === null || tenantId === null ? apiKeyRowKey(tenantId, id) : userKey({ tenantId }, userId);
  const keys = [own, ...(tenantId === null ? [] : [tenantKey({ tenantId })])];
  const found = await batchGet(keys, undefined, { consistent: false });
  const at = (key: { pk: string; sk: string } | undefined): Item | undefined =>
    found.find(({ pk, sk }) => pk === key?.pk && sk === key?.sk);
  const [row, tenant] = keys.map(at);
  return {
    kind: userId === null ? ('api_key' as const) : ('user' as const),
    id,
    name: textOrNull(row?.name),
    email: userId === null ? null : textOrNull(row?.email),
    tenantId,
    tenantName: textOrNull(tenant?.name),
    organizationId,
    isSuperAdmin,
    features: [...features],
    ...shownSignIn(session ?? { method: 'key' }),
    mustEnrol: session?.mustEnrol ?? false,
    expiresAt: earliest([session?.expiresAtMs, userId === null ? row?.expiresAtMs : undefined]),
  };
}
