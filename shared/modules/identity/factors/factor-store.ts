/** Stores the second factors of users, and log-ins that wait for one. */
import { hash } from 'node:crypto';
import { type Change, type ChangeContext, recordChange } from '../../../kernel/audit/record.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { userFactorsKey } from '../../../kernel/table/keys.ts';
import { getItem } from '../../../kernel/table/read.ts';
import { ifRevision, putNew, transact, type Write } from '../../../kernel/table/write.ts';
import { ChallengeInvalidError } from '../errors.ts';
import { logInChallengeKey } from '../keys.ts';
import type { Passkey } from './passkeys.ts';

const entity = 'user-factors';
const challengeEntity = 'log-in-challenge';

/** An authenticator app. */
export interface Totp {
  id: string;
  kind: 'totp';
  name: string;
  createdAtMs: number;
  lastUsedAtMs: number;
  /** Encrypted. */
  sealedSecret: string;
  /** The step of the last accepted code: neither it nor an earlier one is accepted again. */
  lastStep: number;
}

export type Factor = Totp | Passkey;

/** A factor whose first proof is awaited: an app with its secret, or a passkey with the challenge that it signs. */
export type Enrolment = { id: string; name: string; expiresAtMs: number } & (
  | { sealedSecret: string }
  | { challenge: string }
);

export interface UserFactors {
  tenantId: string;
  userId: string;
  factors: readonly Factor[];
  enrolment?: Enrolment | undefined;
  /** Hashes of the unused codes. */
  recoveryCodes: readonly string[];
  revision: number;
}

/** Purpose of the secrets (`shared/kernel/secrets/seal.ts`). */
export const secretPurpose = 'auth.factor';

/** The factors of a user; none at revision 0. One request. */
export async function findFactors(scope: TenantScope, userId: string): Promise<UserFactors> {
  const item = await getItem(userFactorsKey(scope, userId));
  if (item !== undefined) return fromItem<UserFactors>(item, entity);
  return { tenantId: scope.tenantId, userId, factors: [], recoveryCodes: [], revision: 0 };
}

/** The write that replaces the factors, for a transaction. Throws StaleError if they have changed since they were read. */
const factorsWrite = ({ revision, ...after }: UserFactors): Write => ({
  put: toItem(userFactorsKey(after, after.userId), entity, after, { revision: revision + 1 }),
  ...ifRevision(revision),
});

/** The factors with another state of one of them. Pure. */
export const withFactor = ({ factors, ...others }: UserFactors, changed: Factor): UserFactors => ({
  ...others,
  factors: factors.map((one) => (one.id === changed.id ? changed : one)),
});

/** What changed about the factors of a user. */
export interface FactorChange {
  action: 'added' | 'updated' | 'removed' | 'recovery_codes_created' | 'recovery_code_used';
  /** The factor; missing for recovery codes. */
  factor?: Pick<Factor, 'id' | 'kind' | 'name'>;
  /** The former name of a renamed factor. */
  nameBefore?: string;
  organizationId: string | null;
}

/** The writes that record a change as an event and in the audit trail. */
export function factorChangeWrites(
  { tenantId, userId, revision }: UserFactors,
  { action, factor, nameBefore, organizationId }: FactorChange,
  context: ChangeContext,
): Write[] {
  const kind = factor?.kind ?? 'recovery_code';
  const name = factor?.name ?? null;
  const side = action === 'removed' ? 'before' : 'after';
  const changes: Change['changes'] =
    nameBefore === undefined
      ? { userId: { [side]: userId }, kind: { [side]: kind }, name: { [side]: name } }
      : { name: { before: nameBefore, after: name } };
  return recordChange(
    {
      ...{ tenantId, organizationId, resource: 'auth.factor', resourceId: factor?.id ?? userId, action },
      version: revision + 1,
      data: { userId, kind, name },
      changes,
    },
    context,
  );
}

export const replaceFactors = (after: UserFactors, ...writes: Write[]): Promise<void> =>
  transact([factorsWrite(after), ...writes]);

/** A log-in whose password was right. */
export interface LogInChallenge {
  tenantId: string;
  userId: string;
  /** Hash of address, password and state of the user: the challenge is void once they change. */
  boundTo: string;
  /** Whether the session lives 30 days. */
  remember: boolean;
  expiresAtMs: number;
}

const keyOf = (challenge: string) => logInChallengeKey(hash('sha256', challenge, 'hex'));

export async function insertChallenge(challenge: string, row: LogInChallenge): Promise<void> {
  const ttl = Math.ceil(row.expiresAtMs / 1_000);
  await putNew(toItem(keyOf(challenge), challengeEntity, { ...row, ttl }));
}

/** Throws ChallengeInvalidError for a challenge that is unknown, used or too old. One request. */
export async function findChallenge(challenge: string, nowMs: number): Promise<LogInChallenge> {
  const item = await getItem(keyOf(challenge));
  if (item === undefined) throw new ChallengeInvalidError();
  const found = fromItem<LogInChallenge & { takenAtMs?: number }>(item, challengeEntity);
  if (found.takenAtMs !== undefined || found.expiresAtMs <= nowMs) throw new ChallengeInvalidError();
  return found;
}

/** The write that uses a challenge once, for a transaction. Throws ChallengeInvalidError if it was used before. */
export const takenChallengeWrite = (challenge: string, nowMs: number): Write => ({
  set: keyOf(challenge),
  values: { takenAtMs: nowMs },
  when: { expression: 'attribute_exists(pk) AND attribute_not_exists(takenAtMs)' },
  otherwise: () => new ChallengeInvalidError(),
});
