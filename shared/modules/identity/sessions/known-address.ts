/** Addresses from which users have logged in: there, limits for guessing do not lock them out. */
import { addressKey } from '../../../kernel/auth/address-key.ts';
import type { UserRow } from '../../../kernel/auth/identity-types.ts';
import { isRemembered, remember } from '../../../kernel/auth/rate-limit.ts';
import { comparedAddress } from '../../../kernel/base/email-address.ts';
import type { SessionClient } from './session-service.ts';

const knownAddress = { name: 'login-known-address', seconds: 30 * 86_400 } as const;

const nameOf = ({ ip }: SessionClient, email: string, tenantId: string): string =>
  `${addressKey(ip)} ${comparedAddress(email)} in ${tenantId}`;

/** Whether the person has recently logged in to the tenant from the client's address. */
export const isKnownAddress = (client: SessionClient, email: string, tenantId: string, nowMs: number) =>
  isRemembered(knownAddress.name, nameOf(client, email, tenantId), nowMs);

/** Remembers that the user has logged in from the client's address. */
export const rememberAddress = (
  client: SessionClient,
  { email, tenantId }: Pick<UserRow, 'email' | 'tenantId'>,
  nowMs: number,
) => remember(knownAddress.name, nameOf(client, email, tenantId), knownAddress.seconds, nowMs);
