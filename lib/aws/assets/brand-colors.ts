/** The accent of the console in light and dark, from one colour of a team: as close to it as readable texts allow. */

type Rgb = readonly [red: number, green: number, blue: number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The lightest and the darkest grounds of the console in dark colours, and the dark text on an accent. */
const darkRaised: Rgb = [0x1c, 0x20, 0x27];
const darkText: Rgb = [0x10, 0x14, 0x2a];

/** WCAG 2.2, 1.4.3: the minimum contrast of texts. */
const minContrast = 4.5;
const step = 0.04;

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const format = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The color with a share of another one. */
const mixed = ([red, green, blue]: Rgb, other: Rgb, share: number): Rgb => [
  red + (other[0] - red) * share,
  green + (other[1] - green) * share,
  blue + (other[2] - blue) * share,
];

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(parse(one)), luminance(parse(other))].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The first color on the way to another one that has enough contrast to all of the grounds. */
function readable(color: Rgb, towards: Rgb, grounds: readonly Rgb[]): Rgb {
  for (let share = 0; share < 1; share += step) {
    const candidate = mixed(color, towards, share);
    if (grounds.every((ground) => contrast(format(candidate), format(ground)) >= minContrast))
      return candidate;
  }
  return towards;
}

interface AccentColors {
  accent: string;
  strong: string;
  /** Texts on the accent. */
  onAccent: string;
  /** The ground of what is chosen, under texts in the accent. */
  soft: string;
}

/** Returns the colors for light and dark pages. `hex` is `#rrggbb`. */
export function accentColors(hex: string): { light: AccentColors; dark: AccentColors } {
  const color = parse(hex);
  const lightSoft = mixed(color, white, 0.91);
  const darkSoft = mixed(color, darkRaised, 0.82);
  const light = readable(color, black, [white, lightSoft]);
  const dark = readable(color, white, [darkRaised, darkSoft, darkText]);
  return {
    light: {
      accent: format(light),
      strong: format(mixed(light, black, 0.18)),
      onAccent: format(white),
      soft: format(lightSoft),
    },
    dark: {
      accent: format(dark),
      strong: format(mixed(dark, white, 0.25)),
      onAccent: format(darkText),
      soft: format(darkSoft),
    },
  };
}

/** The style sheet that replaces the accent of the console. */
export function accentSheet(hex: string): string {
  const { light, dark } = accentColors(hex);
  const rule = (name: string, part: keyof AccentColors) =>
    `  --${name}: light-dark(${light[part]}, ${dark[part]});\n`;
  const rules = [
    rule('accent', 'accent'),
    rule('accent-strong', 'strong'),
    rule('on-accent', 'onAccent'),
    rule('accent-soft', 'soft'),
  ];
  return `:root {\n${rules.join('')}}\n`;
}
