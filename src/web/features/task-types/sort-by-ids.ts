/** Sorts items in the order of the ids. Unlisted items go last, in their current order. */
export function sortByIds<T extends { readonly id: number }>(items: readonly T[], ids: readonly number[]): T[] {
  const indexById = new Map(ids.map((id, index) => [id, index]))
  const findIndex = (item: T) => indexById.get(item.id) ?? ids.length
  return items.toSorted((a, b) => findIndex(a) - findIndex(b))
}
