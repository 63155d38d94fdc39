import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { providerTexts } from '../texts/provider.ts';
import { Attribute, Attributes } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';

const texts = providerTexts.check;

const Address = ({ name, value }: { name: string; value: string | null }) => (
  <Attribute name={name}>{value === null ? texts.none : <code className="break">{value}</code>}</Attribute>
);

/** Tests the stored settings: what the provider publishes, and what is wrong. */
export function ProviderCheck() {
  const checking = useWrite(
    (api) => orThrow(api.GET('/api/auth/provider', { params: { query: { check: true } } })),
    [],
  );
  const check = checking.data?.check;
  return (
    <Card title={texts.title}>
      <div className="stack">
        <p className="muted">{texts.intro}</p>
        <div className="row">
          <Button isBusy={checking.isPending} onClick={() => checking.mutate(undefined)}>
            {texts.start}
          </Button>
        </div>
        {checking.error && <ProblemNotice error={checking.error} />}
        {check && (
          <>
            {check.problems.length === 0 ? (
              <Notice tone="good" title={texts.good} />
            ) : (
              <Notice tone="bad" title={texts.bad}>
                <ul>
                  {check.problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              </Notice>
            )}
            <Attributes>
              <Address name={texts.signIns} value={check.authorizationEndpoint} />
              <Address name={texts.tokens} value={check.tokenEndpoint} />
              <Address name={texts.userInfo} value={check.userInfoEndpoint} />
              <Address name={texts.keysAddress} value={check.keysAddress} />
              <Attribute name={texts.keys}>
                {check.keys
                  .map(({ id, algorithm }) => `${id ?? texts.unnamed} (${algorithm ?? '?'})`)
                  .join(', ') || texts.none}
              </Attribute>
            </Attributes>
          </>
        )}
      </div>
    </Card>
  );
}
