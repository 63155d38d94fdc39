/**
 * What a payment provider is to the platform. It keeps nothing between calls: credentials, version and what is known
 * of the payment come with each. A team adds its own in `shared/extensions/payment-providers.ts`.
 */
import type { Connection } from '../../integrations/public.ts';
import type { Credentials } from '../../integrations/public-light.ts';
import type { ProviderSnapshot } from '../operations/provider-snapshot.ts';
import type { StoredPayment } from '../payment.ts';
import type { PaymentFailure } from '../sessions/session-contract.ts';

/** How a call may be made. */
export interface CallContext {
  /** Of providers without an integration there is none. */
  connection: Pick<Connection, 'credentials' | 'apiVersion'> | undefined;
  timeoutMs: number;
  nowMs: number;
}

/** A call that changes something at the provider. */
export interface WriteContext extends CallContext {
  /** The same for all tries of what is to happen once. */
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
  /** The customer pays on a page of the provider's, which sends them back. */
  isHosted: boolean;
  successUrl: string | null;
  cancelUrl: string | null;
  /** Absent for payments without a customer reference. */
  customer?: SessionCustomer | undefined;
}

/** Whose payment it is, and which payment method is saved or charged with it. */
export interface SessionCustomer {
  /** The provider's id of the customer. */
  id: string;
  /** The caller's. */
  reference: string;
  savesMethod: boolean;
  /** Charged at once, without the customer. */
  methodId?: string | undefined;
}

/** A session as the provider made it. */
export interface Session {
  /** The provider's own id of it, which its messages name. */
  sessionId: string;
  facts: ProviderSnapshot;
  /** For the customer's browser. */
  clientSecret?: string | undefined;
  redirectUrl?: string | undefined;
  providerData?: Record<string, unknown> | undefined;
  clientSession?: Record<string, unknown> | undefined;
  expiresAtMs?: number | undefined;
  /** Why a saved payment method could not be charged. */
  failure?: PaymentFailure | undefined;
}

/** A payment method as the provider shows it. */
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

/** Payment methods that a provider keeps for customers. Calls throw ProviderError. */
export interface MethodStore {
  /** Makes a customer and returns the provider's id. */
  createCustomer(
    request: Pick<SetupRequest, 'tenantId' | 'organizationId' | 'customerReference'>,
    context: WriteContext,
  ): Promise<string>;
  createSetup(request: SetupRequest, context: WriteContext): Promise<MethodSetup>;
  /** The newest first; empty when the provider no longer has the customer. */
  list(gatewayCustomerId: string, context: CallContext): Promise<SavedMethod[]>;
  /** Takes it away from its customer for good. */
  detach(methodId: string, context: WriteContext): Promise<void>;
  setDefault(gatewayCustomerId: string, methodId: string, context: WriteContext): Promise<void>;
}

/** What a provider's message says about a payment method of a customer. */
export interface MethodReport {
  methodId: string;
  state: 'saved' | 'removed';
}

export type PaymentRef = Readonly<StoredPayment>;

export interface EventRequest {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The very bytes that were signed. */
  body: Buffer;
}

/** Messages that a provider sends by itself. */
export interface ProviderEvents {
  /** The `sessionId` that a message claims to be about; nothing else of it is looked at before it is verified. */
  sessionHint(message: Readonly<Record<string, unknown>>): string | undefined;
  /** Does the message bear a signature of now, by whichever secret? Asked before anything is read from the table. */
  isSigned(request: EventRequest, nowSeconds: number): boolean;
  /** Was it signed with these credentials, lately? */
  isGenuine(request: EventRequest, credentials: Credentials, nowSeconds: number): Promise<boolean>;
  /** What a genuine message says; undefined for one that says nothing about payments. */
  read(message: Readonly<Record<string, unknown>>, payment: PaymentRef): ProviderSnapshot | undefined;
  /** What a genuine message says about a customer's payment method; undefined for one that says nothing of any. */
  readMethod?(message: Readonly<Record<string, unknown>>): MethodReport | undefined;
  /** Id and type of a message; undefined when it has none. */
  nameOf(message: Readonly<Record<string, unknown>>): { id: string; type: string } | undefined;
}

export interface PaymentProvider {
  /** Lower case, digits, underscores. */
  key: string;
  title: string;
  description: string;
  /** The integration that it has its credentials of; none for providers that need no connection. */
  integrationId?: string;
  /**
   * Who says that the customer agreed: the provider, so that a pending payment cannot be captured; or the caller of the capture
   * it, as with cash.
   */
  authorizes: 'provider' | 'caller';
  /** A second capture may take what the first left. Otherwise the provider lets go of the rest. */
  capturesRepeatedly: boolean;
  /** It has a payment page of its own. */
  hostsPages?: true;
  /** It keeps payment methods of customers. */
  methods?: MethodStore;
  /** Gets ready for a call, while its caller still waits for something else. */
  prepare?(): void;
  /** What is wrong with an amount, as far as it is the provider's own rule. */
  amountProblem?(amountMinor: number, currencyCode: string): string | undefined;
  createSession(request: SessionRequest, context: WriteContext): Promise<Session>;
  capture(
    payment: PaymentRef,
    request: { amountMinor: number },
    context: WriteContext,
  ): Promise<ProviderSnapshot>;
  /** The facts name the one refund that was made. */
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
  /** What holds at the provider, refunds included when asked for. Absent where there is no provider to query. */
  retrieve?(
    payment: PaymentRef,
    request: { withRefunds: boolean },
    context: CallContext,
  ): Promise<ProviderSnapshot>;
  events?: ProviderEvents;
}

/**
 * Why a call failed. `refused`: the provider understood it and will not do it. `unsure`: it may have been done, or not.
 * `credentials`: the provider does not take the credentials.
 */
export type FailureKind = 'refused' | 'unsure' | 'credentials';

/** Field of a request that a provider does not take. */
export type RefusedField = 'amount' | 'currencyCode' | 'paymentMethodId' | 'customerReference';

/** A call of a provider that failed. Its text is for the log, and not for callers. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly kind: FailureKind;
  /** What the provider says of the payment while it refuses. */
  readonly facts: ProviderSnapshot | undefined;
  /** The state of the payment or an amount stands against it, rather than something that people must mend. */
  readonly isAboutState: boolean;
  /** Field of a session that the provider does not take. */
  readonly field: RefusedField | undefined;
  readonly code: string | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    more: {
      facts?: ProviderSnapshot | undefined;
      isAboutState?: boolean;
      field?: RefusedField | undefined;
      code?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.kind = kind;
    this.facts = more.facts;
    this.isAboutState = more.isAboutState ?? false;
    this.field = more.field;
    this.code = more.code;
  }
}
