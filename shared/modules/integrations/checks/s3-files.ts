import { assertSendable } from '../../../kernel/outbound/bearer.ts';
import type { CheckResult, HealthCheck } from '../check.ts';
import { mayBePrivate, textOf } from '../credentials.ts';
import { toResult } from './http-result.ts';
import { signedGet } from './s3-signature.ts';

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const badCredentials = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'TokenRefreshRequired',
  'InvalidSecurity',
]);
const messages: Readonly<Record<string, string>> = {
  NoSuchBucket: 'The bucket does not exist.',
  AccessDenied: 'The access key has no permission to list the bucket.',
  PermanentRedirect: 'The bucket is in another region.',
  AuthorizationHeaderMalformed: 'The bucket is in another region.',
  InvalidBucketName: 'The name of the bucket is not valid.',
};

/** Returns the result for a known error code of S3, otherwise undefined. */
function fromError(status: number, body: string | null): CheckResult | undefined {
  const [, code] = /<Code>(\w{1,64})<\/Code>/.exec(body ?? '') ?? [];
  if (code === undefined) return undefined;
  const details = { status, code };
  if (badCredentials.has(code))
    return {
      status: 'unhealthy',
      message: `S3 rejects the access key (${code}).`,
      details,
      authFailed: true,
    };
  const message = messages[code];
  return message === undefined ? undefined : { status: 'unhealthy', message, details };
}

/** Returns the configured endpoint, otherwise that of the deployment's AWS, which is an emulator locally. */
function endpointOf(configured: string | undefined, region: string): string {
  return configured ?? process.env.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`;
}

/** Lists one object of the bucket with the access key. */
export const s3FilesCheck: HealthCheck = async ({ credentials, send, sendTrusted, timeoutMs, nowMs }) => {
  const [bucket, accessKeyId, secretAccessKey] = ['bucket', 'accessKeyId', 'secretAccessKey'].map((key) =>
    textOf(credentials, key),
  );
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return { status: 'unhealthy', message: 'bucket, accessKeyId or secretAccessKey is missing.' };
  assertSendable('accessKeyId', accessKeyId);
  const region = textOf(credentials, 'region') ?? process.env.AWS_REGION ?? 'us-east-1';
  const endpoint = URL.parse(endpointOf(textOf(credentials, 'endpoint'), region));
  if (endpoint === null) return { status: 'unhealthy', message: 'The endpoint is not a URL.' };
  const prefix = textOf(credentials, 'prefix');
  const query = { 'list-type': '2', 'max-keys': '1', ...(prefix !== undefined && { prefix }) };
  const access = { accessKeyId, secretAccessKey, region };
  const { url, headers } = await signedGet({ endpoint, bucket, query }, access, nowMs);
  const sendRequest = mayBePrivate(url) ? sendTrusted : send;
  const exchange = await sendRequest({ url, method: 'GET', headers, timeoutMs });
  const { status, responseBody } = exchange;
  const knownError = status === null || status < 300 ? undefined : fromError(status, responseBody);
  return knownError ?? toResult('The bucket', exchange, []);
};
