import { describe, expect, it } from 'vitest';
import { requestHashOf } from '../../../shared/kernel/http/idempotency.ts';
import {
  type Decision,
  decide,
  nameOf,
  type OperationRequest,
  type OperationState,
  operationFor,
  operationIdOf,
  providerKeyOf,
  responseOf,
  type StoredOperation,
} from '../../../shared/modules/payments/operations/operation.ts';
import type { RefundStatus } from '../../../shared/modules/payments/operations/provider-snapshot.ts';
import { type PaymentAction, paymentStatuses } from '../../../shared/modules/payments/operations/status.ts';
import type { StoredPayment } from '../../../shared/modules/payments/payment.ts';
import { aPayment } from '../../support/builders/payment-rows.ts';

const nowMs = 1_700_000_000_000;
const ask = (action: PaymentAction, amountMinor?: number): OperationRequest => ({
  ...{ action, transactionId: aPayment().id, amountMinor, reason: undefined },
});
const stripe = { authorizes: 'provider', canRetrieve: true } as const;
const cash = { authorizes: 'caller', canRetrieve: false } as const;

const known = (payment: StoredPayment, more: Partial<OperationState> = {}): OperationState => ({
  ...{ payment, operation: undefined, isNamed: false, provider: stripe, isFresh: false, nowMs },
  ...more,
});
const decided = (request: OperationRequest, at: OperationState): Decision['do'] =>
  decide(request, 'hash', at).do;

function operation(values: Partial<StoredOperation> = {}): StoredOperation {
  const about = { id: 'op'.padEnd(64, '0'), transactionId: aPayment().id, requestHash: 'hash' };
  const record = { ...about, action: 'capture', amountMinor: 1_000, attempt: 1 } as const;
  return { ...operationFor(record, 'token', nowMs), ...values };
}

const captured = aPayment({ status: 'captured', capturedMinor: 1_000 });

describe('a new operation', () => {
  const expected: Readonly<Record<PaymentAction, Readonly<Record<string, string>>>> = {
    capture: { pending: 'refresh', authorized: 'run', captured: 'repeat', partially_captured: 'run' },
    refund: { captured: 'run', partially_captured: 'run', partially_refunded: 'run' },
    cancel: { pending: 'run', authorized: 'run', partially_captured: 'run' },
  };

  it.each(
    paymentStatuses.flatMap((status) =>
      (['capture', 'refund', 'cancel'] as const).map(
        (action) => [action, status, expected[action][status] ?? 'refuse'] as const,
      ),
    ),
  )('%s of a %s payment: %s', (action, status, what) => {
    const capturedMinor =
      { captured: 1_000, partially_captured: 600, partially_refunded: 1_000 }[status as string] ?? 0;
    expect(decided(ask(action), known(aPayment({ status, capturedMinor })))).toBe(what);
  });

  it('is refused if the payment is still pending at the provider', () =>
    expect(decide(ask('capture'), 'hash', known(aPayment(), { isFresh: true }))).toEqual({
      do: 'refuse',
      why: 'A pending payment cannot be captured.',
    }));

  it('captures cash without an authorization', () =>
    expect(decided(ask('capture'), known(aPayment(), { provider: cash }))).toBe('run'));

  it.each([
    ['capture', aPayment({ status: 'authorized' }), 1_001],
    ['capture', aPayment({ status: 'partially_captured', capturedMinor: 600 }), 401],
    ['refund', captured, 1_001],
    ['refund', { ...captured, status: 'partially_refunded', unnamedRefundMinor: 700 }, 301],
  ] as const)('%s moves at most the available amount', (action, payment, amount) => {
    expect(decided(ask(action, amount), known(payment))).toBe('refuse');
    expect(decided(ask(action, amount - 1), known(payment))).toBe('run');
  });

  it('uses the whole available amount by default', () => {
    const partly = aPayment({ status: 'partially_captured', capturedMinor: 600 });
    expect(decide(ask('capture'), 'hash', known(partly))).toMatchObject({ do: 'run', amountMinor: 400 });
    const pending = { amountMinor: 300, status: 'pending', reason: null, operation: null, atMs: 0 } as const;
    const refunding = { ...captured, refunds: { re_1: pending } };
    expect(decide(ask('refund'), 'hash', known(refunding))).toMatchObject({ amountMinor: 700 });
  });

  it('repeats a full capture, and no other', () => {
    expect(decided(ask('capture', 1_000), known(captured))).toBe('repeat');
    expect(decided(ask('capture', 400), known(captured))).toBe('refuse');
  });

  it('waits while another one is in progress', () => {
    const active = { id: 'other', token: 't', untilMs: nowMs + 1 };
    expect(decided(ask('refund'), known({ ...captured, active }))).toBe('wait');
  });

  it('queries the provider first if the last one was interrupted, or its result is unknown', () => {
    const active = { id: 'other', token: 't', untilMs: nowMs - 1 };
    expect(decided(ask('refund'), known({ ...captured, active }))).toBe('refresh');
    expect(decided(ask('refund'), known({ ...captured, isUnsure: true }))).toBe('refresh');
    expect(decided(ask('refund'), known({ ...captured, active }, { isFresh: true }))).toBe('run');
    expect(decided(ask('refund'), known({ ...captured, active }, { provider: cash }))).toBe('run');
  });
});

const replay = { do: 'replay', answer: '{"a":1}' };

