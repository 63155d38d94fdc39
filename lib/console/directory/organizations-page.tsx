import { useState } from 'react';
import { type OrganizationOption, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { ChangesButton } from '../audit/changes-of.tsx';
import { useMay } from '../session/session.ts';
import { organizationTexts as texts } from '../texts/directory.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, CreateButton } from '../ui/button.tsx';
import { ExportMenu } from '../ui/export-menu.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import './directory.css';
import { DeleteOrganizationDialog, OrganizationDialog } from './organization-dialogs.tsx';
import { type TreeNode, treeOf } from './organization-tree.ts';

type Shown =
  | { dialog: 'create'; parentId: string }
  | { dialog: 'edit'; of: OrganizationOption }
  | { dialog: 'delete'; of: OrganizationOption };

interface NodeProps {
  node: TreeNode;
  /** Undefined for read-only callers. */
  onShow: ((shown: Shown) => void) | undefined;
}

function Node({ node: { organization, children }, onShow }: NodeProps) {
  const { id, name, slug, isActive } = organization;
  return (
    <li>
      <div className={isActive ? 'tree-node' : 'tree-node closed'}>
        <span className="tree-name">
          <strong className="break">{name}</strong>
          <code>{slug}</code>
          {!isActive && <Badge tone="warn">{texts.states.closed}</Badge>}
        </span>
        {onShow && (
          <span className="row">
            <Button
              icon="plus"
              aria-label={texts.addBelow(name)}
              onClick={() => onShow({ dialog: 'create', parentId: id })}
            >
              {texts.add}
            </Button>
            <Button
              aria-label={texts.edit(name)}
              onClick={() => onShow({ dialog: 'edit', of: organization })}
            >
              {uiTexts.edit}
            </Button>
            <ChangesButton kind="directory.organization" id={id} name={name} />
            <Button
              variant="quiet"
              icon="trash"
              aria-label={texts.remove(name)}
              onClick={() => onShow({ dialog: 'delete', of: organization })}
            />
          </span>
        )}
      </div>
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Node key={child.organization.id} node={child} onShow={onShow} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** The organizations of the tenant as a tree. */
export function OrganizationsPage() {
  const mayManage = useMay()('directory.organizations.manage');
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  const query = { view: 'options', includeInactive: true } as const;
  const reading = useRead(['organizations', 'tree'], (api) =>
    orThrow(api.GET('/api/directory/organizations', { params: { query } })),
  );
  const create = mayManage && (
    <CreateButton onClick={() => setShown({ dialog: 'create', parentId: '' })}>{texts.create}</CreateButton>
  );
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          <>
            <ExportMenu path="/api/directory/organizations" query={{ status: 'all' }} />
            {create}
          </>
        }
      />
      <Loaded of={reading}>
        {({ items }) => (
          <div className="card">
            {items.length > 0 ? (
              <ul className="tree" aria-label={texts.tree}>
                {treeOf(items).map((node) => (
                  <Node key={node.organization.id} node={node} onShow={mayManage ? setShown : undefined} />
                ))}
              </ul>
            ) : (
              <Empty icon="building" {...texts.empty} action={create} />
            )}
            {shown?.dialog === 'create' && (
              <OrganizationDialog
                organizations={items}
                edited={undefined}
                parentId={shown.parentId}
                onClose={close}
              />
            )}
            {shown?.dialog === 'edit' && (
              <OrganizationDialog organizations={items} edited={shown.of} onClose={close} />
            )}
            {shown?.dialog === 'delete' && <DeleteOrganizationDialog of={shown.of} onClose={close} />}
          </div>
        )}
      </Loaded>
    </>
  );
}
