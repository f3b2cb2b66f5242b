/** The color scheme, which Mantine stores, and the density. */
const KEYS = ['mantine-color-scheme-value', 'nano-sync-density']

/** Signs out. The server then clears what this browser stored; how the pages look is not private, and is stored again. */
export async function keepAppearance<T>(signOut: () => Promise<T>): Promise<T> {
  const saved = KEYS.map((key) => [key, localStorage.getItem(key)] as const)
  const result = await signOut()
  for (const [key, value] of saved) if (value !== null) localStorage.setItem(key, value)
  return result
}
