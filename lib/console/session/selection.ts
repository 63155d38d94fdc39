/** Stores the last selected tenant and organization for the next visit. */
import { parseJson, toJson } from '../../../shared/clients/typescript/index.ts';
import type { Scope } from '../api/api-context.tsx';

const name = 'console.scope';
const unselected: Scope = { tenantId: undefined, organizationId: undefined };

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export function loadScope(): Scope {
  const stored: unknown = parseJson(localStorage.getItem(name) ?? 'null');
  if (typeof stored !== 'object' || stored === null) return unselected;
  return {
    tenantId: 'tenantId' in stored ? textOf(stored.tenantId) : undefined,
    organizationId: 'organizationId' in stored ? textOf(stored.organizationId) : undefined,
  };
}

export const saveScope = (scope: Scope): void => localStorage.setItem(name, toJson(scope));

export const forgetScope = (): void => localStorage.removeItem(name);
