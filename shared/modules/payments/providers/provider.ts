/**
 * The interface of a payment provider. It keeps no state between calls: each call receives credentials, API
 * version and the payment. A team adds its providers in `shared/extensions/payment-providers.ts`.
 */
import type { Connection } from '../../integrations/public.ts';
import type { Credentials } from '../../integrations/public-data.ts';
import type { ProviderSnapshot } from '../operations/provider-snapshot.ts';
import type { StoredPayment } from '../payment.ts';
import type { PaymentFailure } from '../sessions/session-contract.ts';

/** The input of every call. */
export interface CallContext {
  /** Undefined for providers without an integration. */
  connection: Pick<Connection, 'credentials' | 'apiVersion'> | undefined;
  timeoutMs: number;
  nowMs: number;
}

/** The input of a call that changes data at the provider. */
export interface WriteContext extends CallContext {
  /** The same for all attempts of one operation. */
  idempotencyKey: string;
}

export interface SessionRequest {
  transactionId: string;
  paymentId: string;
  tenantId: string;
  organizationId: string;
  orderId: string | null;
  amountMinor: number;
  currencyCode: string;
  captureMethod: 'automatic' | 'manual';
  description: string | null;
  metadata: Readonly<Record<string, unknown>>;
  /** The customer pays on a page of the provider, which sends them back afterwards. */
  isHosted: boolean;
  successUrl: string | null;
  cancelUrl: string | null;
  /** Absent for payments without a customer reference. */
  customer?: SessionCustomer | undefined;
}

/** The customer of the session, and the payment method that is saved or charged. */
export interface SessionCustomer {
  /** The provider's id of the customer. */
  id: string;
  /** The caller's reference. */
  reference: string;
  savesMethod: boolean;
  /** Charged immediately, without the customer's presence. */
  methodId?: string | undefined;
}

/** A session that the provider has created. */
export interface Session {
  /** The provider's id of the session, which its messages contain. */
  sessionId: string;
  snapshot: ProviderSnapshot;
  /** For the customer's browser. */
  clientSecret?: string | undefined;
  redirectUrl?: string | undefined;
  providerData?: Record<string, unknown> | undefined;
  clientSession?: Record<string, unknown> | undefined;
  expiresAtMs?: number | undefined;
  /** Why a saved payment method could not be charged. */
  failure?: PaymentFailure | undefined;
}

/** A payment method as the provider returns it. */
export interface SavedMethod {
  id: string;
  type: string;
  brand: string | null;
  last4: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
  wallet: string | null;
  isDefault: boolean;
  createdAtMs: number;
}

export interface SetupRequest {
  tenantId: string;
  organizationId: string;
  customerReference: string;
  gatewayCustomerId: string;
  successUrl: string;
  cancelUrl: string | null;
}

/** A page on which a customer saves a payment method. */
export interface MethodSetup {
  setupId: string;
  redirectUrl: string;
  expiresAtMs: number | null;
}

/** Payment methods that a provider stores for customers. Calls throw ProviderError. */
export interface MethodStore {
  /** Creates a customer and returns the provider's id. */
  createCustomer(
    request: Pick<SetupRequest, 'tenantId' | 'organizationId' | 'customerReference'>,
    context: WriteContext,
  ): Promise<string>;
  createSetup(request: SetupRequest, context: WriteContext): Promise<MethodSetup>;
  /** Newest first; empty if the provider no longer has the customer. */
  list(gatewayCustomerId: string, context: CallContext): Promise<SavedMethod[]>;
  /** Detaches it from its customer permanently. */
  detach(methodId: string, context: WriteContext): Promise<void>;
  setDefault(gatewayCustomerId: string, methodId: string, context: WriteContext): Promise<void>;
}

/** A provider's message about a customer's payment method. */
export interface MethodReport {
  methodId: string;
  state: 'saved' | 'removed';
}

export type PaymentRef = Readonly<StoredPayment>;

export interface EventRequest {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The exact bytes that were signed. */
  body: Buffer;
}

