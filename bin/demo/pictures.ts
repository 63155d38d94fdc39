/** Pictures of products for the demo, as simple shapes. */
import sharp from 'sharp';

const side = 640;

interface Product {
  sky: string;
  ground: string;
  /** SVG elements. */
  shapes: string;
}

const ellipse = (color: string, x: number, y: number, width: number, height: number): string =>
  `<ellipse fill="${color}" cx="${x}" cy="${y}" rx="${width}" ry="${height}"/>`;
const polygon = (color: string, points: string): string => `<polygon fill="${color}" points="${points}"/>`;

const products = {
  vase: {
    sky: '#f3d9c4',
    ground: '#c98f6b',
    shapes:
      ellipse('#2d5d7b', 320, 380, 130, 150) +
      polygon('#2d5d7b', '270,140 370,140 350,300 290,300') +
      ellipse('#1f4258', 320, 140, 50, 14),
  },
  crate: {
    sky: '#dce8ef',
    ground: '#8fa6b2',
    shapes:
      polygon('#b98147', '150,260 490,260 490,520 150,520') +
      polygon('#d8a568', '150,260 210,190 550,190 490,260') +
      polygon('#96652f', '490,260 550,190 550,450 490,520'),
  },
  lamp: {
    sky: '#3b3f58',
    ground: '#23263a',
    shapes:
      ellipse('#f6d36566', 320, 300, 240, 200) +
      polygon('#f6d365', '240,160 400,160 470,320 170,320') +
      polygon('#c9cbd8', '308,320 332,320 332,520 308,520') +
      ellipse('#c9cbd8', 320, 530, 90, 22),
  },
  bowl: {
    sky: '#dfeee0',
    ground: '#86b08a',
    shapes:
      ellipse('#c0563d', 320, 360, 190, 150) +
      ellipse('#dfeee0', 320, 270, 240, 90) +
      ellipse('#8d3926', 320, 345, 180, 40),
  },
} as const satisfies Record<string, Product>;

export type ProductName = keyof typeof products;

/** A picture of a product, as a PNG. */
export async function productPicture(name: ProductName): Promise<Uint8Array<ArrayBuffer>> {
  const { sky, ground, shapes } = products[name];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">` +
    `<rect width="${side}" height="${side}" fill="${sky}"/>` +
    `<rect y="${side * 0.72}" width="${side}" height="${side}" fill="${ground}"/>${shapes}</svg>`;
  return Uint8Array.from(await sharp(Buffer.from(svg)).png().toBuffer());
}
