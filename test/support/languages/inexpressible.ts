/** Expressions cannot say what another language says. */
export class InexpressibleError extends Error {
  override name = 'InexpressibleError';
}

export const inexpressible = (reason: string): never => {
  throw new InexpressibleError(reason);
};
