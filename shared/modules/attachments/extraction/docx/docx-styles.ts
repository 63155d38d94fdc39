/** Reads which styles of a Word document hide text, for example that of the borders of pasted web forms. Pure. */
import { type Attributes, readXml } from '../xml-reader.ts';

/** Whether a style hides text (`w:vanish`); undefined for a style that does not say so. */
export type HiddenStyles = ReadonlyMap<string, boolean>;

/** Returns whether a property that is switched on by its presence is switched off by its value. */
export const isOff = ({ val }: Attributes): boolean => val === '0' || val === 'false' || val === 'off';

interface Style {
  basedOn: string | undefined;
  isHidden: boolean | undefined;
}

function stylesIn(xml: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  const path: string[] = [];
  let style: Style | undefined;
  readXml(xml, {
    open(name, attributes) {
      // Properties of parts of tables, and former properties, are deeper.
      const isOwn = path.at(-1) === 'rPr' && path.at(-2) === 'style';
      if (name === 'style') {
        style = { basedOn: undefined, isHidden: undefined };
        styles.set(attributes.styleId ?? '', style);
      } else if (style !== undefined && name === 'basedOn') style.basedOn = attributes.val;
      else if (style !== undefined && name === 'vanish' && isOwn) style.isHidden = !isOff(attributes);
      path.push(name);
    },
    close() {
      path.pop();
    },
    text: () => undefined,
  });
  return styles;
}

/** Returns the styles that show or hide text, also by the styles that they are based on. */
export function hiddenStyles(xml: string): HiddenStyles {
  const styles = stylesIn(xml);
  const hidden = new Map<string, boolean>();
  for (const id of styles.keys()) {
    const seen = new Set<string>();
    for (let at: string | undefined = id; at !== undefined && !seen.has(at); at = styles.get(at)?.basedOn) {
      seen.add(at);
      const isHidden = styles.get(at)?.isHidden;
      if (isHidden === undefined) continue;
      hidden.set(id, isHidden);
      break;
    }
  }
  return hidden;
}
