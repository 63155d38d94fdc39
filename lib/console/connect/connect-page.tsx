import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { CheckField } from '../forms/field.tsx';
import { useSession } from '../session/session.ts';
import { connectTexts as texts } from '../texts/connect.ts';
import { Attribute, Attributes } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';

/** The request in the address, which the API checks. */
function useRequest() {
  const [query] = useSearchParams();
  const value = (name: string): string => query.get(name) ?? '';
  const optional = (name: 'state' | 'scope' | 'resource') => (query.has(name) ? { [name]: value(name) } : {});
  return {
    response_type: value('response_type') as 'code',
    client_id: value('client_id'),
    redirect_uri: value('redirect_uri'),
    code_challenge: value('code_challenge'),
    code_challenge_method: value('code_challenge_method') as 'S256',
    ...optional('state'),
    ...optional('scope'),
    ...optional('resource'),
  };
}

/** Lets the user allow or deny what an application asks for, and returns to it. */
export function ConnectPage() {
  const { name } = useSession();
  const request = useRequest();
  const [onlyRead, setOnlyRead] = useState(false);
  const reading = useRead(['sessions', 'request', request], (api) =>
    orThrow(api.GET('/api/auth/oauth/authorization', { params: { query: request } })),
  );
  const deciding = useWrite(
    (api, allow: boolean) => {
      const body = { ...request, allow, readOnly: onlyRead };
      return orThrow(api.POST('/api/auth/oauth/authorization', { body }));
    },
    ['sessions'],
  );
  const decide = (allow: boolean) =>
    deciding.mutate(allow, { onSuccess: ({ redirectTo }) => location.assign(redirectTo) });
  return (
    <>
      <PageHeader title={texts.title} intro={texts.intro} />
      {deciding.error && <ProblemNotice error={deciding.error} />}
      <Loaded of={reading}>
        {({ clientName, documentHost, redirectHost, tenantName, readOnly }) =>
          deciding.isSuccess ? (
            <Notice tone="good" title={texts.left}>
              <p>{texts.leftText}</p>
            </Notice>
          ) : (
            <Card title={texts.request}>
              <div className="stack">
                <Attributes>
                  <Attribute name={texts.application}>
                    <strong className="break">{clientName}</strong>
                  </Attribute>
                  {documentHost !== null && (
                    <Attribute name={texts.host}>
                      <code className="break">{documentHost}</code>
                    </Attribute>
                  )}
                  <Attribute name={texts.redirect}>
                    <code className="break">{redirectHost}</code>
                  </Attribute>
                  <Attribute name={texts.tenant}>{tenantName}</Attribute>
                  <Attribute name={texts.account}>{name}</Attribute>
                  <Attribute name={texts.permission}>
                    {readOnly || onlyRead ? texts.read : texts.write}
                  </Attribute>
                </Attributes>
                {!readOnly && (
                  <CheckField
                    label={texts.onlyRead}
                    hint={texts.onlyReadHint}
                    checked={onlyRead}
                    onChange={({ target }) => setOnlyRead(target.checked)}
                  />
                )}
                <Notice tone="warn" title={texts.warning.title}>
                  <p>{documentHost === null ? texts.warning.text : texts.warning.documented}</p>
                </Notice>
                <div className="row">
                  <Button variant="primary" isBusy={deciding.isPending} onClick={() => decide(true)}>
                    {texts.allow}
                  </Button>
                  <Button isBusy={deciding.isPending} onClick={() => decide(false)}>
                    {texts.deny}
                  </Button>
                </div>
              </div>
            </Card>
          )
        }
      </Loaded>
    </>
  );
}
