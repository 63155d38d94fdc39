import { useParams } from 'react-router';
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, withVersion } from '../api/queries.ts';
import { isShallow } from '../conditions/condition-tree.ts';
import { type Change, CreatePage, EditPage } from '../forms/form-pages.tsx';
import { conditionTexts } from '../texts/conditions.ts';
import { ruleTexts } from '../texts/rules.ts';
import { Notice } from '../ui/notice.tsx';
import { fieldsOf, formOf, newRule, type RuleForm } from './rule-fields.ts';
import { RuleFormFields } from './rule-form.tsx';

const texts = ruleTexts.form;
const path = '/api/business_rules/rules';

/** The form requires a condition, so it is defined. */
function conditionOf({ condition: { condition } }: RuleForm) {
  if (condition === null) throw new Error(texts.conditionNone);
  return condition;
}

export function CreateRulePage() {
  return (
    <CreatePage
      title={texts.create}
      parent={{ to: '/rules', title: ruleTexts.list.title }}
      create={(api, form: RuleForm) =>
        orThrow(api.POST(path, { body: { ...fieldsOf(form), conditionExpression: conditionOf(form) } }))
      }
      refreshes={['rules']}
      saved={texts.saved}
      pageOf={({ id }) => `/rules/${id}`}
    >
      {(frame) => <RuleFormFields initial={newRule} {...frame} />}
    </CreatePage>
  );
}

export function EditRulePage() {
  const { id = '' } = useParams();
  return (
    <EditPage
      resource={['rules', 'one', id]}
      read={(api) => withVersion(api.GET(`${path}/{id}`, { params: { path: { id } } }))}
      save={(api, _, { fields, etag }: Change<RuleForm>) =>
        orThrow(
          api.PUT(path, {
            params: ifMatch(etag),
            body: { id, ...fieldsOf(fields), conditionExpression: conditionOf(fields) },
          }),
        )
      }
      refreshes={['rules']}
      title={({ ruleName }) => texts.edit(ruleName)}
      pageOf={({ ruleName }) => ({ to: `/rules/${id}`, title: ruleName })}
      saved={texts.saved}
    >
      {(rule, frame) =>
        isShallow(rule.conditionExpression) ? (
          <RuleFormFields initial={formOf(rule)} {...frame} />
        ) : (
          <Notice tone="warn" title={conditionTexts.tooDeep} />
        )
      }
    </EditPage>
  );
}
