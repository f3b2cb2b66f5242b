import { normalizeText } from './normalize-text.ts'

/** Normalizes a name and ignores its case. */
export function foldName(name: string): string {
  return normalizeText(name).toLowerCase()
}

/**
 * Finds the place of a name, from 0: the exact name, else a unique name that looks the same, else a unique name in another
 * case. Returns -1 if it finds no name.
 */
export function createNameFinder(names: readonly string[]): (name: string) => number {
  const exact = placesByForm(names, (name) => name)
  const alike = placesByForm(names, normalizeText)
  const folded = placesByForm(names, foldName)
  return (name) => {
    const [first] = exact.get(name) ?? exact.get(name.trim()) ?? []
    if (first !== undefined) return first
    const [found, ...others] = alike.get(normalizeText(name)) ?? folded.get(foldName(name)) ?? []
    return found === undefined || others.length > 0 ? -1 : found
  }
}

/** Names on a single line, easy to type. A name stays unchanged if its readable form would find another column. */
export function readableNames(names: readonly string[]): string[] {
  const find = createNameFinder(names)
  return names.map((name, at) => (find(normalizeText(name)) === at ? normalizeText(name) : name))
}

/** The places of names, from 0, by a form of them. */
export function placesByForm(names: readonly string[], toForm: (name: string) => string): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [at, name] of names.entries()) {
    const form = toForm(name)
    const found = places.get(form)
    if (found) found.push(at)
    else places.set(form, [at])
  }
  return places
}

/**
 * Form for matching names across lists. Ignores case, unless two names of a list differ only by case. Otherwise ignores
 * invisible differences, unless two names of a list look the same.
 */
export function createNameForm(lists: readonly (readonly string[])[]): (name: string) => string {
  const forms = [foldName, normalizeText].map((toForm) => ({ toForm, clashing: clashingForms(lists, toForm) }))
  return (name) => {
    const usable = forms.find(({ toForm, clashing }) => !clashing.has(toForm(name)))
    return usable ? usable.toForm(name) : name
  }
}

function clashingForms(lists: readonly (readonly string[])[], toForm: (name: string) => string): Set<string> {
  return new Set(
    lists.flatMap((names) => {
      const places = placesByForm(names, toForm)
      return [...places].flatMap(([form, at]) => (at.length > 1 ? form : []))
    }),
  )
}
