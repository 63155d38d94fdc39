import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, signatures } from '../../../shared/modules/webhooks/deliveries/sign.ts';

/** The example of the Standard Webhooks specification's reference implementations. */
const known = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const signKnown = (secret = known.secret) =>
  signatures([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}');
const nowSeconds = Math.floor(Date.now() / 1000);
const sign = (...secrets: string[]) => signatures(secrets, 'msg_1', nowSeconds, '{}');

describe('signatures', () => {
  it('are those of the specification, with or without the prefix of the secret', () => {
    expect(signKnown()).toBe(known.signature);
    expect(signKnown(known.secret.slice('whsec_'.length))).toBe(known.signature);
  });

  it('are one per secret, in the order of the secrets', () => {
    const [first, second] = [newSecret(), newSecret()];
    expect(sign(first, second)).toBe(`${sign(first)} ${sign(second)}`);
  });

  it('are correct for more keys than the cache holds', () => {
    for (let count = 0; count < 2_100; count++) sign(newSecret());
    expect(signKnown()).toBe(known.signature);
  });

  it.each(['', 'whsec_', 'whsec_=='])('are not made with the empty secret %j', (secret) => {
    expect(() => sign(secret)).toThrow(RangeError);
  });

  it('match an independent implementation in both directions, for any content', () => {
    const secrets = fc
      .uint8Array({ minLength: 1, maxLength: 100 })
      .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
    const ids = fc.string({ minLength: 1 }).filter((id) => !id.includes('.'));
    fc.assert(
      fc.property(secrets, ids, fc.json(), (secret, id, body) => {
        const theirs = new Webhook(secret);
        const signature = signatures([secret], id, nowSeconds, body);
        expect(signature).toBe(theirs.sign(id, new Date(nowSeconds * 1000), body));
        const headers = { 'webhook-id': id, 'webhook-timestamp': String(nowSeconds) };
        expect(theirs.verify(body, { ...headers, 'webhook-signature': signature })).toEqual(JSON.parse(body));
      }),
    );
  });
});
