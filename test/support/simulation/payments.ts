/**
 * Clients refund parts of one payment, each under a name of its own and one under a common name, and repeat what was not
 * answered; some responses of the provider are lost. Each named refund happens once at the provider, and no client sees less
 * refunded than a client before it.
 */
import { inject } from 'vitest';
import { randomBetween, seededRandom } from '../../../lib/lab/faults/random.ts';
import { History } from '../../../lib/lab/faults/simulation/history.ts';
import { linearize, type Model } from '../../../lib/lab/faults/simulation/linearizability.ts';
import { clients, findingOf, type Scenario } from '../../../lib/lab/faults/simulation/scenario.ts';
import { Simulation } from '../../../lib/lab/faults/simulation/simulation.ts';
import {
  aCaptured,
  aMerchant,
  onStripe,
  operate,
  paymentsPath,
  stripeControl,
} from '../builders/payments.ts';

const amount = 5;
const common = 'common';
const maxTries = 4;
const maxLostResponses = 2;

type Call = { refund: string } | { read: true };
type Outcome = { refunded: number } | { isAccepted: true };

/** The state is the sorted names of the refunds that have happened. */
const ledger: Model<readonly string[], Call, Outcome> = {
  initial: [],
  keyOf: (names) => names.join(' '),
  apply(names, call, outcome) {
    if ('read' in call) {
      if (outcome === undefined) return names;
      return 'refunded' in outcome && outcome.refunded === names.length * amount ? names : undefined;
    }
    return names.includes(call.refund) ? names : [...names, call.refund].toSorted();
  },
};

async function refundsAt(sessionId: string): Promise<number> {
  const { apiBase, secretKey } = inject('stripe');
  const response = await fetch(`${apiBase}/v1/refunds?payment_intent=${sessionId}`, {
    headers: { authorization: `Bearer ${secretKey}` },
  });
  const { data } = (await response.json()) as { data: object[] };
  return data.length;
}

export const payments: Scenario = {
  name: 'refunds of a payment',
  // A refund waits for the one that another worker is at.
  oneOf: 5,
  async run({ seed, shares, sabotage }) {
    const caller = await aMerchant();
    const payment = await aCaptured(caller);
    const random = seededRandom('payments', seed);
    const lost = randomBetween(random, 0, maxLostResponses + 1);
    const { sessionId: intent } = payment;
    const failure = { kind: 'disconnect', path: 'refunds', afterExecution: true, times: lost };
    if (lost > 0) await onStripe({ intent, fail: failure });
    const simulation = new Simulation({ random, shares, sabotage });
    const history = new History<Call, Outcome>(simulation);

    const refund = async (client: number, operationId: string): Promise<void> => {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const outcome = await history.record(client, { refund: operationId }, async () => {
          const { status } = await operate(caller, 'refund', payment, { amount, operationId });
          return status === 200 ? { isAccepted: true } : undefined;
        });
        if (outcome !== undefined) return;
      }
    };
    const read = (client: number) =>
      history.record(client, { read: true }, async () => {
        const { status, body } = await caller.api.get<{ amountRefunded: number }>(
          `${paymentsPath}/status?transactionId=${payment.transactionId}`,
        );
        return status === 200 ? { refunded: body.amountRefunded } : undefined;
      });

    await simulation.run(
      clients.map(() => async (client) => {
        await refund(client, `client ${client}`);
        await read(client);
        await refund(client, common);
        await read(client);
      }),
    );
    await read(0);

    const problems: string[] = [];
    const accepted = new Set(
      history.operations.flatMap(({ call, outcome }) =>
        'refund' in call && outcome !== undefined ? [call.refund] : [],
      ),
    );
    const asked = clients.length + 1;
    // Injected disconnects that are left would affect this query.
    await stripeControl('DELETE', `?intent=${intent}`);
    const made = await refundsAt(payment.sessionId);
    if (made < accepted.size || made > asked)
      problems.push(
        `${made} refunds were made of ${asked} that were asked for and ${accepted.size} accepted`,
      );
    if (accepted.size === asked && made !== asked)
      problems.push(`${made} refunds were made instead of ${asked}`);
    const few = history.operations.filter(({ call, outcome }) => 'read' in call || outcome !== undefined);
    if (linearize(few, ledger) === undefined && accepted.size === asked)
      problems.push('no order of the operations explains what the clients saw');
    return findingOf(simulation, problems, history.operations);
  },
};
