import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { everyItem } from '../api/every-item.ts';
import { useRead } from '../api/queries.ts';
import type { Choices } from '../forms/field.tsx';

const path = '/api/business_rules/rules';

/** All rules by name, to choose one. */
export function useRuleChoices(): Choices {
  const { data = [] } = useRead(['rules', 'choices'], async (api) => {
    const rules = await everyItem(async (page) => {
      const query = { page, pageSize: 100, sortField: 'ruleName', sortDir: 'asc' } as const;
      const { data: items, pagination } = await orThrow(api.GET(path, { params: { query } }));
      return { items, totalPages: pagination.totalPages };
    });
    return rules.map(({ id, ruleName }) => [id, ruleName] as const);
  });
  return data;
}
