/** Mistakes that the compiler refuses. Each mark fails the build when the line below it compiles. */
import type { PlatformClient } from '../index.ts';

export async function mistakes(client: PlatformClient): Promise<void> {
  // @ts-expect-error: there is no such path
  await client.GET('/api/business_rule/rules');
  // @ts-expect-error: rules are not deleted by a path
  await client.DELETE('/api/business_rules/rules/{id}', { params: { path: { id: '1' } } });
  // @ts-expect-error: the id is missing
  await client.GET('/api/business_rules/rules/{id}');
  // @ts-expect-error: a page is a number
  await client.GET('/api/business_rules/rules', { params: { query: { page: 'first' } } });
  // @ts-expect-error: the body lacks its type and data
  await client.POST('/api/events', { body: { id: 'order-1' } });

  const { data, error } = await client.POST('/api/business_rules/execute', {
    body: { entityType: 'sales.order', data: {} },
  });
  // @ts-expect-error: an answer says `allowed`
  data?.permitted;
  // @ts-expect-error: no error has this code
  error?.code === 'teapot';
}
