/** Seals the secrets of revisions that are kept: readers get them masked, and only restoring opens them. */
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { replaceSecrets } from '../../../kernel/secrets/marked.ts';
import { maskedSecret } from '../../../kernel/secrets/masked.ts';
import { openSecret, sealSecret } from '../../../kernel/secrets/seal.ts';
import type { StoredRule } from '../rule.ts';
import { type Rule, ruleSecrets } from './rule-fields-contract.ts';

const purpose = 'business_rules.headers';

/** The rule with each secret replaced, always in the same order. */
function withSecrets(rule: Rule, replace: (secret: unknown) => unknown): Rule {
  const replaced = Object.entries(ruleSecrets).map(([name, schema]) => [
    name,
    replaceSecrets(schema, rule[name as keyof typeof ruleSecrets], replace),
  ]);
  return { ...rule, ...Object.fromEntries(replaced) };
}

/** The revision as it is kept. Throws UnavailableError if KMS is unavailable. */
export async function sealRevision(stored: StoredRule): Promise<StoredRule> {
  if (stored.sealedSecrets !== undefined) return stored;
  const secrets: unknown[] = [];
  const rule = withSecrets(stored.rule, (secret) => {
    secrets.push(secret);
    return maskedSecret;
  });
  if (secrets.length === 0) return stored;
  return { ...stored, rule, sealedSecrets: await sealSecret(rule, purpose, toJson(secrets)) };
}

/** The rule of a kept revision with its secrets. Throws UnavailableError if KMS is unavailable. */
export async function openRevision({ rule, sealedSecrets }: StoredRule): Promise<Rule> {
  if (sealedSecrets === undefined) return rule;
  const secrets: unknown[] = parseJson(await openSecret(rule, purpose, sealedSecrets));
  return withSecrets(rule, () => secrets.shift());
}
