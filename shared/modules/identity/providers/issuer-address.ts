/** Which addresses an issuer of tokens may have. */
import { allowsPrivateWebhooks, webhookUrlProblem } from '../../../kernel/outbound/url.ts';
import { setting } from '../../../kernel/settings/settings.ts';

/** Whether the deployment trusts the address of the issuer (`TRUSTED_ISSUERS`). */
export function isTrusted(issuer: string): boolean {
  return setting('TRUSTED_ISSUERS')
    .split(',')
    .some((one) => one.trim() === issuer);
}

/** Whether the issuer may have a private address, and plain HTTP: on a developer's machine. */
export const allowsPlainHttp = (issuer: string): boolean => isTrusted(issuer) || allowsPrivateWebhooks();

/** The problem of an issuer's address, which completes a sentence; undefined when it is valid. */
export function issuerProblem(issuer: string): string | undefined {
  const problem = webhookUrlProblem(issuer, { allowPrivate: allowsPlainHttp(issuer) });
  if (problem !== undefined) return problem;
  if (!issuer.startsWith('https://') && !allowsPlainHttp(issuer)) return 'must begin with https://';
  return /[?#]/.test(issuer) ? 'must have neither a query nor a fragment' : undefined;
}
