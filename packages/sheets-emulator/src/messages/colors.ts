import type { FieldMask } from './field-mask.ts'

/**
 * Makes the two fields of every color in a message agree, such as `backgroundColor` and the newer `backgroundColorStyle`. The
 * newer field wins. A style with a theme color has no counterpart.
 */
export function pairColors(message: object): object {
  const paired: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(message)) {
    if (typeof value !== 'object' || value === null) paired[name] = value
    else if (isColor(name))
      Object.assign(paired, colorPair(name, Reflect.get(message, `${name}Style`) ?? { rgbColor: value }))
    else if (isColorStyle(name)) Object.assign(paired, colorPair(name.slice(0, -'Style'.length), value))
    else paired[name] = pairColors(value)
  }
  return paired
}

/** Extends a mask with one field of a color to both fields. */
export function pairColorMask(mask: FieldMask): FieldMask {
  if (mask === 'all') return mask
  const paired = new Map<string, FieldMask>()
  for (const [name, below] of mask) {
    const color = isColorStyle(name) ? name.slice(0, -'Style'.length) : name
    if (isColor(color)) paired.set(color, 'all').set(`${color}Style`, 'all')
    else paired.set(name, pairColorMask(below))
  }
  return paired
}

const isColor = (name: string): boolean => /(?:^c|C)olor$/.test(name)
const isColorStyle = (name: string): boolean => /(?:^c|C)olorStyle$/.test(name)

function colorPair(name: string, style: object): object {
  const rgbColor: unknown = Reflect.get(style, 'rgbColor')
  if (typeof rgbColor !== 'object' || rgbColor === null) return isEmpty(style) ? {} : { [`${name}Style`]: style }
  const rounded = roundColor(rgbColor)
  return { [name]: rounded, [`${name}Style`]: { rgbColor: rounded } }
}

/** Whether a style has a null color, to remove the color. */
function isEmpty(style: object): boolean {
  return Object.keys(style).length === 0
}

/** Like Google, stores eight bits per channel, rounding half a step down, and omits a channel that is 0. */
function roundColor(sent: object): object {
  const channels = ['red', 'green', 'blue'].map((name): [string, number] => {
    const steps = Math.ceil(Number(Reflect.get(sent, name) ?? 0) * 255 - 0.5)
    return [name, singlePrecision(Math.min(Math.max(steps, 0), 255) / 255)]
  })
  return Object.fromEntries(channels.filter(([, value]) => value > 0))
}

/** The shortest decimal with the same single-precision value, as in Google's replies. */
function singlePrecision(value: number): number {
  const single = Math.fround(value)
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(single.toPrecision(digits))
    if (Math.fround(short) === single) return short
  }
  return single
}
