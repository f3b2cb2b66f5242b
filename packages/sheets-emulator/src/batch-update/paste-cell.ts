import { type Cell, compact, effectiveValue, pickContent, withoutValue } from '../store/cell.ts'

export const pasteTypes = [
  'PASTE_NORMAL',
  'PASTE_VALUES',
  'PASTE_FORMAT',
  'PASTE_NO_BORDERS',
  'PASTE_FORMULA',
  'PASTE_DATA_VALIDATION',
  'PASTE_CONDITIONAL_FORMATTING',
] as const

export type PasteType = (typeof pasteTypes)[number]

export function changesFormats(type: PasteType): boolean {
  return type === 'PASTE_NORMAL' || type === 'PASTE_NO_BORDERS' || type === 'PASTE_FORMAT'
}

export function copiesFormulas(type: PasteType): boolean {
  return type === 'PASTE_NORMAL' || type === 'PASTE_NO_BORDERS' || type === 'PASTE_FORMULA'
}

interface Paste {
  before: Cell | undefined
  copied: Cell | undefined
}

/** Pastes `copied` onto a cell. Its formula must already fit the new place. */
export function pasteCell({ before, copied }: Paste, type: PasteType): Cell | undefined {
  switch (type) {
    case 'PASTE_NORMAL':
      return copied
    case 'PASTE_NO_BORDERS':
      return withFormat(copied, withoutBorders(copied?.format))
    case 'PASTE_FORMAT':
      return withFormat(before, copied?.format)
    case 'PASTE_VALUES': {
      const value = effectiveValue(copied)
      return compact({ ...withoutValue(before), ...(value !== undefined && { value }) })
    }
    case 'PASTE_FORMULA':
      return compact({ ...withoutValue(before), ...pickContent(copied) })
    default:
      return before
  }
}

function withFormat(cell: Cell | undefined, format: Cell['format']): Cell | undefined {
  const { format: _format, ...rest } = cell ?? {}
  return compact({ ...rest, ...(format && { format }) })
}

function withoutBorders(format: Cell['format']): Cell['format'] {
  if (!format) return undefined
  const { borders: _borders, ...rest } = format
  return Object.keys(rest).length > 0 ? rest : undefined
}
