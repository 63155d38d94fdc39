/** Targeting pages of a toggle, and of the selected tenant's override. */

import { useState } from 'react';
import { useParams } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, type Versioned, withVersion } from '../api/queries.ts';
import { useSaveAndReload } from '../forms/use-save-and-reload.ts';
import { useVersion } from '../forms/use-version.ts';
import { useSession } from '../session/session.ts';
import { targetingTexts } from '../texts/targeting.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { LoadedPage } from '../ui/gone-page.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { type Targeting, type TargetingChange, TargetingForm } from './targeting-form.tsx';
import type { ToggleType } from './toggle-values.ts';
import { useSegments } from './use-segments.ts';

interface PageProps {
  title: string;
  toggleId: string;
  identifier: string;
  type: ToggleType;
  fallback: unknown;
  read: Versioned<Targeting>;
  isOwn: boolean;
  onReload: () => Promise<void>;
}

function TargetingView(props: PageProps) {
  const { title, toggleId, identifier, type, fallback, isOwn, onReload } = props;
  const [{ data, etag }] = useState(props.read);
  const reading = useSegments(isOwn);
  const frame = useSaveAndReload(
    async (api, change: TargetingChange, version) => {
      const params = { path: { id: toggleId }, ...version };
      const { rules, killSwitch } = change;
      if (isOwn) {
        const body = { rules, killSwitch };
        await orThrow(api.PUT('/api/feature_toggles/global/{id}/override/targeting', { params, body }));
      } else await orThrow(api.PUT('/api/feature_toggles/global/{id}/targeting', { params, body: change }));
    },
    { etag, refreshes: ['toggles'], onReload, saved: targetingTexts.saved },
  );
  return (
    <>
      <PageHeader
        title={title}
        intro={targetingTexts.intro}
        parent={{ to: `/toggles/${toggleId}`, title: toggleTexts.list.title }}
        actions={
          <LinkButton to={`/toggles/playground?toggle=${identifier}`}>{targetingTexts.play}</LinkButton>
        }
      />
      <Loaded of={reading}>
        {({ items }) => (
          <TargetingForm
            type={type}
            fallback={fallback}
            targeting={data}
            hasLife={!isOwn}
            segments={items}
            {...frame}
          />
        )}
      </Loaded>
    </>
  );
}

export function TargetingPage() {
  const { id = '' } = useParams();
  const reading = useRead(['toggles', 'targeting', id], (api) =>
    withVersion(api.GET('/api/feature_toggles/global/{id}/targeting', { params: { path: { id } } })),
  );
  const { current, version, reload } = useVersion(reading);
  return (
    <LoadedPage of={current} parent={{ to: `/toggles/${id}`, title: toggleTexts.list.title }}>
      {({ data, etag }) => (
        <TargetingView
          key={`${id} ${version}`}
          title={targetingTexts.title(data.identifier)}
          toggleId={id}
          identifier={data.identifier}
          type={data.type}
          fallback={data.defaultValue}
          read={{ data, etag }}
          isOwn={false}
          onReload={reload}
        />
      )}
    </LoadedPage>
  );
}

export function OwnTargetingPage() {
  const { id = '' } = useParams();
  const { tenants, scope } = useSession();
  const reading = useRead(['toggles', 'own targeting', id], async (api) => {
    const params = { path: { id } };
    const [own, toggle] = await Promise.all([
      withVersion(api.GET('/api/feature_toggles/global/{id}/override/targeting', { params })),
      orThrow(api.GET('/api/feature_toggles/global/{id}/targeting', { params })),
    ]);
    return { ...own, type: toggle.type };
  });
  const { current, version, reload } = useVersion(reading);
  const tenant = tenants.find((one) => one.id === scope.tenantId)?.name ?? '';
  return (
    <LoadedPage of={current} parent={{ to: `/toggles/${id}`, title: toggleTexts.list.title }}>
      {({ data, etag, type }) => (
        <TargetingView
          key={`${id} ${version}`}
          title={targetingTexts.ownTitle(data.identifier, tenant)}
          toggleId={id}
          identifier={data.identifier}
          type={type}
          fallback={data.value}
          read={{ data: { rules: data.rules, killSwitch: data.killSwitch }, etag }}
          isOwn
          onReload={reload}
        />
      )}
    </LoadedPage>
  );
}
