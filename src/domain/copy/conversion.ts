import { type CellFormat, isSameFormat } from './format-segment.ts'

/** The parts of a cell that may change a value written to it. */
export interface Conversion {
  /** The number format someone set. */
  format: CellFormat | undefined
  /** The type of its validation rule, e.g. `BOOLEAN` for a checkbox. */
  validation: string | undefined
}

/** Describes the format and validation of a cell that rejected its value; empty if it has neither. */
export function describeConversion({ format, validation }: Conversion): string {
  const pattern = format?.pattern || format?.type
  const named = [
    ...(pattern ? [`the number format "${pattern}"`] : []),
    ...(validation === 'BOOLEAN' ? ['a checkbox, which is never empty'] : []),
    ...(validation && validation !== 'BOOLEAN' ? [`a validation rule (${validation})`] : []),
  ]
  return named.length === 0 ? '' : `The first one has ${named.join(' and ')}.`
}

export function isConverting({ format, validation }: Conversion): boolean {
  return format !== undefined || validation !== undefined
}

export function isSameConversion(one: Conversion | undefined, other: Conversion): boolean {
  return one !== undefined && isSameFormat(one.format, other.format) && one.validation === other.validation
}
