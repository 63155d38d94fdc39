/** Pictures for the demo: products as simple shapes, and pages as a scanner makes them. */
import { type Canvas, createCanvas } from '@napi-rs/canvas';

const drawingOn = (canvas: Canvas) => canvas.getContext('2d');

type Drawing = ReturnType<typeof drawingOn>;

const side = 640;

interface Product {
  sky: string;
  ground: string;
  draw: (context: Drawing) => void;
}

function ellipse(context: Drawing, color: string, [x, y, width, height]: readonly number[]): void {
  context.fillStyle = color;
  context.beginPath();
  context.ellipse(x ?? 0, y ?? 0, width ?? 0, height ?? 0, 0, 0, 2 * Math.PI);
  context.fill();
}

function polygon(context: Drawing, color: string, points: readonly (readonly [number, number])[]): void {
  context.fillStyle = color;
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.fill();
}

const products = {
  vase: {
    sky: '#f3d9c4',
    ground: '#c98f6b',
    draw(context) {
      ellipse(context, '#2d5d7b', [320, 380, 130, 150]);
      polygon(context, '#2d5d7b', [
        [270, 140],
        [370, 140],
        [350, 300],
        [290, 300],
      ]);
      ellipse(context, '#1f4258', [320, 140, 50, 14]);
    },
  },
  crate: {
    sky: '#dce8ef',
    ground: '#8fa6b2',
    draw(context) {
      polygon(context, '#b98147', [
        [150, 260],
        [490, 260],
        [490, 520],
        [150, 520],
      ]);
      polygon(context, '#d8a568', [
        [150, 260],
        [210, 190],
        [550, 190],
        [490, 260],
      ]);
      polygon(context, '#96652f', [
        [490, 260],
        [550, 190],
        [550, 450],
        [490, 520],
      ]);
    },
  },
  lamp: {
    sky: '#3b3f58',
    ground: '#23263a',
    draw(context) {
      ellipse(context, '#f6d36566', [320, 300, 240, 200]);
      polygon(context, '#f6d365', [
        [240, 160],
        [400, 160],
        [470, 320],
        [170, 320],
      ]);
      polygon(context, '#c9cbd8', [
        [308, 320],
        [332, 320],
        [332, 520],
        [308, 520],
      ]);
      ellipse(context, '#c9cbd8', [320, 530, 90, 22]);
    },
  },
  bowl: {
    sky: '#dfeee0',
    ground: '#86b08a',
    draw(context) {
      ellipse(context, '#c0563d', [320, 360, 190, 150]);
      ellipse(context, '#dfeee0', [320, 270, 240, 90]);
      ellipse(context, '#8d3926', [320, 345, 180, 40]);
    },
  },
} as const satisfies Record<string, Product>;

export type ProductName = keyof typeof products;

/** A picture of a product, as a PNG. */
export function productPicture(name: ProductName): Uint8Array<ArrayBuffer> {
  const { sky, ground, draw } = products[name];
  const canvas = createCanvas(side, side);
  const context = drawingOn(canvas);
  context.fillStyle = sky;
  context.fillRect(0, 0, side, side);
  context.fillStyle = ground;
  context.fillRect(0, side * 0.72, side, side);
  draw(context);
  return Uint8Array.from(canvas.toBuffer('image/png'));
}
