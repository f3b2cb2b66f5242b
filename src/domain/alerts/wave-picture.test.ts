import { expect, test } from 'vitest'
import type { WaveOutcome } from './alert.ts'
import { wavePicture } from './wave-picture.ts'

const colorAt = ({ width, data }: ReturnType<typeof wavePicture>, [x, y]: readonly [number, number]) =>
  [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)].join(',')

test('each task is a square of the color of its outcome, 20 to a row', () => {
  const outcomes: WaveOutcome[] = [...Array<WaveOutcome>(20).fill('succeeded'), 'failed', 'held']
  const picture = wavePicture(outcomes)
  expect([picture.width, picture.height]).toEqual([594, 54])
  const squares = [
    [0, 0],
    [590, 10],
    [0, 30],
    [40, 40],
  ] as const
  const colors = squares.map((square) => colorAt(picture, square))
  expect(colors[0]).toBe(colors[1])
  expect(new Set(colors).size).toBe(3)
  expect(colorAt(picture, [25, 0])).toBe('0,0,0,0')
  expect(colorAt(picture, [100, 40])).toBe('0,0,0,0')
})

test('a wave without tasks has a picture too', () => {
  expect(wavePicture([]).data.length).toBeGreaterThan(0)
})
