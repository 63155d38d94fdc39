/** The thousand orders that the rules of the mix evaluate: the same in every run. */
import { dice } from './random.ts';

export const statuses = ['draft', 'open', 'paid', 'shipped', 'closed'] as const;
export const channels = ['web', 'shop', 'phone', 'partner'] as const;
export const currencies = ['EUR', 'USD', 'GBP', 'NOK'] as const;
export const tiers = ['basic', 'silver', 'gold', 'platinum'] as const;
export const countries = ['NO', 'SE', 'DE', 'FR', 'US', 'GB', 'IT', 'ES', 'PL', 'NL', 'BE', 'AT'] as const;
export const tags = ['new', 'fragile', 'gift', 'export', 'rush', 'return', 'b2b'] as const;
export const methods = ['post', 'courier', 'pickup'] as const;

const count = 1_000;

function orders() {
  const { between, oneOf } = dice(20_261_120);
  return Array.from({ length: count }, (_, index) => ({
    number: `SO-${String(index).padStart(6, '0')}`,
    status: oneOf(statuses),
    channel: oneOf(channels),
    currency: oneOf(currencies),
    total: between(1, 20_000),
    itemCount: between(1, 40),
    discount: between(0, 50),
    isUrgent: between(0, 9) < 3,
    tags: tags.filter(() => between(0, 9) < 3),
    customer: {
      tier: oneOf(tiers),
      country: oneOf(countries),
      creditLimit: between(0, 20_000),
      age: between(18, 90),
      orderCount: between(0, 200),
      isBlocked: between(0, 19) === 0,
    },
    shipping: { method: oneOf(methods), country: oneOf(countries), weight: between(1, 300) },
    lines: Array.from({ length: between(1, 4) }, () => ({
      sku: `SKU-${between(1, 99)}`,
      quantity: between(1, 20),
      price: between(1, 900),
    })),
  }));
}

export type Order = ReturnType<typeof orders>[number];
export const facts: readonly Order[] = orders();
