/** The organization switcher's endpoint. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, uuid } from '../../../kernel/http/fields.ts';

export interface SwitcherNode {
  id: string;
  name: string;
  depth: number;
  selectable: boolean;
  children: SwitcherNode[];
}
export const SwitcherNode: z.ZodMiniType<SwitcherNode> = z
  .object({
    id: uuid('Id of the organization.'),
    name: z.string().check(about('Name of the organization.', 'north')),
    depth: z.int().check(about('Depth in the tree; 0 at the top.', 0)),
    selectable: z.boolean().check(about('False for an ancestor that the caller cannot select.')),
    children: z.array(z.lazy(() => SwitcherNode)).check(about('Its child organizations, by name.')),
  })
  .check(z.meta({ id: 'SwitcherNode', description: 'An organization in the switcher.' }));

const flag = (description: string) => z.boolean().check(about(description));

export const Switcher = z
  .object({
    items: z.array(SwitcherNode).check(about('The organizations that the caller can select, as a tree.')),
    selectedId: z.nullable(
      uuid(
        'Active organization: the one in the cookie `svc_selected_org`, else the caller’s own; null for all.',
      ),
    ),
    canManage: flag('Whether the caller may change organizations.'),
    canViewAllOrganizations: flag('Whether every organization of the tenant may be selected.'),
    tenantId: z.nullable(uuid('Active tenant.')),
    tenants: z
      .array(
        z
          .object({
            id: uuid('Id of the tenant.'),
            name: z.string().check(about('Name of the tenant.', 'acme')),
            isActive: flag('Whether the tenant is open.'),
          })
          .check(z.meta({ id: 'SwitcherTenant', description: 'A tenant in the switcher.' })),
      )
      .check(about('Every tenant, for super admins; else empty.')),
    isSuperAdmin: flag('Whether the caller is a super admin.'),
  })
  .check(z.meta({ id: 'Switcher', description: 'Organizations that a caller can select.' }));
export type Switcher = z.infer<typeof Switcher>;

export const getOrganizationSwitcher = defineEndpoint({
  module: 'directory',
  auth: 'caller',
  scope: 'none',
  ...operation('getOrganizationSwitcher', 'GET', '/api/directory/organization-switcher'),
  summary: 'Get the organizations that you may select',
  description:
    'Returns the open organizations that you may select, as a tree. Their ancestors are included but cannot be ' +
    'selected. Super admins see all organizations and can name another tenant. If the cookie `svc_selected_org` ' +
    'names an organization that no longer exists, it is ignored.',
  query: z.object({
    tenantId: z
      .optional(z.guid().check(z.toLowerCase()))
      .check(about("Tenant to show; by default the caller's. Others only for super admins.")),
  }),
  success: returns(Switcher),
  permissions: { table: ['Query'] },
  example: {
    summary: 'An organization below one that cannot be selected',
    response: {
      items: [
        {
          id: '0a0e8a7d-53a1-4b35-8b0e-4f0a6c0d2e11',
          name: 'Europe',
          depth: 0,
          selectable: false,
          children: [
            {
              id: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
              name: 'north',
              depth: 1,
              selectable: true,
              children: [],
            },
          ],
        },
      ],
      selectedId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
      canManage: false,
      canViewAllOrganizations: false,
      tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
      tenants: [],
      isSuperAdmin: false,
    },
  },
});
