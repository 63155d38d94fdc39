import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedHeaders } from '../../../shared/kernel/aws/signature.ts';
import { type KmsCalls, kmsCalls, ownAccess } from '../../../shared/kernel/secrets/kms.ts';

interface Seen {
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

let seen: Seen[];
/** What is answered, in turn; null breaks the connection. */
let answers: ([status: number, body: object] | null)[];
let calls: KmsCalls;
const server = createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
  seen.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
  const answer = answers.shift();
  if (answer) response.writeHead(answer[0]).end(JSON.stringify(answer[1]));
  else request.socket.destroy();
});

beforeEach(async () => {
  [seen, answers] = [[], []];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = {
    accessKeyId: 'AKID',
    secretAccessKey: 'secret',
    sessionToken: 'token',
    region: 'eu-west-1',
  };
  calls = kmsCalls(() => ({ ...access, endpoint }));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const request = { keyId: 'alias/a', context: { tenantId: 'one' } };
const key = Buffer.alloc(32, 7).toString('base64');

describe('a call of KMS', () => {
  it('says what it wants, signed by its caller', async () => {
    answers = [[200, { Plaintext: key, CiphertextBlob: 'Y2lwaGVy', KeyId: 'arn' }]];
    expect(await calls.generateDataKey(request)).toEqual({
      plain: Buffer.alloc(32, 7),
      ciphertext: 'Y2lwaGVy',
      keyId: 'arn',
    });
    expect(seen[0]?.body).toEqual({
      KeyId: 'alias/a',
      KeySpec: 'AES_256',
      EncryptionContext: { tenantId: 'one' },
    });
    expect(seen[0]?.headers).toMatchObject({
      'x-amz-target': 'TrentService.GenerateDataKey',
      'x-amz-security-token': 'token',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/kms\/aws4_request,SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target,Signature=[0-9a-f]{64}$/,
      ),
    });
  });

  it.each([
    ['throttles', [400, { __type: 'ThrottlingException', message: 'slow down' }]],
    ['is down', [503, {}]],
    ['ends the connection', null],
  ] as const)('is repeated when KMS %s', async (_, answer) => {
    const fails = answer && ([...answer] as [number, object]);
    answers = [fails, fails, [200, { Plaintext: key }]];
    expect(await calls.decrypt({ ...request, ciphertext: 'Y2lwaGVy' })).toEqual(Buffer.alloc(32, 7));
    expect(seen).toHaveLength(3);
  });

  it('has failed after three times', async () => {
    answers = Array.from({ length: 4 }, () => [500, { __type: 'KMSInternalException' }]);
    await expect(calls.generateDataKey(request)).rejects.toMatchObject({
      name: 'KMSInternalException',
      $metadata: { httpStatusCode: 500 },
    });
    expect(seen).toHaveLength(3);
  });

  it('that is refused is not repeated, and says why', async () => {
    answers = [[400, { __type: 'com.amazonaws.kms#AccessDeniedException', Message: 'not yours' }]];
    await expect(calls.generateDataKey(request)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: 'not yours',
    });
    expect(seen).toHaveLength(1);
  });
});

describe('a function', () => {
  it('calls KMS of its own region, or the given endpoint', () => {
    const before = { ...process.env };
    try {
      Object.assign(process.env, {
        AWS_ACCESS_KEY_ID: 'a',
        AWS_SECRET_ACCESS_KEY: 'b',
        AWS_ENDPOINT_URL: '',
      });
      process.env.AWS_REGION = 'eu-central-1';
      expect(ownAccess().endpoint).toBe('https://kms.eu-central-1.amazonaws.com');
      process.env.AWS_REGION = 'cn-north-1';
      expect(ownAccess().endpoint).toBe('https://kms.cn-north-1.amazonaws.com.cn');
      process.env.AWS_ENDPOINT_URL = 'http://127.0.0.1:1';
      expect(ownAccess().endpoint).toBe('http://127.0.0.1:1');
      process.env.AWS_ACCESS_KEY_ID = '';
      expect(ownAccess).toThrow('missing');
    } finally {
      process.env = before;
    }
  });
});

describe('a signature', () => {
  // The suite of examples that AWS publishes for its signatures: post-vanilla and post-x-www-form-urlencoded.
  it.each([
    [{}, '', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      { 'content-type': 'application/x-www-form-urlencoded' },
      'Param1=value1',
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
  ])('of %j and %j is AWS’s own', (headers, body, signature) => {
    const access = {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    };
    const signed = signedHeaders(
      { method: 'POST', service: 'service', host: 'example.amazonaws.com', path: '/', headers, body },
      access,
      Date.UTC(2015, 7, 30, 12, 36),
    );
    expect(signed.authorization).toMatch(new RegExp(`Signature=${signature}$`));
  });
});
