import type { FieldMask } from './field-mask.ts'

/**
 * Makes the two fields of every colour in a message agree, such as `backgroundColor` and the newer
 * `backgroundColorStyle`, which wins. A style that names a theme's colour stands alone.
 */
export function pairColours(message: object): object {
  const paired: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(message)) {
    if (typeof value !== 'object' || value === null) paired[name] = value
    else if (isColour(name))
      Object.assign(paired, colourPair(name, Reflect.get(message, `${name}Style`) ?? { rgbColor: value }))
    else if (isColourStyle(name)) Object.assign(paired, colourPair(name.slice(0, -'Style'.length), value))
    else paired[name] = pairColours(value)
  }
  return paired
}

/** A mask that names one field of a colour means both. */
export function pairColourMask(mask: FieldMask): FieldMask {
  if (mask === 'all') return mask
  const paired = new Map<string, FieldMask>()
  for (const [name, below] of mask) {
    const colour = isColourStyle(name) ? name.slice(0, -'Style'.length) : name
    if (isColour(colour)) paired.set(colour, 'all').set(`${colour}Style`, 'all')
    else paired.set(name, pairColourMask(below))
  }
  return paired
}

const isColour = (name: string): boolean => /(?:^c|C)olor$/.test(name)
const isColourStyle = (name: string): boolean => /(?:^c|C)olorStyle$/.test(name)

function colourPair(name: string, style: object): object {
  const rgbColor: unknown = Reflect.get(style, 'rgbColor')
  if (typeof rgbColor !== 'object' || rgbColor === null) return { [`${name}Style`]: style }
  const kept = keptColour(rgbColor)
  return { [name]: kept, [`${name}Style`]: { rgbColor: kept } }
}

/** Google keeps eight bits of a channel, half a step rounded down, and leaves out a channel that is 0. */
function keptColour(sent: object): object {
  const channels = ['red', 'green', 'blue'].map((name): [string, number] => {
    const steps = Math.ceil(Number(Reflect.get(sent, name) ?? 0) * 255 - 0.5)
    return [name, singlePrecision(Math.min(Math.max(steps, 0), 255) / 255)]
  })
  return Object.fromEntries(channels.filter(([, value]) => value > 0))
}

/** The shortest decimal number that means the same in the single precision of Google's replies. */
function singlePrecision(value: number): number {
  const single = Math.fround(value)
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(single.toPrecision(digits))
    if (Math.fround(short) === single) return short
  }
  return single
}
