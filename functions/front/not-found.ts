import { notFound } from '../../shared/front/contract.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { NotFoundError } from '../../shared/http/errors.ts';

export const handler = endpoint(notFound, async () => {
  throw new NotFoundError('Route');
});
