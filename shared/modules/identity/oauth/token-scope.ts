/** What tokens are for, and what they permit. Pure. */
import { InvalidScopeError, InvalidTargetError } from './errors.ts';

const scopes: ReadonlySet<string> = new Set(['read', 'write']);

/** Those of OpenID Connect, which some applications send to every server. They permit nothing here. */
const ignoredScopes: ReadonlySet<string> = new Set([
  ...['openid', 'profile', 'email', 'address', 'phone', 'offline_access'],
]);

/** The resource that all tokens of a host are for: the API of the host, which MCP calls. */
export const resourceOf = (origin: string): string => `${origin}/mcp`;

/** Throws InvalidTargetError unless the resource is absent or the given one; case of scheme and host does not matter. */
export function assertResource(requested: string | undefined, resource: string): void {
  if (requested && URL.parse(requested)?.href !== resource) throw new InvalidTargetError();
}

/** Whether a scope permits only reading; without a scope, reading is all. Throws InvalidScopeError. */
export function asksOnlyToRead(scope = ''): boolean {
  const names = scope.split(' ').filter((name) => name !== '' && !ignoredScopes.has(name));
  if (names.some((name) => !scopes.has(name))) throw new InvalidScopeError();
  return !names.includes('write');
}

/** The scope of a token. */
export const scopeOf = (readOnly: boolean): string => (readOnly ? 'read' : 'read write');
