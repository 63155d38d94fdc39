import { describe, expect, it } from 'vitest';
import type { Exchange, SendRequest } from '../../../shared/kernel/outbound/send.ts';
import type { CheckInput, CheckResult } from '../../../shared/modules/integrations/check.ts';
import { httpJsonCheck } from '../../../shared/modules/integrations/checks/http-json.ts';
import { s3FilesCheck } from '../../../shared/modules/integrations/checks/s3-files.ts';
import { signedGet } from '../../../shared/modules/integrations/checks/s3-signature.ts';
import { stripeCheck } from '../../../shared/modules/integrations/checks/stripe.ts';
import { healthChecks } from '../../../shared/modules/integrations/checks.ts';
import { healthCheckOf, integrations } from '../../../shared/modules/integrations/registry.ts';
import { runCheck } from '../../../shared/modules/integrations/run-check.ts';

const nothing: Exchange = {
  ...{ startedAtMs: 0, durationMs: 1, status: null, problem: null },
  ...{ responseHeaders: null, responseBody: null },
};

/** The input of a check, and its requests through each of the two senders. */
function anInput(
  credentials: CheckInput['credentials'],
  answer: Partial<Exchange>,
  apiVersion: string | null = null,
) {
  const sent: (SendRequest & { trusted: boolean })[] = [];
  const through = (trusted: boolean) => async (request: SendRequest) => {
    sent.push({ ...request, trusted });
    return { ...nothing, ...answer };
  };
  const senders = { send: through(false), sendTrusted: through(true) };
  const nowMs = Date.parse('2013-05-24T00:00:00Z');
  return { input: { credentials, apiVersion, timeoutMs: 1_000, nowMs, ...senders }, sent };
}

const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;

