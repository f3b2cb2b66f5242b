import { z } from 'zod'
import { cleanText } from '#contract/field.ts'
import { isObject } from '#contract/reading.ts'

/** Builds an input schema that tolerates assistants: numbers and lists may be text, and omitted arguments may be null. */
export function toolInput(shape: z.ZodRawShape): z.ZodType {
  const fields = Object.entries(shape).map(([name, field]) => [name, lenient(field as z.ZodType)])
  const strict = z.strictObject(Object.fromEntries(fields))
  return z.preprocess((sent) => withoutOmitted(sent, shape), strict)
}

/** Removes null arguments. Keeps a null that clears a field, unless another null shows that null means an omitted argument. */
function withoutOmitted(sent: unknown, shape: z.ZodRawShape): unknown {
  if (!isObject(sent)) return sent
  const nulls = Object.entries(shape).filter(([name]) => sent[name] === null)
  if (nulls.every(([, field]) => z.safeParse(field, null).success)) return sent
  const omitted = new Set(nulls.map(([name]) => name))
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !omitted.has(name)))
}

function lenient(field: z.ZodType): z.ZodType {
  const read = z.preprocess((sent) => readArgument(sent, field), field)
  return field instanceof z.ZodOptional ? read.optional() : read
}

/** Converts a value to the type of its field. Leaves unreadable values unchanged, so the field rejects them. */
function readArgument(sent: unknown, field: z.core.$ZodType): unknown {
  if (field instanceof z.ZodOptional) return readArgument(sent, field.unwrap())
  if (field instanceof z.ZodArray)
    return readList(sent, field.element).map((entry) => readArgument(entry, field.element))
  if (field instanceof z.ZodString && typeof sent === 'number') return String(sent)
  if (typeof sent !== 'string') return sent
  const text = cleanText(sent)
  if (field instanceof z.ZodBoolean && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (field instanceof z.ZodNumber) return /^\d+$/.test(text) ? Number(text) : sent
  if (field instanceof z.ZodEnum)
    return field.options.find((option) => String(option).toLowerCase() === text.toLowerCase()) ?? sent
  return sent
}

/** Reads `[7, 8]`, `"[7, 8]"`, `"7, 8"` or `7` as a list. A space splits numbers, times and words, but no names. */
function readList(sent: unknown, element: z.core.$ZodType): readonly unknown[] {
  if (Array.isArray(sent)) return sent
  if (typeof sent !== 'string') return [sent]
  const text = cleanText(sent)
  const list = readJsonList(text.startsWith('"') ? `[${text}]` : text)
  if (list) return list
  const mayContainSpaces = z.safeParse(element, 'two words').success && !/^[\d\s:,;"[\]]*$/.test(text)
  return text
    .replace(/^\[|\]$/g, '')
    .split(mayContainSpaces ? /[,;"\r\n]+/ : /[\s,;"]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function readJsonList(text: string): readonly unknown[] | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read : undefined
  } catch {
    return undefined
  }
}
