/** CPU time of what webhooks do for every message. */
import { Webhook } from 'standardwebhooks';
import { newSecret, signatures, verifySignature } from '../../../shared/webhooks/sign.ts';
import type { Bench, Measurement } from '../bench.ts';
import { inTurn, median } from '../statistics.ts';

const rounds = 7;
const messages = 3_000;
/** A delivery of a common size. */
const body = JSON.stringify({
  type: 'sales.order.shipped',
  timestamp: '2026-03-01T09:30:00.000Z',
  data: {
    id: 'SO-1001',
    lines: Array.from({ length: 20 }, (_, line) => ({ line, sku: `SKU-${line}-BLUE` })),
  },
});

/** Microseconds for one message, signed and verified. Throws when a signature does not hold. */
async function timeOf(signAndVerify: (id: string) => boolean): Promise<number> {
  const startMs = performance.now();
  for (let message = 0; message < messages; message++) {
    if (!signAndVerify(`msg_${message}`)) throw new Error('The signature does not hold.');
  }
  return ((performance.now() - startMs) * 1000) / messages;
}

async function measureSignVerify(): Promise<Measurement> {
  const secret = newSecret();
  const theirs = new Webhook(secret);
  const now = new Date();
  const nowSeconds = Math.floor(now.getTime() / 1000);
  const headersOf = (id: string, signature: string) => ({
    'webhook-id': id,
    'webhook-timestamp': String(nowSeconds),
    'webhook-signature': signature,
  });
  const signAndVerify = (id: string) =>
    verifySignature(secret, headersOf(id, signatures([secret], id, nowSeconds, body)), body, nowSeconds);
  const signAndVerifyTheirs = (id: string) => {
    // Throws on a wrong signature; ours does not parse the body either.
    theirs.verify(body, headersOf(id, theirs.sign(id, now, body)), { jsonParse: false });
    return true;
  };
  // The first round compiles the code and is not counted.
  const { ours, other } = await inTurn(rounds + 1, {
    ours: () => timeOf(signAndVerify),
    other: () => timeOf(signAndVerifyTheirs),
  });
  return {
    ours: median(ours.slice(1)),
    other: median(other.slice(1)),
    notes: [`median of ${rounds} times ${messages} messages of ${Buffer.byteLength(body)} B`],
  };
}

export const webhookBenches: readonly Bench[] = [
  {
    name: 'sign-verify',
    unit: 'µs per message',
    against: 'the reference library, standardwebhooks',
    bar: 1,
    measure: measureSignVerify,
  },
];
