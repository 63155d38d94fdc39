import { useHref } from 'react-router';
import type { Condition } from '../../../shared/clients/typescript/index.ts';
import { toJson } from '../../../shared/clients/typescript/index.ts';
import { useMay } from '../session/session.ts';
import { conditionTexts as texts } from '../texts/conditions.ts';

/** Longer conditions do not fit into an address. */
const maxCharacters = 4_000;

const queryOf = (condition: Condition | null): string => {
  const json = condition === null ? '' : toJson(condition);
  return json === '' || json.length > maxCharacters ? '' : `?condition=${encodeURIComponent(json)}`;
};

/** Opens the playground in another tab, so that what is being edited stays. */
export function PlaygroundLink({ condition = null }: { condition?: Condition | null }) {
  const may = useMay();
  const href = useHref(`/rules/playground${queryOf(condition)}`);
  return may('business_rules.rules.view') ? (
    <a className="small" href={href} rel="noreferrer" target="_blank">
      {texts.playground}
    </a>
  ) : null;
}
