/** Decides whether a session must prove a second factor again. */
import type { TenantScope } from '../base/principal.ts';
import { userFactorsKey } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { SignIn } from './sign-in.ts';

/** How long the proof of a second factor counts. */
const stepUpSeconds = 600;

/** Whether the session has proved a second factor recently. Pure. */
export const isRecentlyProved = ({ factorAtMs }: Pick<SignIn, 'factorAtMs'>, nowMs: number): boolean =>
  factorAtMs !== undefined && nowMs - factorAtMs < stepUpSeconds * 1_000;

/** Whether the user has a second factor. One request. */
export async function hasFactor(scope: TenantScope, userId: string): Promise<boolean> {
  const factors = (await getItem(userFactorsKey(scope, userId)))?.factors;
  return Array.isArray(factors) && factors.length > 0;
}
