// Reads what files of charts draw, for tests: CSV by its cells, SVG by the corners of its lines, PNG by its pixels, PDF by the corners of its strokes.
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';

/** Rows of a CSV as RFC 4180 has them, each by the names in its head. */
export function rowsOf(text) {
  const rows = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (quoted && char === '"' && text[at + 1] === '"') cell += text[at++];
    else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === ',' || char === '\n')) {
      rows.at(-1).push(cell);
      cell = '';
      if (char === '\n') rows.push([]);
    } else if (quoted || char !== '\r') cell += char;
  }
  const [head, ...body] = rows.filter((row) => row.length > 0);
  return body.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
}

/** The point of each row: x, y, n and so on as numbers. */
export function pointsOf(rows) {
  const names = Object.keys(rows[0] ?? {});
  const [x, y] = ['x_', 'y_'].map((start) => names.find((name) => name.startsWith(start)));
  return rows.map((row) => ({
    ...row,
    x: Number(row[x]),
    y: Number(row[y]),
    n: Number(row.n),
    // A chart over time has one run at each point, and no spread.
    min: Number(row.min || row[y]),
    max: Number(row.max || row[y]),
    metric: y.slice(2),
  }));
}

/** Corners of the lines of curves: the widest strokes within the plot. */
function cornersOf(svg) {
  const lines = [
    ...svg.matchAll(/<g style='stroke-width:([\d.]+);[^']*fill:none[^']*' clip-path=[^>]*><path d='([^']*)'/g),
  ];
  const widest = Math.max(...lines.map(([, width]) => Number(width)));
  return lines
    .filter(([, width, path]) => Number(width) === widest && !/[CQZ]/.test(path))
    .flatMap(([, , path]) => [...path.matchAll(/[ML]([-\d.]+),([-\d.]+)/g)])
    .map(([, x, y]) => [Number(x), Number(y)]);
}

/** Places values as an axis does, but for where it begins and how long it is. */
export const linear = (value) => value;
export const logarithmic = (value) => Math.log(value);

/** Holds that the picture's lines have a corner at each point and nowhere else. */
export function checkSvg(svg, points, scales, where) {
  assert.ok(svg.startsWith('<svg'), `${where}: an SVG`);
  checkCorners(cornersOf(svg), points, scales, where);
}

/** The least and the largest value of each axis say where the others lie. */
function checkCorners(corners, points, scales, where) {
  assert.ok(corners.length >= points.length, `${where}: ${corners.length} corners for ${points.length} points`);
  const places = points.map(({ x, y }) => [scales.x(x), scales.y(y)]);
  const scale = [0, 1].map((axis) => {
    const [values, pixels] = [places, corners].map((all) => all.map((each) => each[axis]));
    const [low, high, from, to] = [Math.min(...values), Math.max(...values), Math.min(...pixels), Math.max(...pixels)];
    const way = axis === 0 ? [from, to] : [to, from];
    return (value) => (high === low ? way[0] : way[0] + ((way[1] - way[0]) * (value - low)) / (high - low));
  });
  const drawn = places.map((place) => place.map((value, axis) => scale[axis](value)));
  const near = ([x, y], all) => all.some(([otherX, otherY]) => Math.abs(x - otherX) < 1 && Math.abs(y - otherY) < 1);
  for (const corner of corners) assert.ok(near(corner, drawn), `${where}: nothing was measured at corner ${corner}`);
  for (const place of drawn) assert.ok(near(place, corners), `${where}: no line has a corner at ${place}`);
}

/** Holds that a picture has the size that it says, and lines in colours: not a blank page. */
export async function checkPng(page, href, where) {
  const { width, height, colored } = await page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const drawing = canvas.getContext('2d');
    drawing.drawImage(image, 0, 0);
    const { data } = drawing.getImageData(0, 0, image.width, image.height);
    let colored = 0;
    for (let at = 0; at < data.length; at += 4)
      if (Math.max(data[at], data[at + 1], data[at + 2]) - Math.min(data[at], data[at + 1], data[at + 2]) > 60)
        colored++;
    return { width: image.width, height: image.height, colored };
  }, href);
  assert.equal(width, 2400, `${where}: width of the picture`);
  assert.ok(height >= 1000, `${where}: height of the picture`);
  assert.ok(colored > 2000, `${where}: ${colored} pixels have a colour`);
}

/** Corners of the widest lines that a document strokes within a clip, as the plot is one; upside down, as its axis is. */
function strokedCorners(content) {
  const strokes = [];
  let state = { width: 1, clipped: false };
  const states = [];
  let path = [];
  for (const line of content.split('\n')) {
    const words = line.trim().split(/\s+/);
    const operator = words.at(-1);
    if (operator === 'q') states.push({ ...state });
    else if (operator === 'Q') state = states.pop() ?? state;
    else if (operator === 'w') state.width = Number(words[0]);
    else if (operator === 'W') state.clipped = true;
    else if (operator === 'm' || operator === 'l') path.push([Number(words[0]), -Number(words[1])]);
    else if (/^[cvyh]$/.test(operator)) path.push(null);
    else if (operator === 'S' && state.clipped && !path.includes(null)) strokes.push({ width: state.width, path });
    if (/^[SsfFBbn]\*?$/.test(operator)) path = [];
  }
  const widest = Math.max(...strokes.map(({ width }) => width));
  return strokes.filter(({ width }) => width === widest).flatMap(({ path: corners }) => corners);
}

/** Holds that a document's lines have a corner at each point and nowhere else. */
export function checkPdf(bytes, points, scales, where) {
  assert.equal(bytes.subarray(0, 5).toString('latin1'), '%PDF-', where);
  const text = bytes.toString('latin1');
  const start = /stream\r?\n/.exec(text);
  const content = plain(bytes.subarray(start.index + start[0].length, text.indexOf('endstream')));
  checkCorners(strokedCorners(content), points, scales, where);
}

function plain(content) {
  try {
    return inflateSync(content).toString('latin1');
  } catch {
    return content.toString('latin1');
  }
}
