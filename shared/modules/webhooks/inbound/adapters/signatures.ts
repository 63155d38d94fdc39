import { createHmac } from 'node:crypto';
import { isEqualInConstantTime } from '../../../../kernel/base/constant-time.ts';
import { webhookLimits } from '../../limits.ts';

/** Whether a signed Unix time is so near that its message is no replay. */
export const isFresh = (sentAt: string, nowSeconds: number): boolean =>
  Math.abs(nowSeconds - Number(sentAt)) <= webhookLimits.signatureToleranceSeconds;

/** Whether `given` (hex or base64) is the HMAC-SHA256 of the text. Compared in constant time. */
export function isHmac(secret: string, signed: Buffer, given: string): boolean {
  const expected = createHmac('sha256', secret).update(signed).digest();
  const encoding = /^[0-9a-f]{64}$/i.test(given) ? 'hex' : 'base64';
  return isEqualInConstantTime(Buffer.from(given, encoding), expected);
}
