import { normalizeText } from './normalize-text.ts'

/** The form of names that are the same without regard to case. */
export function foldName(name: string): string {
  return normalizeText(name).toLowerCase()
}

/**
 * Finds the place of a name, from 0: of the same name, else of the only one that looks the same, else of the only one that
 * differs by case alone. -1 if there is none.
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

/** The names as people write them, on one line; a name that would stand for another one, too, stays as it is. */
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
 * The form by which the names of several lists are the same: without regard to case, unless that makes two names of one list
 * the same; then as they look, unless two names of one list look the same.
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