describe('the signature for S3', () => {
  const access = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };

  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
  it.each([
    [{ lifecycle: '' }, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [{ prefix: 'J', 'max-keys': '2' }, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ])('of a GET with %j matches the documentation', async (query, signature) => {
    const request = { endpoint: new URL('https://examplebucket.s3.amazonaws.com'), bucket: '', query };
    const { headers } = await signedGet(request, access, Date.parse('2013-05-24T00:00:00Z'));
    expect(headers.authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
        `SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
    );
  });

  it('uses the URL encoding of AWS', async () => {
    const odd = "a b/c!'()*~é";
    const request = { endpoint: new URL('http://localhost:9000/s3/'), bucket: odd, query: { prefix: odd } };
    const { url, headers } = await signedGet(request, access, 0);
    const encoded = 'a%20b%2Fc%21%27%28%29%2A~%C3%A9';
    expect(url).toBe(`http://localhost:9000/s3/${encoded}?prefix=${encoded}`);
    expect(headers).not.toHaveProperty('host');
  });
});

describe('the check of files', () => {
  const credentials = { bucket: 'data', accessKeyId: 'AKID', secretAccessKey: 'secret', region: 'eu-west-1' };

  it.each<[number, string, Partial<CheckResult>]>([
    [403, error('InvalidAccessKeyId'), { status: 'unhealthy', authFailed: true }],
    [400, error('ExpiredToken'), { status: 'unhealthy', authFailed: true }],
    [403, error('AccessDenied'), { message: 'The access key has no permission to list the bucket.' }],
    [404, error('NoSuchBucket'), { status: 'unhealthy', message: 'The bucket does not exist.' }],
    [301, error('PermanentRedirect'), { status: 'unhealthy', message: 'The bucket is in another region.' }],
    [503, error('SlowDown'), { status: 'degraded' }],
    [403, '', { status: 'degraded' }],
  ])('answered %d %s', async (status, responseBody, result) => {
    const found = await s3FilesCheck(anInput(credentials, { status, responseBody }).input);
    expect(found).toMatchObject(result);
    expect(found.authFailed ?? false).toBe(result.authFailed ?? false);
  });

  it('calls AWS in the region, or the configured endpoint', async () => {
    const aws = anInput(credentials, { status: 200 });
    await s3FilesCheck(aws.input);
    expect(aws.sent[0]).toMatchObject({
      url: 'https://s3.eu-west-1.amazonaws.com/data?list-type=2&max-keys=1',
      trusted: false,
    });
    const other = anInput({ ...credentials, endpoint: 'https://minio.example.com/s3/' }, { status: 200 });
    await s3FilesCheck(other.input);
    expect(other.sent[0]?.url).toBe('https://minio.example.com/s3/data?list-type=2&max-keys=1');
  });
});

describe('the check of Stripe', () => {
  const credentials = { secretKey: 'sk_test_1' };

  it.each<[Partial<Exchange>, Partial<CheckResult>]>([
    [{ status: 401 }, { status: 'unhealthy', authFailed: true }],
    [{ status: 403 }, { status: 'degraded' }],
    [{ status: 500 }, { status: 'degraded' }],
    [{ problem: 'dns' }, { message: 'Stripe is unreachable: its host name cannot be resolved.' }],
    [{ problem: 'timeout' }, { status: 'unhealthy', details: { problem: 'timeout' } }],
  ])('answered %j', async (answer, result) => {
    expect(await stripeCheck(anInput(credentials, answer).input)).toMatchObject(result);
  });

  it('uses the selected API version', async () => {
    const { input, sent } = anInput(credentials, { status: 200 }, '2024-12-18');
    await stripeCheck(input);
    expect(sent[0]).toMatchObject({
      url: 'https://api.stripe.com/v1/account',
      headers: { authorization: 'Bearer sk_test_1', 'stripe-version': '2024-12-18.acacia' },
    });
  });
});

describe('the check of JSON over HTTP', () => {
  it('uses the guarded client', async () => {
    const credentials = { baseUrl: 'http://10.0.0.1/', token: 't' };
    const { input, sent } = anInput(credentials, { problem: 'unsafe' });
    expect(await httpJsonCheck(input)).toMatchObject({
      status: 'unhealthy',
      message: 'The API is unreachable: its host has no public address.',
    });
    expect(sent).toMatchObject([{ trusted: false, method: 'GET' }]);
  });

  it.each([
    [401, true],
    // Such as that of a gateway for an address without an endpoint.
    [403, false],
  ])('answered %d asks for other credentials: %s', async (status, isAsked) => {
    const { input } = anInput({ baseUrl: 'https://api.example.com/v1', token: 't' }, { status });
    expect((await httpJsonCheck(input)).authFailed ?? false).toBe(isAsked);
  });
});

describe('the result of a check', () => {
  const connection = { credentials: {}, apiVersion: null, secrets: ['sk_live_secret'] };

  it.each([
    ['throws', async () => Promise.reject(new Error('Bad key sk_live_secret')), 'Bad key [removed]'],
    ['answers nonsense', async () => ({ status: 'great' }) as never, undefined],
    ['never ends', () => new Promise<never>(() => undefined), 'The check took too long.'],
  ])('and %s is unhealthy', async (_, check, message) => {
    const found = await runCheck(check, connection, 20);
    expect(found).toMatchObject({ status: 'unhealthy' });
    expect(found.message).toBe(message);
  });

  it('names a secret that no header can contain, and asks for another one', async () => {
    const bucket = { bucket: 'b', accessKeyId: 'AKIA\n', secretAccessKey: 's', secretKey: 'schlüssel…' };
    const credentials = { ...bucket, baseUrl: 'https://api.example', token: 'to\nken' };
    for (const check of [httpJsonCheck, stripeCheck, s3FilesCheck]) {
      const found = await runCheck(check, { ...connection, credentials, secrets: [] });
      const name = expect.stringMatching(/^(token|secretKey|accessKeyId) has characters/);
      expect(found).toMatchObject({ status: 'unhealthy', authFailed: true, message: name });
    }
  });

  it('contains no secrets', async () => {
    const check = async () => ({ status: 'healthy', details: { key: 'sk_live_secret' } }) as const;
    expect(await runCheck(check, connection)).toMatchObject({ details: { key: '[removed]' } });
  });
});

it('every check of a definition exists', () => {
  const named = integrations.map(healthCheckOf).filter((name) => name !== undefined);
  expect(named.filter((name) => !(name in healthChecks))).toEqual([]);
});
