import type { ReactNode } from 'react';
import { orThrow, type Rule } from '../../../shared/clients/typescript/index.ts';
import { TakeOverButton } from '../access/take-over-button.tsx';
import { useWrite, type Versioned } from '../api/queries.ts';
import { ConditionOutline } from '../conditions/condition-outline.tsx';
import { Actor } from '../names/thing-name.tsx';
import { useMay } from '../session/session.ts';
import { ruleTexts } from '../texts/rules.ts';
import { uiTexts } from '../texts/ui.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice, ProblemNotice } from '../ui/notice.tsx';
import { ActionList } from './action-list.tsx';
import { LatestExecutions } from './latest-executions.tsx';
import { RevisionHistory } from './revision-history.tsx';
import { RunCard } from './run-card.tsx';
import './rules.css';

const texts = ruleTexts.show;
const path = '/api/business_rules/rules';

interface ActionsProps {
  of: Rule;
  edit: ReactNode;
  remove: ReactNode;
}

export function RuleActions({ of: rule, edit, remove }: ActionsProps) {
  const { id, enabled } = rule;
  const may = useMay();
  const switching = useWrite(
    (api, isEnabled: boolean) => orThrow(api.PUT(path, { body: { id, enabled: isEnabled } })),
    ['rules'],
  );
  const takingOver = useWrite(
    (api) => orThrow(api.POST('/api/business_rules/rules/{id}/take-over', { params: { path: { id } } })),
    ['rules'],
  );
  const failure = switching.error ?? takingOver.error;
  return (
    <>
      {edit}
      {may('business_rules.rules.edit') && (
        <>
          <Button isBusy={switching.isPending} onClick={() => switching.mutate(!enabled)}>
            {enabled ? texts.disable : texts.enable}
          </Button>
          <TakeOverButton of={rule} taking={takingOver} />
        </>
      )}
      {remove}
      {failure && <ProblemNotice error={failure} />}
    </>
  );
}

function Settings({ rule }: { rule: Rule }) {
  const { attributes } = texts;
  return (
    <Card title={texts.settings}>
      <Attributes>
        <CodeAttribute name={attributes.identifier}>{rule.ruleId}</CodeAttribute>
        <Attribute name={attributes.type}>{ruleTexts.types[rule.ruleType]}</Attribute>
        <CodeAttribute name={attributes.entityType}>{rule.entityType}</CodeAttribute>
        <Attribute name={attributes.event}>{rule.eventType ?? ruleTexts.anyEvent}</Attribute>
        {rule.ruleCategory && <Attribute name={attributes.category}>{rule.ruleCategory}</Attribute>}
        <Attribute name={attributes.priority}>{rule.priority}</Attribute>
        <Attribute name={attributes.version}>{rule.version}</Attribute>
        {rule.effectiveFrom && <Attribute name={attributes.from}>{rule.effectiveFrom}</Attribute>}
        {rule.effectiveTo && <Attribute name={attributes.to}>{rule.effectiveTo}</Attribute>}
        <Attribute name={attributes.missing}>{ruleTexts.missing[rule.missingFieldPolicy]}</Attribute>
        <Attribute name={uiTexts.runsAs}>
          <Actor {...rule.runAs} />
        </Attribute>
        <TimeAttribute name={attributes.created} value={rule.createdAt} />
        <TimeAttribute name={attributes.updated} value={rule.updatedAt} />
      </Attributes>
    </Card>
  );
}

/** The content of the rule: condition and actions. */
function Definition({ rule }: { rule: Rule }) {
  return (
    <Card title={texts.condition}>
      <div className="stack">
        <ConditionOutline condition={rule.conditionExpression} />
        <div className="rule-cases">
          <section>
            <h3>{texts.onSuccess}</h3>
            <ActionList actions={rule.successActions} />
          </section>
          <section>
            <h3>{texts.onFailure}</h3>
            <ActionList actions={rule.failureActions} />
          </section>
        </div>
      </div>
    </Card>
  );
}

/** A rule, its executions and its earlier versions. */
export function RuleBody({ of: { data: rule, etag } }: { of: Versioned<Rule> }) {
  const may = useMay();
  const { id } = rule;
  return (
    <>
      {!rule.enabled && <Notice tone="warn" title={texts.off} />}
      {rule.blockedReason && <Notice tone="warn" title={rule.blockedReason} />}
      <Definition rule={rule} />
      {may('business_rules.rules.execute') && <RunCard rule={rule} />}
      {may('business_rules.logs.view') && <LatestExecutions ruleId={id} />}
      <RevisionHistory ruleId={id} etag={etag} />
      <Settings rule={rule} />
    </>
  );
}
