/** Random ids of AWS. `randomUUID` draws random bytes in advance, which `randomBytes` does on each call. */
import { randomUUID } from 'node:crypto';

const hexDigits = (): string => randomUUID().replaceAll('-', '');

/** An id of API Gateway: 15 characters and `=`. */
export const newRequestId = (): string => `${hexDigits().slice(0, 15)}=`;

/** The id that CloudFront returns in `x-amz-cf-id`. */
export const newCloudFrontId = (): string => `${hexDigits()}${hexDigits()}`;

/**
 * A trace id of X-Ray for a request received at this time.
 * https://docs.aws.amazon.com/xray/latest/devguide/xray-api-sendingdata.html#xray-api-traceids
 */
export const newTraceId = (atMs = Date.now()): string =>
  `Root=1-${Math.floor(atMs / 1000).toString(16)}-${hexDigits().slice(0, 24)}`;
