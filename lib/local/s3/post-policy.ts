/**
 * Forms that browsers post to a bucket: the form contains a signed policy that limits its content.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord } from '../cloudformation/intrinsics.ts';
import { AwsError } from '../gateway/aws-service.ts';

/** The fields before the file, by lower-case name. */
export type FormFields = ReadonlyMap<string, string>;

export interface AcceptedForm {
  /** Allowed size of the file in bytes. */
  bytes: { min: number; max: number };
}

function denied(message: string): AwsError {
  return new AwsError('AccessDenied', `Invalid according to Policy: ${message}`, 403);
}

/** Returns the access key id that signed the form. Throws AccessDenied for an unsigned form. */
export function signerOf(fields: FormFields): string {
  const signed = ['policy', 'x-amz-signature', 'x-amz-credential', 'x-amz-date', 'x-amz-algorithm'];
  if (signed.some((name) => !fields.get(name))) {
    throw new AwsError('AccessDenied', 'Access Denied', 403);
  }
  return fields.get('x-amz-credential')?.split('/')[0] ?? '';
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Throws SignatureDoesNotMatch unless the secret signed the policy. */
export function verifySignature(fields: FormFields, secretAccessKey: string): void {
  const [, date = '', region = '', service = '', end = ''] = (fields.get('x-amz-credential') ?? '').split(
    '/',
  );
  const scope = [date, region, service, end];
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  const expected = hmac(key, fields.get('policy') ?? '');
  const given = Buffer.from(fields.get('x-amz-signature') ?? '', 'hex');
  const isRight = given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  if (!isRight || fields.get('x-amz-algorithm') !== 'AWS4-HMAC-SHA256' || service !== 's3') {
    throw new AwsError('SignatureDoesNotMatch', 'The request signature does not match.', 403);
  }
}

interface Condition {
  kind: 'eq' | 'starts-with';
  field: string;
  value: string;
}

interface Policy {
  expiresMs: number;
  conditions: Condition[];
  bytes: { min: number; max: number };
}

function parsePolicy(encoded: string): Policy {
  const malformed = new AwsError('InvalidPolicyDocument', 'Invalid Policy: Invalid JSON.');
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(encoded, 'base64').toString());
  } catch {
    throw malformed;
  }
  if (!isRecord(document) || !Array.isArray(document.conditions)) throw malformed;
  const expiresMs = Date.parse(String(document.expiration));
  if (Number.isNaN(expiresMs)) throw malformed;
  const policy: Policy = { expiresMs, conditions: [], bytes: { min: 0, max: Number.POSITIVE_INFINITY } };
  for (const condition of document.conditions as unknown[]) {
    if (Array.isArray(condition)) {
      const [kind, name, value] = condition as unknown[];
      if (kind === 'content-length-range') policy.bytes = { min: Number(name), max: Number(value) };
      else if (kind === 'eq' || kind === 'starts-with') {
        const field = String(name).replace(/^\$/, '').toLowerCase();
        policy.conditions.push({ kind, field, value: String(value) });
      } else throw malformed;
    } else if (isRecord(condition)) {
      for (const [name, value] of Object.entries(condition)) {
        policy.conditions.push({ kind: 'eq', field: name.toLowerCase(), value: String(value) });
      }
    } else throw malformed;
  }
  return policy;
}

/** Fields that a policy need not mention. */
const unspokenOf = /^(policy|x-amz-signature|file|x-ignore-.*)$/;

/**
 * Checks the form against its policy. Throws AccessDenied for an expired policy, a failed condition, and a field that
 * no condition allows.
 */
export function checkForm(bucket: string, fields: FormFields, nowMs: number): AcceptedForm {
  const policy = parsePolicy(fields.get('policy') ?? '');
  if (policy.expiresMs <= nowMs) throw denied('Policy expired.');
  const values = new Map([...fields, ['bucket', bucket]]);
  for (const { kind, field, value } of policy.conditions) {
    const given = values.get(field);
    const holds = kind === 'eq' ? given === value : given?.startsWith(value);
    if (!holds) {
      throw denied(`Policy Condition failed: ${JSON.stringify([kind, `$${field}`, value])}`);
    }
  }
  const allowed = new Set(policy.conditions.map(({ field }) => field));
  const extra = [...fields.keys()].filter((name) => !allowed.has(name) && !unspokenOf.test(name));
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`);
  return { bytes: policy.bytes };
}
