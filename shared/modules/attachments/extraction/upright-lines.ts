/** Turns the coordinates of recognized lines upright, so that lines of a page that lies askew can be sorted. Pure. */

interface Point {
  x: number;
  y: number;
}

/** The used fields of a Textract block's geometry. */
export interface Geometry {
  BoundingBox?: Partial<Record<'Left' | 'Top' | 'Width' | 'Height', number>> | undefined;
  Polygon?: readonly { X?: number | undefined; Y?: number | undefined }[] | undefined;
}

/** A box in upright coordinates. */
export interface UprightBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Returns the corners of a line, clockwise from the upper left corner of its text. They are shares of the page's width and
 * height. https://docs.aws.amazon.com/textract/latest/dg/text-location.html
 */
function cornersOf({ BoundingBox, Polygon = [] }: Geometry): readonly [Point, Point, Point, Point] {
  const [a, b, c, d] = Polygon.map(({ X = 0, Y = 0 }): Point => ({ x: X, y: Y }));
  if (a !== undefined && b !== undefined && c !== undefined && d !== undefined) return [a, b, c, d];
  const { Left: left = 0, Top: top = 0, Width = 0, Height = 0 } = BoundingBox ?? {};
  const [right, bottom] = [left + Width, top + Height];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

const lengthOf = ({ x, y }: Point): number => Math.hypot(x, y);
const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
const angleOf = ({ x, y }: Point): number => Math.atan2(y, x);
const directionOf = (angle: number): Point => ({ x: Math.cos(angle), y: Math.sin(angle) });

/** Returns the weighted median of angles, relative to an angle near them, so that it has no jump at a half turn. */
function medianAngle(vectors: readonly Point[], near: number): number {
  const turns = vectors
    .map((vector) => {
      const turn = angleOf(vector) - near;
      return { turn: Math.atan2(Math.sin(turn), Math.cos(turn)), weight: lengthOf(vector) };
    })
    .toSorted((a, b) => a.turn - b.turn);
  const half = turns.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { turn, weight } of turns) {
    sum += weight;
    if (sum >= half) return near + turn;
  }
  return near;
}

const quarterTurn = Math.PI / 2;
const quarterOf = (vector: Point): number => (Math.round(angleOf(vector) / quarterTurn) + 4) % 4;

/** The directions along and down a page's lines. They differ from a right angle, as pages are not square. */
interface Axes {
  along: Point;
  down: Point;
}

const upright: Axes = { along: { x: 1, y: 0 }, down: { x: 0, y: 1 } };
/** Minimum sine of the angle between the axes; smaller angles are errors of measurement. */
const minSine = 0.5;

/** Returns the axes of most of a page's text. */
function axesOf(lines: readonly (readonly [Point, Point, Point, Point])[]): Axes {
  const vectors = lines
    .map(([a, b, , d]) => ({ along: minus(b, a), down: minus(d, a) }))
    .filter(({ along, down }) => lengthOf(along) > 0 && lengthOf(down) > 0);
  const quarters = Map.groupBy(vectors, ({ along }) => quarterOf(along));
  const lengthIn = (group: readonly Axes[]): number =>
    group.reduce((sum, { along }) => sum + lengthOf(along), 0);
  const [most] = [...quarters].toSorted(([, a], [, b]) => lengthIn(b) - lengthIn(a));
  if (most === undefined) return upright;
  const [quarter, group] = most;
  const angle = medianAngle(
    group.map(({ along }) => along),
    quarter * quarterTurn,
  );
  const across = medianAngle(
    group.map(({ down }) => down),
    angle + quarterTurn,
  );
  const isPlausible = Math.sin(across - angle) > minSine;
  return { along: directionOf(angle), down: directionOf(isPlausible ? across : angle + quarterTurn) };
}

/** Returns the boxes of a page's lines in coordinates along and down its text. */
export function uprightBoxes(geometries: readonly (Geometry | undefined)[]): UprightBox[] {
  const lines = geometries.map((geometry = {}) => cornersOf(geometry));
  const { along, down } = axesOf(lines);
  const determinant = along.x * down.y - along.y * down.x;
  return lines.map((corners) => {
    const xs = corners.map(({ x, y }) => (x * down.y - y * down.x) / determinant);
    const ys = corners.map(({ x, y }) => (along.x * y - along.y * x) / determinant);
    return {
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    };
  });
}