/** Messages that a provider sends on its own initiative. */
export interface ProviderEvents {
  /** The `sessionId` in an unverified message; no other field is read before the message is verified. */
  sessionHint(message: Readonly<Record<string, unknown>>): string | undefined;
  /** Whether the message has a current signature with any secret. Checked before the table is read. */
  isSigned(request: EventRequest, nowSeconds: number): boolean;
  /** Whether it was recently signed with these credentials. */
  isGenuine(request: EventRequest, credentials: Credentials, nowSeconds: number): Promise<boolean>;
  /** Reads a genuine message; undefined if it is not about a payment. */
  read(message: Readonly<Record<string, unknown>>, payment: PaymentRef): ProviderSnapshot | undefined;
  /** Reads a genuine message about a customer's payment method; undefined if it is not about one. */
  readMethod?(message: Readonly<Record<string, unknown>>): MethodReport | undefined;
  /** Id and type of a message; undefined if it has none. */
  nameOf(message: Readonly<Record<string, unknown>>): { id: string; type: string } | undefined;
}

export interface PaymentProvider {
  /** Lower case, digits, underscores. */
  key: string;
  title: string;
  description: string;
  /** The integration with its credentials; absent if it needs none. */
  integrationId?: string;
  /**
   * Who confirms the customer's consent: the provider, so that a pending payment cannot be captured; or the
   * caller by capturing it, for example with cash.
   */
  authorizes: 'provider' | 'caller';
  /** Whether the remainder can be captured later. Otherwise the provider releases it. */
  capturesRepeatedly: boolean;
  /** It has its own payment page. */
  hostsPages?: true;
  /** Absent if it stores no payment methods of customers. */
  methods?: MethodStore;
  /** Prepares for a call, while the caller still waits for other data. */
  prepare?(): void;
  /** What is wrong with an amount by the provider's own rules. */
  amountProblem?(amountMinor: number, currencyCode: string): string | undefined;
  createSession(request: SessionRequest, context: WriteContext): Promise<Session>;
  capture(
    payment: PaymentRef,
    request: { amountMinor: number },
    context: WriteContext,
  ): Promise<ProviderSnapshot>;
  /** The snapshot names exactly the refund that was made. */
  refund(
    payment: PaymentRef,
    request: { amountMinor: number; reason: string | undefined; operation: string },
    context: WriteContext,
  ): Promise<ProviderSnapshot>;
  cancel(
    payment: PaymentRef,
    request: { reason: string | undefined },
    context: WriteContext,
  ): Promise<ProviderSnapshot>;
  /** Queries the payment, with refunds if requested. Absent if there is no provider to query. */
  retrieve?(
    payment: PaymentRef,
    request: { withRefunds: boolean },
    context: CallContext,
  ): Promise<ProviderSnapshot>;
  events?: ProviderEvents;
}

/**
 * Why a call failed. `refused`: the provider understood the call and refuses it. `unsure`: the call may have
 * succeeded. `credentials`: the provider refuses the credentials.
 */
export type FailureKind = 'refused' | 'unsure' | 'credentials';

/** The field that a provider refuses. */
export type RefusedField = 'amount' | 'currencyCode' | 'paymentMethodId' | 'customerReference';

/** A failed call of a provider. Its text is for the log, not for callers. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly kind: FailureKind;
  /** The payment's state in the provider's refusal. */
  readonly snapshot: ProviderSnapshot | undefined;
  /** The refusal concerns the payment's state or an amount, not a problem that a person must fix. */
  readonly isAboutState: boolean;
  /** The refused field of a session. */
  readonly field: RefusedField | undefined;
  readonly code: string | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    more: {
      snapshot?: ProviderSnapshot | undefined;
      isAboutState?: boolean;
      field?: RefusedField | undefined;
      code?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.snapshot = more.snapshot;
    this.isAboutState = more.isAboutState ?? false;
    this.field = more.field;
    this.code = more.code;
  }
}
