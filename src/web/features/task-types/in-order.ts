/** The items in the order of the given ids; items that the ids do not name keep their order, at the end. */
export function inOrder<T extends { readonly id: number }>(items: readonly T[], ids: readonly number[]): T[] {
  const placeById = new Map(ids.map((id, place) => [id, place]))
  const placeOf = (item: T) => placeById.get(item.id) ?? ids.length
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}
