import { brand } from '../session/brand.ts';

/** The logo with the name, which only screen readers get while it is folded. */
export function Logo({ isFolded = false }: { isFolded?: boolean }) {
  return (
    <span className="logo">
      <img src={brand.logo} alt="" width="20" height="20" />
      <span className={isFolded ? 'unseen' : undefined}>{brand.name}</span>
    </span>
  );
}