describe('a repeated operation', () => {
  const authorized = aPayment({ status: 'authorized' });
  const with_ = (values: Partial<StoredOperation>, payment = authorized) =>
    decide(ask('capture'), 'hash', known(payment, { operation: operation(values) }));

  it('returns the first response, in any state of the payment', () => {
    for (const status of paymentStatuses)
      expect(with_({ status: 'succeeded', answer: '{"a":1}' }, aPayment({ status }))).toEqual(replay);
  });

  it('is a conflict with other parameters', () =>
    expect(with_({ requestHash: 'other', status: 'succeeded', answer: '{}' })).toEqual({ do: 'conflict' }));

  it('is remembered for a day', () =>
    expect(with_({ requestHash: 'other', expiresAtMs: nowMs })).toMatchObject({
      do: 'run',
      attempt: 1,
      replaces: undefined,
    }));

  it('waits while a worker executes it', () => expect(with_({})).toEqual({ do: 'wait' }));

  it('is taken over, with the same key, after its lease expires or if its result is unknown', () => {
    for (const values of [{ leaseUntilMs: nowMs }, { status: 'unsure' }] as const)
      expect(with_(values)).toMatchObject({ do: 'run', attempt: 1, amountMinor: 1_000 });
  });

  it('is retried with another key after a refusal, if the payment still allows it', () => {
    expect(with_({ status: 'failed' })).toMatchObject({ do: 'run', attempt: 2 });
    expect(with_({ status: 'failed' }, aPayment({ status: 'cancelled' }))).toMatchObject({ do: 'refuse' });
  });

  it('is completed by the known state of the payment, if it is not recorded', () => {
    expect(with_({}, captured)).toMatchObject({ do: 'settle' });
    expect(with_({ status: 'unsure' }, captured)).toMatchObject({ do: 'settle' });
    expect(with_({ amountMinor: 400 }, captured)).toEqual({ do: 'wait' });
  });

  it('is completed by the refund with its key, and by no other', () => {
    const refund = { ...operation({ action: 'refund', amountMinor: 300 }) };
    const of = (name: string) => ({
      ...captured,
      refunds: {
        re_1: { amountMinor: 300, status: 'succeeded', reason: null, operation: name, atMs: 0 },
      } as const,
    });
    const what = (payment: StoredPayment) =>
      decided(ask('refund', 300), known(payment, { operation: refund }));
    expect(what(of(nameOf(refund)))).toBe('settle');
    expect(what(of('someone else'))).toBe('wait');
    const failed = { ...refund, status: 'failed' } as const;
    expect(decided(ask('refund', 300), known(of(nameOf(refund)), { operation: failed }))).toBe('settle');
    const response = { refundId: 're_1', refundedAmount: 3 };
    expect(responseOf(refund, of(nameOf(refund)))).toMatchObject(response);
  });
});

describe('an equal refund, after the first one', () => {
  const first = operation({ action: 'refund', amountMinor: 300, status: 'succeeded', answer: '{"a":1}' });
  const paymentWith = (status: RefundStatus): StoredPayment => ({
    ...captured,
    refunds: {
      re_1: { amountMinor: 300, status, reason: null, operation: nameOf(first), atMs: 0 },
    },
  });
  const again = (status: RefundStatus, isNamed: boolean) =>
    decide(ask('refund', 300), 'hash', known(paymentWith(status), { operation: first, isNamed }));

  it.each(['pending', 'succeeded'] as const)('is a repetition while that one is %s', (status) => {
    for (const isNamed of [true, false]) expect(again(status, isNamed)).toEqual(replay);
  });

  it.each(['failed', 'cancelled'] as const)(
    'is another one if that one is %s, unless it has a key',
    (status) => {
      expect(again(status, true)).toEqual(replay);
      const another = { do: 'run', attempt: 2, amountMinor: 300, replaces: first };
      expect(again(status, false)).toMatchObject(another);
    },
  );
});

describe('the name of an operation', () => {
  const begun = (values: Partial<StoredOperation>, atMs: number, replaces?: StoredOperation) =>
    operationFor(operation(values), 'token', atMs, replaces);

  it('is the same at the provider in every try of an attempt, and in no other attempt', () => {
    const first = begun({}, nowMs);
    const scope = { tenantId: 't' };
    const namesOf = (one: StoredOperation) => [nameOf(one), providerKeyOf(scope, one)];
    expect(namesOf(begun({}, nowMs + 60_000, first))).toEqual(namesOf(first));
    // Its record expires after a day, and an equal operation on another day is not the same.
    for (const other of [begun({ attempt: 2 }, nowMs + 1, first), begun({}, nowMs + 86_400_000)]) {
      expect(nameOf(other)).not.toBe(nameOf(first));
      expect(providerKeyOf(scope, other)).not.toBe(providerKeyOf(scope, first));
    }
  });

  it('is the caller’s idempotency key in its organization, or derived from the parameters', () => {
    expect(operationIdOf('o', 'a', 'x')).toBe(operationIdOf('o', 'a', 'y'));
    expect(operationIdOf('o', 'a', 'x')).not.toBe(operationIdOf('p', 'a', 'x'));
    expect(operationIdOf('o', undefined, 'x')).not.toBe(operationIdOf('o', undefined, 'y'));
    expect(operationIdOf('o', 'x', 'x')).not.toBe(operationIdOf('o', undefined, 'x'));
    expect(requestHashOf(ask('refund', 1))).not.toBe(requestHashOf(ask('refund', 2)));
  });

  it('differs at the provider for each tenant and each attempt', () => {
    const keys = [
      providerKeyOf({ tenantId: 'a' }, operation()),
      providerKeyOf({ tenantId: 'b' }, operation()),
      providerKeyOf({ tenantId: 'a' }, operation({ attempt: 2 })),
    ];
    expect(new Set(keys).size).toBe(3);
    expect(providerKeyOf({ tenantId: 'a' }, operation({ token: 'other', leaseUntilMs: 5 }))).toBe(keys[0]);
    for (const key of keys) expect(key.length).toBeLessThanOrEqual(255);
  });
});
