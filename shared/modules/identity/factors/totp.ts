/** Time-based one-time passwords (RFC 6238). Only this file uses their library. Pure. */
import { Secret, TOTP } from 'otpauth';

const stepSeconds = 30;
/** Steps before and after the current one whose codes are accepted, because clocks differ. */
const window = 1;

/** A new secret in base 32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), period: stepSeconds });

/** What an authenticator app reads from a QR code. Apps split its names at a colon, so the issuer may have none. */
export const totpAddress = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  totpOf(secret, { issuer: issuer.replaceAll(':', ''), label }).toString();

/** Whether a text has the form of a code. */
export const isTotpCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The step of a code, later than `afterStep`; undefined for a wrong, early, late or used one. */
export function stepOfCode(secret: string, code: string, nowMs: number, afterStep = -1): number | undefined {
  // The library compares bytes, and throws for six other characters, such as full-width digits.
  if (!isTotpCode(code)) return undefined;
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: nowMs, window });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp: nowMs }) + delta;
  return step > afterStep ? step : undefined;
}
