import { useState } from 'react';
import { useParams } from 'react-router';
import { orThrow, type Tenant } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { ChangesOf } from '../audit/changes-of.tsx';
import { useRefreshSession, useSession } from '../session/session.ts';
import { tenantTexts as texts } from '../texts/directory.ts';
import { uiTexts } from '../texts/ui.ts';
import { Attributes, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { GonePage, LoadedPage } from '../ui/gone-page.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useToast } from '../ui/toasts.tsx';
import { DeleteTenantDialog, TenantDialog } from './tenant-dialogs.tsx';
import { TenantState } from './tenant-state.tsx';
import { TenantUsage } from './tenant-usage.tsx';

type Shown = 'rename' | 'delete';

function Actions({ tenant, onShow }: { tenant: Tenant; onShow: (dialog: Shown) => void }) {
  const { id, isActive } = tenant;
  const { scope, select } = useSession();
  const toast = useToast();
  const refreshSession = useRefreshSession();
  const switching = useWrite(
    (api, active: boolean) => orThrow(api.PUT('/api/directory/tenants', { body: { id, isActive: active } })),
    ['tenants'],
  );
  const onSuccess = () => {
    toast(isActive ? texts.closed : texts.opened);
    refreshSession();
  };
  return (
    <>
      {isActive && scope.tenantId !== id && (
        <Button variant="primary" onClick={() => select({ tenantId: id, organizationId: undefined }, '/')}>
          {texts.select}
        </Button>
      )}
      <Button onClick={() => onShow('rename')}>{texts.rename}</Button>
      <Button isBusy={switching.isPending} onClick={() => switching.mutate(!isActive, { onSuccess })}>
        {isActive ? texts.close : texts.open}
      </Button>
      <Button variant="danger" onClick={() => onShow('delete')}>
        {uiTexts.remove}
      </Button>
      {switching.error && <ProblemNotice error={switching.error} />}
    </>
  );
}

function TenantDetails({ tenant }: { tenant: Tenant }) {
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  return (
    <>
      <PageHeader
        title={tenant.name}
        intro={<TenantState isActive={tenant.isActive} />}
        id={tenant.id}
        parent={{ to: '/tenants', title: texts.list.title }}
        actions={<Actions tenant={tenant} onShow={setShown} />}
      />
      {tenant.isActive ? (
        <TenantUsage tenantId={tenant.id} />
      ) : (
        <Notice tone="warn" title={texts.closedNotice} />
      )}
      <Card title={texts.details}>
        <Attributes>
          <TimeAttribute name={texts.attributes.created} value={tenant.createdAt} />
          <TimeAttribute name={texts.attributes.updated} value={tenant.updatedAt} />
        </Attributes>
      </Card>
      <ChangesOf kind="directory.tenant" id={tenant.id} since={tenant.createdAt} isOnlyKind isOfPlatform />
      {shown === 'rename' && <TenantDialog of={tenant} onClose={close} />}
      {shown === 'delete' && <DeleteTenantDialog of={tenant} onClose={close} />}
    </>
  );
}

export function TenantPage() {
  const { id = '' } = useParams();
  const reading = useRead(['tenants', 'one', id], (api) =>
    orThrow(api.GET('/api/directory/tenants', { params: { query: { id } } })),
  );
  return (
    <LoadedPage of={reading} parent={{ to: '/tenants', title: texts.list.title }}>
      {({ items: [tenant] }) =>
        tenant ? (
          <TenantDetails key={tenant.id} tenant={tenant} />
        ) : (
          <GonePage title={texts.gone} parent={{ to: '/tenants', title: texts.list.title }} icon="building" />
        )
      }
    </LoadedPage>
  );
}
