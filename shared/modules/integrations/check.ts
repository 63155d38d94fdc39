/** What a check of an integration's health is given, and what it answers. */
import type { Sender } from '../../kernel/outbound/send.ts';
import type { HealthStatus } from './connection.ts';
import type { Credentials } from './registry.ts';

export interface CheckInput {
  credentials: Credentials;
  /** The version in effect; null for integrations without versions. */
  apiVersion: string | null;
  /** HTTP to the addresses of strangers: those of the public internet only. */
  send: Sender['send'];
  /** HTTP to addresses that the deployment names itself. */
  sendTrusted: Sender['send'];
  timeoutMs: number;
  nowMs: number;
}

export interface CheckResult {
  status: HealthStatus;
  message?: string;
  /** Particulars for callers and the log. No secrets. */
  details?: Record<string, unknown>;
  /** The provider refuses the credentials. */
  authFailed?: boolean;
}

/** Asks a provider whether it works. What it throws counts as unhealthy. */
export type HealthCheck = (input: CheckInput) => Promise<CheckResult>;
