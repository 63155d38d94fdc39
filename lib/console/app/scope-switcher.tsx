import { allOrganizations } from '../session/organizations.ts';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/shell.ts';

/** Two non-breaking spaces per level of the tree: options of a select have no other indentation. */
const indented = (name: string, depth: number): string => `${'\u00a0\u00a0'.repeat(depth)}${name}`;

/** Selects the tenant, for super admins, and the organization to act in. */
export function ScopeSwitcher() {
  const { tenants, organizations, scope, select } = useSession();
  const selectable = organizations.filter(({ selectable }) => selectable);
  return (
    <>
      {tenants.length > 0 && (
        <label className="scope">
          <span>{shellTexts.tenant}</span>
          <select
            aria-label={shellTexts.tenant}
            value={scope.tenantId ?? ''}
            onChange={({ target }) => select({ tenantId: target.value, organizationId: undefined })}
          >
            {scope.tenantId === undefined && <option value="">–</option>}
            {tenants.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {selectable.length > 0 && (
        <label className="scope">
          <span>{shellTexts.organization}</span>
          <select
            aria-label={shellTexts.organization}
            value={scope.organizationId ?? ''}
            onChange={({ target }) => select({ ...scope, organizationId: target.value })}
          >
            {organizations.map(({ id, name, depth, selectable }) => (
              <option key={id} value={id} disabled={!selectable}>
                {indented(name, depth)}
              </option>
            ))}
            {selectable.length > 1 && <option value={allOrganizations}>{shellTexts.allOrganizations}</option>}
          </select>
        </label>
      )}
    </>
  );
}
