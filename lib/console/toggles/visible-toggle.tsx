import { useParams } from 'react-router';
import { orThrow, toJson } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { playgroundTexts, segmentTexts, targetingTexts } from '../texts/targeting.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { LoadedPage } from '../ui/gone-page.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Empty } from '../ui/states.tsx';
import { entryInWords, prerequisiteInWords } from './toggle-extras.ts';
import { valueInWords } from './toggle-values.ts';

const { visible: texts } = toggleTexts;

/** The toggle for readers of a tenant: its value and its rules. */
export function VisibleToggle() {
  const { id = '' } = useParams();
  const reading = useRead(['toggles', 'visible', id], async (api) => {
    const params = { path: { id } };
    const [{ items }, targeting, own] = await Promise.all([
      orThrow(api.GET('/api/feature_toggles/toggles', { params: { query: { id } } })),
      orThrow(api.GET('/api/feature_toggles/global/{id}/targeting', { params })),
      orThrow(api.GET('/api/feature_toggles/global/{id}/override/targeting', { params })),
    ]);
    return { toggle: items[0], targeting, own };
  });
  return (
    <LoadedPage of={reading} parent={{ to: '/toggles', title: toggleTexts.list.title }}>
      {({ toggle, targeting, own }) =>
        toggle === undefined ? (
          <Empty icon="toggle" title={texts.gone} />
        ) : (
          <>
            <PageHeader
              title={toggle.name}
              intro={
                <span className="row">
                  <code>{toggle.identifier}</code>
                  <Badge tone="calm">{toggleTexts.types[toggle.type]}</Badge>
                  {toggle.staleReasons.map((reason) => (
                    <Badge key={reason} tone="warn">
                      {targetingTexts.stale[reason]}
                    </Badge>
                  ))}
                </span>
              }
              id={toggle.id}
              parent={{ to: '/toggles', title: toggleTexts.list.title }}
              actions={
                <>
                  <LinkButton to="/toggles/segments">{segmentTexts.title}</LinkButton>
                  <LinkButton to={`/toggles/playground?toggle=${toggle.identifier}`}>
                    {playgroundTexts.title}
                  </LinkButton>
                </>
              }
            />
            <Card title={texts.title}>
              <Attributes>
                <CodeAttribute name={texts.value}>{valueInWords(own.value)}</CodeAttribute>
                <Attribute name={texts.source}>{own.isOverride ? texts.own : texts.fromDefault}</Attribute>
                <Attribute name={targetingTexts.life.owner}>{toggle.owner ?? '–'}</Attribute>
                <TimeAttribute name={targetingTexts.life.expires} value={toggle.expiresAt} />
                <TimeAttribute name={toggleTexts.list.columns.used} value={toggle.lastEvaluatedAt} />
                {toggle.prerequisites.length > 0 && (
                  <CodeAttribute name={toggleTexts.extras.prerequisites}>
                    {toggle.prerequisites.map(prerequisiteInWords).join(', ')}
                  </CodeAttribute>
                )}
                {Object.keys(toggle.metadata).length > 0 && (
                  <CodeAttribute name={toggleTexts.extras.metadata}>
                    {Object.entries(toggle.metadata).map(entryInWords).join(', ')}
                  </CodeAttribute>
                )}
              </Attributes>
            </Card>
            <Card title={targetingTexts.rules.title}>
              <div className="stack">
                <p className="muted">{targetingTexts.readOnly}</p>
                <CodeBlock
                  what={own.isOverride ? texts.ownRules : texts.rules}
                  text={toJson((own.isOverride ? own : targeting).rules, 2)}
                />
              </div>
            </Card>
          </>
        )
      }
    </LoadedPage>
  );
}
