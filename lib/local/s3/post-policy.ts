/**
 * Forms that browsers post to a bucket: the form contains a signed policy that limits its content.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { AwsError } from '../gateway/aws-service.ts';
import type { AwsIdentity, IdentityRegistry } from '../types.ts';
import type { PostedForm } from './form.ts';
import { notImplemented } from './request.ts';

type FormFields = PostedForm['fields'];

/** Returns the identity that signed the form's policy. Throws AwsError for an unsigned form or a wrong signature. */
export function signerOf(fields: FormFields, registry: IdentityRegistry): AwsIdentity {
  const field = (name: string): string => {
    const value = fields.get(name);
    if (!value) throw new AwsError('AccessDenied', 'Access Denied', 403);
    return value;
  };
  // No further parts: with the policy of another form as a part, its signature would sign any policy.
  const [accessKeyId = '', ...scope] = field('x-amz-credential').split('/', 5);
  const given = Buffer.from(field('x-amz-signature'), 'hex');
  const signer = registry.findSigner(accessKeyId);
  if (signer === undefined) {
    throw new AwsError('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist.', 403);
  }
  const expected = [...scope, field('policy')].reduce<string | Buffer>(
    (key, text) => createHmac('sha256', key).update(text).digest(),
    `AWS4${signer.secretAccessKey}`,
  );
  const isRight = given.byteLength === expected.length && timingSafeEqual(given, Buffer.from(expected));
  if (!isRight || field('x-amz-algorithm') !== 'AWS4-HMAC-SHA256' || scope[2] !== 's3') {
    throw new AwsError('SignatureDoesNotMatch', 'The request signature does not match.', 403);
  }
  return signer;
}

/** The value of a field, exactly or its beginning, and the size of the file in bytes. */
const policyShape = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.record(z.string(), z.string()),
      z.tuple([z.enum(['eq', 'starts-with']), z.string(), z.string()]),
      z.tuple([z.literal('content-length-range'), z.number(), z.number()]),
    ]),
  ),
});

function parsePolicy(fields: FormFields): z.infer<typeof policyShape> {
  try {
    return z.parse(policyShape, JSON.parse(Buffer.from(fields.get('policy') ?? '', 'base64').toString()));
  } catch {
    const message = 'Invalid Policy: it is not JSON, or has conditions that are not supported locally.';
    throw new AwsError('InvalidPolicyDocument', message);
  }
}

const denied = (message: string): AwsError =>
  new AwsError('AccessDenied', `Invalid according to Policy: ${message}`, 403);

/** Fields that a policy need not mention. */
const unspokenOf = /^(policy|x-amz-signature|x-ignore-.*)$/;
const unsupported = /^(redirect|success_action_redirect|tagging)$/;

/**
 * Checks the form against its policy, and returns the allowed size of its file in bytes. Throws AccessDenied for an
 * expired policy, a failed condition, and a field that no condition allows.
 */
export function checkForm(bucket: string, fields: FormFields): { min: number; max: number } {
  const { expiration, conditions } = parsePolicy(fields);
  if (Date.parse(expiration) <= Date.now()) throw denied('Policy expired.');
  const values = new Map([...fields, ['bucket', bucket]]);
  const allowed = new Set<string>();
  const size = { min: 0, max: Number.POSITIVE_INFINITY };
  for (const condition of conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      [, size.min, size.max] = condition;
      continue;
    }
    const rules = Array.isArray(condition)
      ? [condition]
      : Object.entries(condition).map(([name, value]) => ['eq', name, value] as const);
    for (const [kind, name, value] of rules) {
      const field = name.replace(/^\$/, '').toLowerCase();
      allowed.add(field);
      const given = values.get(field);
      const holds = kind === 'eq' ? given === value : given?.startsWith(value);
      if (!holds) throw denied(`Policy Condition failed: ${JSON.stringify([kind, `$${field}`, value])}`);
    }
  }
  const extra = [...fields.keys()].filter((name) => !allowed.has(name) && !unspokenOf.test(name));
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`);
  const refused = [...fields.keys()].find((name) => unsupported.test(name));
  if (refused !== undefined) throw notImplemented(`The field ${refused} of a form`);
  return size;
}
