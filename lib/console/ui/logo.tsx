import { brand } from '../session/brand.ts';

export function Logo() {
  return (
    <span className="logo">
      <img src={brand.logo} alt="" width="20" height="20" />
      <span>{brand.name}</span>
    </span>
  );
}
