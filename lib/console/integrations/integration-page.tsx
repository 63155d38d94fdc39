import { useId, useState } from 'react';
import { useParams } from 'react-router';
import { type IntegrationDetail, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite, withVersion } from '../api/queries.ts';
import { ChangesOf } from '../audit/changes-of.tsx';
import { useMay } from '../session/session.ts';
import { integrationTexts } from '../texts/integrations.ts';
import { Attribute, Attributes, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { LoadedPage } from '../ui/gone-page.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { duration } from '../ui/times.ts';
import { useToast } from '../ui/toasts.tsx';
import { CredentialsCard } from './credentials-card.tsx';
import { IntegrationLogList } from './integration-log.tsx';
import { HealthBadge } from './state.tsx';

const texts = integrationTexts.show;

function Actions({ of }: { of: IntegrationDetail }) {
  const toast = useToast();
  const params = { path: { id: of.id } };
  const checking = useWrite(
    (api, _: undefined) => orThrow(api.POST('/api/integrations/{id}/health', { params })),
    ['integrations'],
  );
  const switching = useWrite(
    (api, isEnabled: boolean) =>
      orThrow(api.PUT('/api/integrations/{id}/state', { params, body: { isEnabled } })),
    ['integrations'],
  );
  const failure = checking.error ?? switching.error;
  const check = () =>
    checking.mutate(undefined, {
      onSuccess: ({ status }) => toast(texts.checked(integrationTexts.health[status])),
    });
  return (
    <>
      {(of.integration.healthCheck ?? of.bundle?.healthCheck) && of.isEnabled && (
        <Button variant="primary" icon="check" isBusy={checking.isPending} onClick={check}>
          {texts.check}
        </Button>
      )}
      <Button isBusy={switching.isPending} onClick={() => switching.mutate(!of.isEnabled)}>
        {of.isEnabled ? texts.disable : texts.enable}
      </Button>
      {failure && <ProblemNotice error={failure} />}
    </>
  );
}

function VersionChoice({ of }: { of: IntegrationDetail }) {
  const { apiVersions = [] } = of.integration;
  const toast = useToast();
  const labelId = useId();
  const [draft, setDraft] = useState<string>();
  const byDefault = apiVersions.find((one) => one.default) ?? apiVersions[0];
  const stored = of.apiVersion ?? byDefault?.id ?? '';
  const chosen = draft ?? stored;
  const mayManage = useMay()('integrations.manage');
  const saving = useWrite(
    (api, apiVersion: string) =>
      orThrow(
        api.PUT('/api/integrations/{id}/version', { params: { path: { id: of.id } }, body: { apiVersion } }),
      ),
    ['integrations'],
  );
  return (
    <div className="stack tight">
      <div className="row">
        <span id={labelId} className="unseen">
          {texts.attributes.version}
        </span>
        <select
          className="input"
          aria-labelledby={labelId}
          value={chosen}
          disabled={!mayManage}
          onChange={({ target }) => setDraft(target.value)}
        >
          {apiVersions.every(({ id }) => id !== stored) && (
            <option value={stored}>{texts.removedVersion(stored)}</option>
          )}
          {apiVersions.map(({ id, label, status, default: isDefault }) => (
            <option key={id} value={id}>
              {[
                label,
                ...(isDefault ? [texts.defaultVersion] : []),
                ...(status === 'deprecated' ? [texts.deprecated] : []),
              ].join(', ')}
            </option>
          ))}
        </select>
        {mayManage && chosen !== of.apiVersion && (
          <Button
            isBusy={saving.isPending}
            onClick={() => saving.mutate(chosen, { onSuccess: () => toast(texts.versionSaved) })}
          >
            {texts.saveVersion}
          </Button>
        )}
      </div>
      {saving.error && <ProblemNotice error={saving.error} />}
    </div>
  );
}

function Health({ of }: { of: IntegrationDetail }) {
  const { attributes } = texts;
  const { healthStatus, lastHealthCheckedAt, lastHealthLatencyMs, enabledAt, webhookUrl, company } = of;
  const { apiVersions = [], docsUrl } = of.integration;
  return (
    <Card title={texts.healthTitle}>
      <Attributes>
        <Attribute name={attributes.status}>
          <HealthBadge status={healthStatus} />
        </Attribute>
        {lastHealthCheckedAt && <TimeAttribute name={attributes.checked} value={lastHealthCheckedAt} />}
        {lastHealthLatencyMs !== null && (
          <Attribute name={attributes.latency}>{duration(lastHealthLatencyMs)}</Attribute>
        )}
        {enabledAt && <TimeAttribute name={attributes.enabled} value={enabledAt} />}
        {company && <Attribute name={attributes.company}>{company}</Attribute>}
        {apiVersions.length > 0 && (
          <Attribute name={attributes.version}>
            <VersionChoice of={of} />
          </Attribute>
        )}
        {webhookUrl && (
          <Attribute name={attributes.webhook}>
            <span className="row">
              <code className="break">{webhookUrl}</code>
              <CopyButton text={webhookUrl} what={attributes.webhook} />
            </span>
          </Attribute>
        )}
        {docsUrl && (
          <Attribute name={attributes.docs}>
            <a href={docsUrl} rel="noreferrer" target="_blank">
              {docsUrl}
            </a>
          </Attribute>
        )}
      </Attributes>
    </Card>
  );
}

function IntegrationDetails({ of }: { of: IntegrationDetail }) {
  const mayManage = useMay()('integrations.manage');
  const { needs } = integrationTexts;
  return (
    <>
      <PageHeader
        title={of.title}
        intro={of.description}
        id={of.id}
        parent={{ to: '/integrations', title: integrationTexts.list.title }}
        actions={mayManage && <Actions of={of} />}
      />
      {of.credentialsNeeded && (
        <Notice tone="warn" title={needs.title}>
          <p>{of.reauthRequired ? needs.refused : needs.missing}</p>
        </Notice>
      )}
      <Health of={of} />
      <CredentialsCard id={of.id} />
      <IntegrationLogList id={of.id} />
      <ChangesOf kind="integrations.state" id={of.id} />
    </>
  );
}

export function IntegrationPage() {
  const { id = '' } = useParams();
  const reading = useRead(['integrations', 'one', id], (api) =>
    withVersion(api.GET('/api/integrations/{id}', { params: { path: { id } } })),
  );
  return (
    <LoadedPage of={reading} parent={{ to: '/integrations', title: integrationTexts.list.title }}>
      {({ data }) => <IntegrationDetails of={data} />}
    </LoadedPage>
  );
}
