/** Input and result of a health check. */
import type { Sender } from '../../kernel/outbound/send.ts';
import type { Credentials } from './credentials.ts';

export type HealthStatus = 'healthy' | 'degraded' | 'unhealthy';

export interface CheckInput {
  credentials: Credentials;
  /** The effective API version; null for integrations without versions. */
  apiVersion: string | null;
  /** Sends HTTP requests to URLs of tenants. It refuses private addresses. */
  send: Sender['send'];
  /** Sends HTTP requests to URLs of the deployment, which may be private. */
  sendTrusted: Sender['send'];
  timeoutMs: number;
  nowMs: number;
}

export interface CheckResult {
  status: HealthStatus;
  message?: string;
  /** Details for callers and the log. They must contain no secrets. */
  details?: Record<string, unknown>;
  /** Whether the provider rejects the credentials. */
  authFailed?: boolean;
}

/** Checks whether a provider works. If it throws, the integration is unhealthy. */
export type HealthCheck = (input: CheckInput) => Promise<CheckResult>;
