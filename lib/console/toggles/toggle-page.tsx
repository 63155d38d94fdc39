import { useState } from 'react';
import { useParams } from 'react-router';
import { orThrow, type Toggle } from '../../../shared/clients/typescript/index.ts';
import { useRead, type Versioned, withVersion } from '../api/queries.ts';
import { ChangesOf } from '../audit/changes-of.tsx';
import { useVersion } from '../forms/use-version.ts';
import { useSession } from '../session/session.ts';
import { playgroundTexts, targetingTexts } from '../texts/targeting.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { LoadedPage } from '../ui/gone-page.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EditToggleForm } from './edit-toggle-form.tsx';
import { TenantValue } from './tenant-value.tsx';
import { ToggleState } from './toggle-state.tsx';
import { ToggleUsage } from './toggle-usage.tsx';
import { VisibleToggle } from './visible-toggle.tsx';

const texts = toggleTexts.show;

function ToggleDetails({ toggle, onReload }: { toggle: Versioned<Toggle>; onReload: () => Promise<void> }) {
  const { tenants, scope } = useSession();
  const [isDeleting, setDeleting] = useState(false);
  const { data } = toggle;
  const tenant = tenants.find(({ id }) => id === scope.tenantId);
  return (
    <>
      <PageHeader
        title={data.name}
        intro={
          <span className="row">
            <code>{data.identifier}</code>
            <Badge tone="calm">{toggleTexts.types[data.type]}</Badge>
          </span>
        }
        id={data.id}
        parent={{ to: '/toggles', title: toggleTexts.list.title }}
        actions={
          <>
            <LinkButton to={`/toggles/${data.id}/targeting`} variant="primary">
              {targetingTexts.edit}
            </LinkButton>
            <LinkButton to={`/toggles/playground?toggle=${data.identifier}`}>
              {playgroundTexts.title}
            </LinkButton>
            <Button variant="danger" onClick={() => setDeleting(true)}>
              {texts.remove}
            </Button>
          </>
        }
      />
      <ToggleState id={data.id} />
      {tenant && <ToggleUsage key={tenant.id} id={data.id} />}
      {tenant === undefined ? (
        <p className="muted">{texts.noTenant}</p>
      ) : (
        <Card
          title={texts.override(tenant.name)}
          actions={<LinkButton to={`/toggles/${data.id}/own-targeting`}>{targetingTexts.editOwn}</LinkButton>}
        >
          <TenantValue toggle={data} />
        </Card>
      )}
      <Card title={texts.settings}>
        <EditToggleForm toggle={toggle} onReload={onReload} />
      </Card>
      <ChangesOf kind="feature_toggles.toggle" id={data.id} since={data.created_at} isOfPlatform />
      {isDeleting && (
        <DeleteDialog
          name={data.name}
          texts={toggleTexts.remove}
          remove={(api) =>
            orThrow(api.DELETE('/api/feature_toggles/global', { params: { query: { id: data.id } } }))
          }
          to="/toggles"
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

/** The toggle for super administrators, who can change it; for others its value in their tenant. */
export function TogglePage() {
  const { isSuperAdmin } = useSession();
  return isSuperAdmin ? <ChangeableToggle /> : <VisibleToggle />;
}

function ChangeableToggle() {
  const { id = '' } = useParams();
  const reading = useRead(['toggles', 'one', id], (api) =>
    withVersion(api.GET('/api/feature_toggles/global/{id}', { params: { path: { id } } })),
  );
  const { version, reload } = useVersion(reading);
  return (
    <LoadedPage of={reading} parent={{ to: '/toggles', title: toggleTexts.list.title }}>
      {(toggle) => <ToggleDetails key={`${id} ${version}`} toggle={toggle} onReload={reload} />}
    </LoadedPage>
  );
}
