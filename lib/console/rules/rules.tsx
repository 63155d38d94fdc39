/** Business rules. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { rules } from '../../../shared/clients/typescript/resources.ts';
import { ifMatch, withVersion } from '../api/queries.ts';
import { isShallow } from '../conditions/condition-tree.ts';
import { link, number, onOff, time } from '../resources/cells.tsx';
import { choice, search, state } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { useMay } from '../session/session.ts';
import { conditionTexts } from '../texts/conditions.ts';
import { ruleSetTexts } from '../texts/rule-sets.ts';
import { ruleLogTexts, ruleTexts } from '../texts/rules.ts';
import type { BulkCall } from '../ui/bulk-bar.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { fieldsOf, formOf, newRule, type RuleForm } from './rule-fields.ts';
import { RuleFormFields } from './rule-form.tsx';
import { RuleActions, RuleBody } from './rule-page.tsx';

const texts = ruleTexts.list;
const at = '/rules';
const path = '/api/business_rules/rules';

const switchTo =
  (enabled: boolean): BulkCall =>
  (api, ids) =>
    orThrow(api.POST('/api/business_rules/rules/bulk-update', { body: { ids, enabled } }));

/** The form requires a condition, so it is defined. */
function bodyOf(form: RuleForm) {
  const { condition } = form.condition;
  if (condition === null) throw new Error(ruleTexts.form.conditionNone);
  return { ...fieldsOf(form), conditionExpression: condition };
}

function Links() {
  const may = useMay();
  return (
    <>
      <LinkButton to="/rules/sets">{ruleSetTexts.list.title}</LinkButton>
      <LinkButton to="/rules/playground">{ruleTexts.playground.title}</LinkButton>
      {may('business_rules.logs.view') && <LinkButton to="/rules/log">{ruleLogTexts.title}</LinkButton>}
    </>
  );
}

export const { list, create, edit, show } = resource({
  of: rules,
  kind: 'business_rules.rule',
  at,
  reads: 'rules',
  icon: 'rules',
  list: {
    texts,
    filters: {
      search: search(texts),
      enabled: state(texts.state, ruleTexts.states),
      ruleType: choice('type', texts.type, rules.filters.ruleType, ruleTexts.types),
      entityType: search({ search: texts.entityType, searchHint: 'sales.order' }, 'entityType'),
    },
    read: async (api, query) => {
      const { data, pagination } = await orThrow(api.GET(path, { params: { query } }));
      return { items: data, ...pagination };
    },
    columns: {
      name: link(at, 'ruleName', 'ruleId'),
      type: ({ ruleType }) => ruleTexts.types[ruleType],
      on: ({ entityType, eventType }) => (
        <>
          <code className="break">{entityType}</code>
          <div className="sub break">{eventType ?? ruleTexts.anyEvent}</div>
        </>
      ),
      priority: number('priority'),
      state: onOff('enabled', ruleTexts.states),
      updated: time('updatedAt'),
    },
    fields: { type: 'ruleType', on: 'entityType' },
    Links,
    bulk: {
      nameOf: ({ ruleName }) => ruleName,
      refreshes: ['rules'],
      turnOn: switchTo(true),
      turnOff: switchTo(false),
      remove: (api, ids) => orThrow(api.POST('/api/business_rules/rules/bulk-delete', { body: { ids } })),
    },
  },
  one: {
    read: (api, id) => withVersion(api.GET(`${path}/{id}`, { params: { path: { id } } })),
    title: ({ ruleName }) => ruleName,
    intro: ({ description }) => description,
    Actions: RuleActions,
    Body: RuleBody,
  },
  form: {
    texts: ruleTexts.form,
    initial: newRule,
    formOf,
    refusal: ({ conditionExpression }) =>
      isShallow(conditionExpression) ? undefined : <Notice tone="warn" title={conditionTexts.tooDeep} />,
    create: (api, form: RuleForm) => orThrow(api.POST(path, { body: bodyOf(form) })),
    change: (api, id, { fields, etag }) =>
      orThrow(api.PUT(path, { params: ifMatch(etag), body: { id, ...bodyOf(fields) } })),
    Form: RuleFormFields,
  },
  remove: {
    texts: ruleTexts.remove,
    call: (api, id) => orThrow(api.DELETE(path, { params: { query: { id } } })),
    undo: {
      need: rules.features.create,
      call: (api, id) => orThrow(api.POST(`${path}/{id}/restore`, { params: { path: { id } } })),
      texts: ruleTexts.remove,
    },
  },
});
