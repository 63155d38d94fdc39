import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type IdentityProvider,
  orThrow,
  type PlatformClient,
} from '../../../shared/clients/typescript/index.ts';
import { useRead, withVersion } from '../api/queries.ts';
import { ChangesOfTenant } from '../audit/changes-of.tsx';
import { SettingsForm } from '../forms/settings-form.tsx';
import { useVersion } from '../forms/use-version.ts';
import { useMay } from '../session/session.ts';
import { providerTexts as texts } from '../texts/provider.ts';
import { uiTexts } from '../texts/ui.ts';
import { Attribute, Attributes } from '../ui/attributes.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { DialogButton } from '../ui/dialog-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { ProviderCheck } from './provider-check.tsx';
import { bodyOfProvider, fieldsOfProvider, type ProviderFields } from './provider-fields.ts';
import { ProviderSections } from './provider-sections.tsx';

const path = '/api/auth/provider';

interface Stored {
  /** Undefined for a tenant without a provider. */
  provider: IdentityProvider | undefined;
  etag: string | undefined;
}

async function readProvider(api: PlatformClient): Promise<Stored> {
  const call = api.GET(path);
  if ((await call).response.status === 404) return { provider: undefined, etag: undefined };
  const { data, etag } = await withVersion(call);
  return { provider: data, etag };
}

function Address({ name, value }: { name: string; value: string }) {
  return (
    <Attribute name={name}>
      <span className="row">
        <code className="break">{value}</code>
        <CopyButton text={value} what={name} />
      </span>
    </Attribute>
  );
}

/** What an administrator enters at the provider. The redirect address is needed before the provider is connected. */
function Addresses({ provider }: { provider: IdentityProvider | undefined }) {
  const { title, intro, redirectUri, logoutUri } = texts.addresses;
  return (
    <Card title={title}>
      <div className="stack">
        <p className="muted">{intro}</p>
        <Attributes>
          <Address
            name={redirectUri}
            value={provider?.redirectUri ?? `${location.origin}/api/auth/oidc/callback`}
          />
          {provider && <Address name={logoutUri} value={provider.logoutUri} />}
        </Attributes>
      </div>
    </Card>
  );
}

function ProviderForm({ of, onReload }: { of: Stored; onReload: () => Promise<void> }) {
  // The edited version, even if the page reads a newer one meanwhile.
  const [{ provider, etag }] = useState(of);
  const form = useForm<ProviderFields>({ defaultValues: fieldsOfProvider(provider) });
  return (
    <SettingsForm
      form={form}
      etag={etag}
      need="auth.provider.manage"
      save={(api, fields, params) => orThrow(api.PUT(path, { params, body: bodyOfProvider(fields) }))}
      refreshes={['provider']}
      onReload={onReload}
      texts={texts}
      submitLabel={provider ? uiTexts.save : texts.connect}
    >
      {(error) => <ProviderSections form={form} error={error} provider={provider} />}
    </SettingsForm>
  );
}

/** The identity provider of the tenant. */
export function ProviderPage() {
  const mayManage = useMay()('auth.provider.manage');
  const reading = useRead(['provider'], readProvider);
  const { current, version, reload } = useVersion(reading);
  const provider = reading.data?.provider;
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        actions={
          provider &&
          mayManage && (
            <DialogButton label={texts.remove.open} variant="danger">
              {(onClose) => (
                <DeleteDialog
                  name={provider.issuer}
                  texts={texts.remove}
                  remove={(api) => orThrow(api.DELETE(path))}
                  refreshes={['provider']}
                  onClose={onClose}
                />
              )}
            </DialogButton>
          )
        }
      />
      <Loaded of={current}>
        {(stored) => (
          <>
            <Addresses provider={stored.provider} />
            {stored.provider && <ProviderCheck key={stored.etag} />}
            {/* Starts anew when the provider is disconnected. */}
            <ProviderForm key={`${version} ${stored.provider?.createdAt}`} of={stored} onReload={reload} />
            <ChangesOfTenant kind="auth.provider" />
          </>
        )}
      </Loaded>
    </>
  );
}
