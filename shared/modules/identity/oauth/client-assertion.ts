/** Verifies what applications sign to prove who they are (`private_key_jwt`, RFC 7523). */
import { jwtVerify } from 'jose';
import { UnavailableError } from '../../../kernel/errors/errors.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { IssuerUnavailableError, keysAt } from '../providers/issuer.ts';
import { signatureAlgorithms } from '../providers/signature-algorithms.ts';
import { findDocumented } from './client-document.ts';
import { InvalidClientError } from './errors.ts';
import { oauthLimits } from './limits.ts';

/**
 * Throws InvalidClientError unless the application has signed the assertion for one of the audiences with a key that its
 * document names, UnavailableError if its keys cannot be read.
 */
export async function assertSigned(
  clientId: string,
  assertion: string | undefined,
  { audiences, nowMs }: { audiences: readonly string[]; nowMs: number },
): Promise<void> {
  if (assertion === undefined)
    throw new InvalidClientError('client_assertion is required: the application signs its requests.');
  const { keysAddress } = await findDocumented(clientId);
  if (keysAddress === undefined) return;
  try {
    await jwtVerify(assertion, keysAt(clientId, keysAddress), {
      algorithms: signatureAlgorithms,
      issuer: clientId,
      subject: clientId,
      audience: [...audiences],
      requiredClaims: ['exp'],
      clockTolerance: oauthLimits.clockToleranceSeconds,
      currentDate: new Date(nowMs),
    });
  } catch (error) {
    if (error instanceof IssuerUnavailableError) throw new UnavailableError(error);
    log('warn', 'The assertion of an application was refused.', { clientId, error: describeError(error) });
    throw new InvalidClientError(
      'client_assertion is not one of the application for this server, or has expired.',
    );
  }
}
