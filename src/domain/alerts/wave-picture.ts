import type { WaveOutcome } from './alert.ts'

/* Sizes in pixels. The picture is shown at half its size, so it is sharp on a phone. */
const CELL = 24
const GAP = 6
const COLUMNS = 20

/** Colors with different lightness, visible on white and on black. */
const COLORS: Readonly<Record<WaveOutcome, readonly [number, number, number]>> = {
  succeeded: [47, 158, 68],
  warned: [240, 175, 40],
  held: [150, 100, 235],
  failed: [214, 45, 45],
  not_run: [80, 130, 200],
  stopped: [130, 140, 150],
}

/** An image: red, green, blue and opacity of each pixel, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** A square for each task of a wave, in rows, on a transparent background. */
export function wavePicture(outcomes: readonly WaveOutcome[]): Picture {
  const columns = Math.min(COLUMNS, Math.max(outcomes.length, 1))
  const rows = Math.max(Math.ceil(outcomes.length / columns), 1)
  const [width, height] = [columns * (CELL + GAP) - GAP, rows * (CELL + GAP) - GAP]
  const data = new Uint8Array(width * height * 4)
  for (const [index, outcome] of outcomes.entries()) {
    const left = (index % columns) * (CELL + GAP)
    const top = Math.floor(index / columns) * (CELL + GAP)
    for (let y = top; y < top + CELL; y++) {
      for (let x = left; x < left + CELL; x++) data.set([...COLORS[outcome], 255], (y * width + x) * 4)
    }
  }
  return { width, height, data }
}
