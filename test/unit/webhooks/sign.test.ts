import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, signatures } from '../../../shared/modules/webhooks/deliveries/sign.ts';

/** The example of the Standard Webhooks specification's reference implementations. */
const known = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const nowSeconds = Math.floor(Date.now() / 1000);

interface Message {
  secret: string;
  id: string;
  timestamp: number;
  body: string;
}

const aMessage = (overrides: Partial<Message> = {}): Message => ({
  secret: newSecret(),
  id: 'msg_1',
  timestamp: nowSeconds,
  body: '{"type":"sales.order.shipped"}',
  ...overrides,
});

function headersOf({ secret, id, timestamp, body }: Message, moreSecrets: readonly string[] = []) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures([secret, ...moreSecrets], id, timestamp, body),
  };
}

const anyMessage = fc.record({
  secret: fc
    .uint8Array({ minLength: 1, maxLength: 100 })
    .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`),
  id: fc.string({ minLength: 1 }).filter((id) => !id.includes('.')),
  timestamp: fc.constant(nowSeconds),
  body: fc.json(),
});

describe('a new secret', () => {
  it('is the prefix and 24 random bytes in base64', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(24);
  });

  it('is always different', () => {
    expect(new Set(Array.from({ length: 1_000 }, newSecret)).size).toBe(1_000);
  });
});

describe('signatures', () => {
  it('are those of the specification', () => {
    expect(signatures([known.secret], known.id, known.timestamp, known.body)).toBe(known.signature);
  });

  it('are the same with a secret without its prefix', () => {
    const secret = known.secret.slice('whsec_'.length);
    expect(signatures([secret], known.id, known.timestamp, known.body)).toBe(known.signature);
  });

  it('are one per secret, in the order of the secrets', () => {
    const [first, second] = [newSecret(), newSecret()];
    const one = (secret: string) => signatures([secret], 'msg_1', nowSeconds, '{}');
    expect(signatures([first, second], 'msg_1', nowSeconds, '{}')).toBe(`${one(first)} ${one(second)}`);
  });

  it('are correct for more keys than the cache holds', () => {
    for (let count = 0; count < 2_100; count++) signatures([newSecret()], 'msg_1', nowSeconds, '{}');
    expect(signatures([known.secret], known.id, known.timestamp, known.body)).toBe(known.signature);
  });

  it.each(['', 'whsec_', 'whsec_=='])('are not made with the empty secret %j', (secret) => {
    expect(() => signatures([secret], 'msg_1', nowSeconds, '{}')).toThrow(RangeError);
  });

  it('match an independent implementation in both directions, for any content', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const { secret, id, timestamp, body } = message;
        const theirs = new Webhook(secret);
        const headers = headersOf(message);
        expect(headers['webhook-signature']).toBe(theirs.sign(id, new Date(timestamp * 1000), body));
        expect(theirs.verify(body, headers)).toEqual(JSON.parse(body));
      }),
    );
  });

  it('of two secrets are accepted by receivers with either of them', () => {
    const message = aMessage();
    const old = newSecret();
    const headers = headersOf(message, [old]);
    for (const secret of [message.secret, old]) {
      expect(() => new Webhook(secret).verify(message.body, headers)).not.toThrow();
    }
  });
});
