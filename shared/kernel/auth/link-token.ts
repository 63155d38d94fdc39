/**
 * The tokens of links, one row per purpose. A token is bound to what its row names: once that has changed, the token is
 * void. Secrets are stored by their hash only, so that a reader of the table cannot construct a link. Pure.
 */

import { hash, randomBytes } from 'node:crypto';
import { isEqualInConstantTime } from '../base/constant-time.ts';
import { toJson } from '../base/json.ts';

interface LinkPurpose {
  /** What may not change until the link is used. */
  boundTo: readonly ('address' | 'password' | 'state')[];
  /** How long a link is valid; null if it has no end, or if its issuer chooses one. */
  lifeSeconds: number | null;
  /** A use of `once` changes something that the token is bound to. */
  uses: 'once' | 'many';
}

const daySeconds = 86_400;

export const linkPurposes = {
  /** Sets a forgotten password. */
  reset: { boundTo: ['address', 'password', 'state'], lifeSeconds: 30 * 60, uses: 'once' },
  /** Sets the first password of a user. */
  invitation: { boundTo: ['address', 'password', 'state'], lifeSeconds: 7 * daySeconds, uses: 'once' },
  /** Confirms an address without a user account. */
  confirm: { boundTo: ['address', 'state'], lifeSeconds: 30 * daySeconds, uses: 'many' },
  /** Ends mails; readers may use the link of any mail, also after they moved to another address. */
  unsubscribe: { boundTo: [], lifeSeconds: null, uses: 'many' },
  /** Reads a file, until the link expires or is revoked. */
  share: { boundTo: ['state'], lifeSeconds: null, uses: 'many' },
} as const satisfies Record<string, LinkPurpose>;
export type LinkPurposeName = keyof typeof linkPurposes;

/** The current values of what a token of the purpose is bound to. */
export type BoundValues<Purpose extends LinkPurposeName> = Readonly<
  Record<(typeof linkPurposes)[Purpose]['boundTo'][number], string>
>;

/** What is stored or signed for a token. */
export interface LinkGrant {
  /** Hash of the purpose and the bound values. */
  mark: string;
  /** Null for no end. */
  expiresAtMs: number | null;
}

const secretBytes = 24;

/** Creates the secret of a link. */
export const newLinkSecret = (): string => randomBytes(secretBytes).toString('base64url');
/** The only stored form of a secret. */
export const hashLinkSecret = (secret: string): string => hash('sha256', secret, 'hex');

function markOf<Purpose extends LinkPurposeName>(purpose: Purpose, bound: BoundValues<Purpose>): string {
  const spec: LinkPurpose = linkPurposes[purpose];
  const values = new Map(Object.entries(bound));
  return hash('sha256', toJson([purpose, ...spec.boundTo.map((name) => values.get(name))]), 'hex');
}

/** Makes the grant of a new token. */
export function grantLink<Purpose extends LinkPurposeName>(
  purpose: Purpose,
  bound: BoundValues<Purpose>,
  nowMs: number,
): LinkGrant {
  const { lifeSeconds }: LinkPurpose = linkPurposes[purpose];
  const expiresAtMs = lifeSeconds === null ? null : nowMs + lifeSeconds * 1_000;
  return { mark: markOf(purpose, bound), expiresAtMs };
}

/** Whether a token of the purpose is valid: not expired, and all that it is bound to is unchanged. */
export function isLinkValid<Purpose extends LinkPurposeName>(
  purpose: Purpose,
  { mark, expiresAtMs }: LinkGrant,
  bound: BoundValues<Purpose>,
  nowMs: number,
): boolean {
  const { lifeSeconds }: LinkPurpose = linkPurposes[purpose];
  const isAlive = expiresAtMs === null ? lifeSeconds === null : expiresAtMs > nowMs;
  return isAlive && isEqualInConstantTime(mark, markOf(purpose, bound));
}
