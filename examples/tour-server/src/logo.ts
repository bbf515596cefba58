import { encodePng } from './png.ts';

type Colour = readonly [red: number, green: number, blue: number];

const size = 128;
/** Samples along each side of a pixel; their average smooths the edges. */
const samples = 4;

const white: Colour = [255, 255, 255];
const sea: Colour = [15, 96, 112];
const deepSea: Colour = [10, 62, 84];
const coral: Colour = [240, 101, 76];
const mist: Colour = [196, 221, 224];

/** The colour at a point, measured in pixels from the centre, or `undefined` outside the badge. */
function colourAt(x: number, y: number): Colour | undefined {
  const half = 62;
  const corner = 28;
  const overX = Math.max(Math.abs(x) - (half - corner), 0);
  const overY = Math.max(Math.abs(y) - (half - corner), 0);
  if (Math.hypot(overX, overY) > corner) {
    return undefined;
  }
  const distance = Math.hypot(x, y);
  if (distance < 5) {
    return deepSea;
  }
  // The needle is a rhombus turned to the north east: `along` runs to its tip, `across` to its side.
  const along = (x - y) / Math.SQRT2;
  const across = (x + y) / Math.SQRT2;
  if (Math.abs(along) / 37 + Math.abs(across) / 12 < 1) {
    return along > 0 ? coral : mist;
  }
  if (distance > 43 && distance < 48) {
    return white;
  }
  return y < x ? sea : deepSea;
}

function drawLogo(): Buffer {
  const pixels = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      pixels.set(pixelAt(column, row), (row * size + column) * 4);
    }
  }
  return encodePng(size, pixels);
}

function pixelAt(column: number, row: number): readonly number[] {
  const sum = [0, 0, 0];
  let covered = 0;
  for (let sample = 0; sample < samples * samples; sample++) {
    const x = column + ((sample % samples) + 0.5) / samples - size / 2;
    const y = row + (Math.floor(sample / samples) + 0.5) / samples - size / 2;
    const colour = colourAt(x, y);
    if (colour) {
      covered++;
      colour.forEach((value, channel) => (sum[channel] = (sum[channel] ?? 0) + value));
    }
  }
  const average = sum.map((value) => (covered ? Math.round(value / covered) : 0));
  return [...average, Math.round((255 * covered) / (samples * samples))];
}

let drawn: string | undefined;

/** The compass badge of the company, 128 by 128 pixels, as base64 of a PNG. Drawn when first asked for. */
export function logoBase64(): string {
  drawn ??= drawLogo().toString('base64');
  return drawn;
}
