import { sample } from '../../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

const failedToday = {
  list: '/deliveries',
  name: 'Failed today',
  search: 'status=failed&sort=createdAt',
  pageSize: 50,
};

export const viewSamples = [
  sample(contract.getViews),
  sample(contract.saveViews, {
    request: () => ({ body: { items: [failedToday] } }),
    withoutEvents: 'Views are neither configuration nor data, so they are not audited.',
  }),
];
